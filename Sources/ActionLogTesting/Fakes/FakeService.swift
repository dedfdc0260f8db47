import Synchronization

/// A service in memory, which answers each request as the test scripts it, and remembers what it was asked.
///
/// An author's own protocol of the service is then a few lines over ``call(_:)``:
///
///     struct FakeNews: NewsAPI {
///       let pages = FakeService<Int, Page, NewsError> { _ in .failure(.notFound) }
///       func page(_ number: Int) throws(NewsError) -> Page { try pages.call(number) }
///     }
///
/// Any thread may call and script.
public final class FakeService<Request: Hashable & Sendable, Response: Sendable, Failure: Error>: Sendable {
  private struct Contents {
    var scripts: [Request: [Result<Response, Failure>]] = [:]
    var calls: [Request] = []
  }

  private let contents = Mutex(Contents())
  private let unscripted: @Sendable (Request) -> Result<Response, Failure>

  /// A service that gives `unscripted` where nothing is scripted for a request.
  public init(unscripted: @escaping @Sendable (Request) -> Result<Response, Failure>) {
    self.unscripted = unscripted
  }

  /// Every request so far, in order.
  public var calls: [Request] { contents.withLock { $0.calls } }

  /// Answers a request with these results, one call after another, and with the last of them from then on.
  ///
  /// No result at all takes the request's script away.
  public func script(_ request: Request, _ results: Result<Response, Failure>...) {
    contents.withLock { $0.scripts[request] = results.isEmpty ? nil : results }
  }

  /// Answers a request.
  ///
  /// - Throws: the scripted failure.
  public func call(_ request: Request) throws(Failure) -> Response {
    let scripted = contents.withLock { contents -> Result<Response, Failure>? in
      contents.calls.append(request)
      guard let results = contents.scripts[request], let first = results.first else { return nil }
      if results.count > 1 { contents.scripts[request] = Array(results.dropFirst()) }
      return first
    }
    return try (scripted ?? unscripted(request)).get()
  }
}
