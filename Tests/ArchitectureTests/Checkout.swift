import Foundation
import TestSupport

/// The Swift sources of the checkout, as the style rules see them.
enum Checkout {
  struct SwiftFile {
    let path: String
    let target: String
    let lines: [Substring]
  }

  /// Every Swift file below `folder` ("Sources" or "Tests"), in ascending order of path.
  static func swiftFiles(below folder: String) throws -> [SwiftFile] {
    let root = SharedData.packageRoot.appending(path: folder)
    guard let walker = FileManager.default.enumerator(atPath: root.path) else { return [] }
    let paths = walker.compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") && !$0.contains(".build/") }
    return try paths.sorted().map { path in
      let text = try String(contentsOf: root.appending(path: path), encoding: .utf8)
      return SwiftFile(
        path: "\(folder)/\(path)",
        target: String(path.prefix { $0 != "/" }),
        lines: text.split(separator: "\n", omittingEmptySubsequences: false))
    }
  }
}
