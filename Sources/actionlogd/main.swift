import Daemon
import FieldNotes
import FieldNotesMiddleware

let options = [
  ExtraOption("--feed", value: "DIR", "read the feed from a directory of JSON pages"),
  ExtraOption("--cache", value: "FILE", "keep the feed's cache there (default: cache.json beside the journal)"),
]

DaemonProgram<FieldNotes>.run(
  version: "0.1.0", options: options,
  middleware: { given, paths in
    guard let directory = given.value("--feed") else {
      if given.has("--cache") { throw OptionRefusal("--cache keeps a feed that --feed DIR names: give both") }
      return []
    }
    guard FeedParts.isDirectory(directory) else {
      throw OptionRefusal("--feed \(directory): there is no such directory; name one that holds JSON pages")
    }
    let cachePath = given.value("--cache") ?? paths.besideJournal("cache.json")
    return [FeedParts.middleware(feedDirectory: directory, cachePath: cachePath) { paths.warn($0) }]
  })
