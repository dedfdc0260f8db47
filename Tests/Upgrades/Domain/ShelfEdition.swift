import Foundation

/// Which shelf a program is: `$SHELF` chooses, as two releases of one program would differ.
package enum ShelfEdition: String {
  case one
  /// Version 1 with another reducer.
  case changed
  /// Version 1 with a reducer that traps on every thing put.
  case trapping
  case two
  /// Version 2 that no longer reads what version 1 wrote.
  case forgetful

  /// The one that the environment names, the first unless it does.
  package static var chosen: ShelfEdition {
    ProcessInfo.processInfo.environment["SHELF"].flatMap { ShelfEdition(rawValue: $0) } ?? .one
  }
}
