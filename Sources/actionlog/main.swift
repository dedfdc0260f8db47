import CommandLine
import FieldNotes

CommandLineProgram<FieldNotes>.run(version: "0.1.0")
