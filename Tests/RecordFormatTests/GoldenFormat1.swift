/// A journal of format 1 as it must be written and read for ever.
///
/// A script that knows nothing of our code made the hashes (`hashlib`). This changes only with the format's number.
enum GoldenFormat1 {
  static let uuid = "6d1f3a52-0b0e-4c55-9a55-0f6f2f3a9c01"

  static let text = #"""
    {"journal":"6d1f3a52-0b0e-4c55-9a55-0f6f2f3a9c01","format":1,"segment":1,"firstSeq":1,\#
    "domain":"fieldnotes","domainVersion":3,"at":"2026-01-02T03:04:05.000006Z",\#
    "prev":"b679952919c868bc02da0733c2865af18b1b52bde3538dc1997f44bbbd0ce0fd",\#
    "hash":"534b5a856b1ac40ae51b9b2e430a53a77cae6421c3101e2520b7e65e6d4e2ea3"}
    {"seq":1,"batch":1,"at":"2026-01-02T03:04:05.000007Z","type":"log.opened",\#
    "action":{"program":"0.1.0","domainVersion":3},"by":{"system":"actionlogd"},\#
    "state":"0000000000000000",\#
    "hash":"82934e6219bdb6930dc216c312bd18788d04888ab9ce1c038440d151bf537db6"}
    {"seq":2,"batch":2,"at":"2026-01-02T03:04:06.500000Z","type":"feed.feedScreenAppeared","action":{},\#
    "by":{"uid":1000,"gid":1000,"pid":4711,"client":"Käthe \"K\""},"id":"key-1","outcome":"applied",\#
    "effects":[{"id":"2.0","type":"feed.readCache","effect":{},"key":"feed.load","policy":"queue"}],\#
    "state":"00ab00cd00ef0012",\#
    "hash":"2ef4b93ab1b965e28b9974c16744b2090d6f7e06007a6264fda2988e79d40611"}
    {"seq":3,"batch":2,"at":"2026-01-02T03:04:06.500001Z","type":"feed.cachedFeedLoaded","v":2,\#
    "action":{"snapshot":null},"by":{"effect":"2.0"},"cause":2,"effect":"2.0","outcome":"ignored",\#
    "why":{"code":"stale","text":"fresher state"},"state":"00ab00cd00ef0012",\#
    "hash":"d6e2135ec244bfcb0f4b937791266693a7c5d8d72662432cc2e069065969f475"}

    """#

  /// The lines without their 0x0A.
  static var lines: [[UInt8]] { text.utf8.split(separator: 0x0a).map { Array($0) } }
}
