/// The stable name of an error on the wire.
///
/// A program decides by the name; `code` is JSON-RPC's, and the message is for people.
package enum WireErrorName: String, CaseIterable, Sendable {
  case parseError
  case invalidRequest
  case methodNotFound
  case invalidParams
  case internalError
  case unknownType
  case invalidPayload
  case forbidden
  case expectedSeqMismatch
  case idempotencyConflict
  case effectNotHeld
  case readOnly
  case unknownOutcome
  case busy
  case tooLong
  case tooDeep
  case timedOut
  case notFound
  case stopping
  case unreadable

  /// The JSON-RPC error code.
  package var code: Int {
    switch self {
    case .parseError: -32_700
    case .invalidRequest: -32_600
    case .methodNotFound: -32_601
    case .invalidParams: -32_602
    case .internalError: -32_603
    case .unknownType: -32_001
    case .invalidPayload: -32_002
    case .forbidden: -32_003
    case .expectedSeqMismatch: -32_004
    case .idempotencyConflict: -32_005
    case .effectNotHeld: -32_006
    case .readOnly: -32_007
    case .unknownOutcome: -32_008
    case .busy: -32_009
    case .tooLong: -32_010
    case .tooDeep: -32_011
    case .timedOut: -32_012
    case .notFound: -32_013
    case .stopping: -32_014
    case .unreadable: -32_015
    }
  }

  /// When it is answered, in one line, as `describe` lists it.
  package var summary: String {
    switch self {
    case .parseError: "the line is not JSON, not UTF-8, or has a duplicate key"
    case .invalidRequest: "the line is JSON but not a JSON-RPC 2.0 request"
    case .methodNotFound: "no method of this name"
    case .invalidParams: "a parameter is wrong, missing or unknown"
    case .internalError: "the domain broke on the action: nothing was written, and the daemon ends"
    case .unknownType: "no action of this type"
    case .invalidPayload: "the action's payload does not decode, or has a member that the action does not declare"
    case .forbidden: "the policy, or the action's origin, does not allow it"
    case .expectedSeqMismatch: "the journal has moved on from the expected seq"
    case .idempotencyConflict: "the id was used before, with other content"
    case .effectNotHeld: "the effect was never started, was already reported on, or is held by another"
    case .readOnly: "the journal cannot grow at present"
    case .unknownOutcome: "the journal failed: the action may or may not be durable"
    case .busy: "a limit of the connection or the daemon is reached; try again"
    case .tooLong: "a line or a reply is over its limit"
    case .tooDeep: "JSON is nested deeper than the limit"
    case .timedOut: "minSeq was not reached in time"
    case .notFound: "the pointer, row or seq does not exist"
    case .stopping: "the daemon is going down; nothing was done"
    case .unreadable: "the journal's files cannot be read, or were changed, where they were to be served"
    }
  }
}
