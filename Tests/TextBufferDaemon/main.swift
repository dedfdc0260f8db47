import Daemon
import TextBuffer

DaemonProgram<TextBuffer>.run(arguments: CommandLine.arguments, version: "1.0")
