import Daemon
import UpgradeDomain

switch ShelfEdition.chosen {
case .one: DaemonProgram<ShelfOne<Hundred>>.run(arguments: CommandLine.arguments, version: "1.0")
case .changed: DaemonProgram<ShelfOne<Ten>>.run(arguments: CommandLine.arguments, version: "1.1")
case .trapping: DaemonProgram<ShelfOne<Trap>>.run(arguments: CommandLine.arguments, version: "1.2")
case .two: DaemonProgram<ShelfTwo<Remembers>>.run(arguments: CommandLine.arguments, version: "2.0")
case .forgetful: DaemonProgram<ShelfTwo<Forgets>>.run(arguments: CommandLine.arguments, version: "2.0")
}
