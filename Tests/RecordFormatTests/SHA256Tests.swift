import CSHA256
import RecordFormat
import TestSupport
import Testing

@Suite("SHA-256")
struct SHA256Tests {
  @Test(
    "the published vectors come out",
    arguments: [
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
      (
        "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
        "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
      ),
    ])
  func published(message: String, digest: String) {
    #expect(SHA256.hash(message).hex == digest)
    #expect(portable(Array(message.utf8)).hex == digest)
  }

  @Test("a million times the letter a")
  func million() {
    let message = [UInt8](repeating: 0x61, count: 1_000_000)
    #expect(SHA256.hash(message).hex == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  }

  @Test("processor and portable C agree on every length up to 300, at every alignment")
  func agreeOnLengths() {
    let message = (0..<332).map { UInt8(truncatingIfNeeded: $0 &* 151 &+ 43) }
    for length in 0...300 {
      let start = length % 32
      let part = Array(message[start..<start + length])
      message.withUnsafeBytes { bytes in
        #expect(SHA256.hash(UnsafeRawBufferPointer(rebasing: bytes[start..<start + length])) == portable(part))
      }
    }
  }

  @Test("processor and portable C agree on random messages")
  func agreeOnRandom() {
    let seed = UInt64.random(in: .min ... .max)
    var random = SplitMix64(seed: seed)
    for _ in 0..<200 {
      let message = (0..<Int.random(in: 0..<5000, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random)
      }
      #expect(SHA256.hash(message) == portable(message), "seed \(seed)")
    }
  }

  @Test("pieces of any size hash like the whole, and a copy resumes")
  func streaming() {
    let seed = UInt64.random(in: .min ... .max)
    var random = SplitMix64(seed: seed)
    let message = (0..<20_000).map { _ in UInt8.random(in: 0...255, using: &random) }
    var hasher = SHA256.Hasher()
    var at = 0
    while at < message.count {
      let end = min(message.count, at + Int.random(in: 0...200, using: &random))
      hasher.update(Array(message[at..<end]))
      at = end
      var copy = hasher
      copy.update(Array(message[at...]))
      #expect(hasher.finish() == SHA256.hash(Array(message[..<at])), "seed \(seed)")
      #expect(copy.finish() == SHA256.hash(message), "seed \(seed)")
    }
  }

  /// The digest by the portable block function alone, padded here.
  private func portable(_ message: [UInt8]) -> RecordHash {
    var words: [UInt32] = [
      0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
    ]
    var padded = message + [0x80]
    while padded.count % 64 != 56 { padded.append(0) }
    let bits = UInt64(message.count) * 8
    padded += (0..<8).map { UInt8(truncatingIfNeeded: bits >> (56 - 8 * $0)) }
    csha256_compress_portable(&words, padded, padded.count / 64)
    let digest = words.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * $0)) } }
    return RecordHash(bytes: digest) ?? RecordHash()
  }
}
