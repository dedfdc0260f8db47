import CommandLine
import MeetingRooms

CommandLineProgram<MeetingRooms>.run(version: "1.0.0")
