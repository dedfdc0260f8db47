/// One line as it was understood.
package enum ParsedLine<Call> {
  case single(ParsedMember<Call>)
  case batch([ParsedMember<Call>])
  /// Nothing of the line is done, and its answer has the id `null`.
  case refused(WireError)
}

/// One request of a line: what is called, or why nothing is.
package struct ParsedMember<Call> {
  /// What the answer carries; nil for a notification, which gets none.
  package let id: RequestID?
  package let call: Result<Call, WireError>

  package init(id: RequestID?, call: Result<Call, WireError>) {
    self.id = id
    self.call = call
  }
}

/// A request to the daemon whose parameters have been read.
///
/// What it borrows from the line (`DispatchParams.action`) is valid only while it is being handed over.
package struct RPCRequest {
  /// Nil for a notification: it is done like any other, and its reply is dropped.
  package let id: RequestID?
  package let call: RPCCall

  package init(id: RequestID?, call: RPCCall) {
    self.id = id
    self.call = call
  }
}

/// The methods that this version answers, with their parameters.
package enum RPCCall {
  case dispatch(DispatchParams)
  case get(GetParams)
  case subscribe(SubscribeParams)
  case follow(FollowParams)
  case unsubscribe(UnsubscribeParams)
  case status
  case describe
}
