import CommandLine
import UpgradeDomain

let words = Swift.CommandLine.arguments

switch ShelfEdition.chosen {
case .one: CommandLineProgram<ShelfOne<Hundred>>.run(arguments: words, version: "1.0")
case .changed: CommandLineProgram<ShelfOne<Ten>>.run(arguments: words, version: "1.1")
case .trapping: CommandLineProgram<ShelfOne<Trap>>.run(arguments: words, version: "1.2")
case .two: CommandLineProgram<ShelfTwo<Remembers>>.run(arguments: words, version: "2.0")
case .forgetful: CommandLineProgram<ShelfTwo<Forgets>>.run(arguments: words, version: "2.0")
}
