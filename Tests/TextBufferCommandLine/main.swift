import CommandLine
import TextBuffer

CommandLineProgram<TextBuffer>.run(arguments: Swift.CommandLine.arguments, version: "1.0")
