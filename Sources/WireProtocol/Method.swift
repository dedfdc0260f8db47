import CanonicalJSON

/// The methods of the socket.
package enum Method: String, CaseIterable, Sendable {
  case dispatch
  case get
  case subscribe
  case follow
  case work
  case settle
  case unsubscribe
  case status
  case describe
  case metrics
  case snapshot
  case rotate
  case backup
  case archive
  case reload

  /// Whether this version answers it; the others have their names reserved.
  package var isAnswered: Bool {
    switch self {
    case .dispatch, .get, .subscribe, .follow, .unsubscribe, .status, .describe: true
    case .work, .settle, .metrics, .snapshot, .rotate, .backup, .archive, .reload: false
    }
  }

  /// What this version answers, as `describe` lists it.
  package static let answered = allCases.filter(\.isAnswered)

  /// What it does, in one line.
  package var summary: String {
    switch self {
    case .dispatch: "dispatches an action and answers once it is durable"
    case .get: "reads the state, a part of it, or a selector's value"
    case .subscribe: "watches a value"
    case .follow: "streams records"
    case .work: "takes effects to perform"
    case .settle: "settles an effect that has nothing to report"
    case .unsubscribe: "ends a subscription"
    case .status: "tells how the daemon and its journal are"
    case .describe: "lists methods, actions, selectors, machines and errors"
    case .metrics: "gives the metrics as OpenMetrics text"
    case .snapshot: "writes a snapshot"
    case .rotate: "begins a new segment"
    case .backup: "copies the journal"
    case .archive: "moves old segments away"
    case .reload: "reads the configuration again"
    }
  }

  /// The method called `name`, or the error that says there is none.
  package static func find(_ name: String) -> Result<Method, WireError> {
    if let method = Method(rawValue: name), method.isAnswered { return .success(method) }
    return .failure(.methodNotFound(name, nearest: NearestName.nearest(to: name, in: answered.map(\.rawValue))))
  }
}
