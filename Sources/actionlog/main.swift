import CommandLine
import FieldNotes

CommandLineProgram<FieldNotes>.run(arguments: Swift.CommandLine.arguments, version: "0.1.0")
