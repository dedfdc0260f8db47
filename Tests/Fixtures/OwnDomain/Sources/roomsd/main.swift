import Daemon
import MeetingRooms

DaemonProgram<MeetingRooms>.run(version: "1.0.0")
