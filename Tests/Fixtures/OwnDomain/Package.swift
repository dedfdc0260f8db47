// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "rooms",
  dependencies: [.package(name: "actionlog", path: "../../..")],
  targets: [
    .target(
      name: "MeetingRooms",
      dependencies: [.product(name: "ActionLog", package: "actionlog")]),
    .executableTarget(
      name: "roomsd",
      dependencies: ["MeetingRooms", .product(name: "Daemon", package: "actionlog")]),
    .executableTarget(
      name: "rooms",
      dependencies: ["MeetingRooms", .product(name: "CommandLine", package: "actionlog")]),
    .testTarget(
      name: "MeetingRoomsTests",
      dependencies: ["MeetingRooms", .product(name: "ActionLogTesting", package: "actionlog")]),
  ]
)
