import CanonicalJSON

/// A domain at work inside one process, without any daemon or journal.
///
/// One first-in-first-out queue: a dispatch from a subscriber, an observer or a performer waits for its turn, so
/// reducers never nest and the stack does not grow. After each action observers see it, then subscribers whose
/// value changed are told in the order in which they subscribed, then its effects start.
///
/// A store belongs to one thread; reports on effects may come from any, and are taken at the next ``dispatch(_:)``,
/// ``drain()`` or ``advance(to:)``.
public final class Store<D: Domain> {
  private var reduction: Reduction<D>
  private let middleware: [any Middleware<D>]
  private let clock: (() -> Timestamp)?
  private var queue = StoreQueue<D.Action>()
  private let inbox = StoreInbox<D.Action>()
  private var subscribers: [Subscriber<D.State>] = []
  private var isDraining = false
  private var handTime = Timestamp(microseconds: 0)

  /// The number of the last record; the first action is 1.
  public private(set) var seq: UInt64 = 0
  /// The time of the last record.
  public private(set) var lastAt = Timestamp(microseconds: 0)
  /// Why the store does nothing any more: the domain asked for what no domain may.
  public private(set) var fault: DomainFault?
  /// How many ignored or illegal actions changed the state all the same.
  public private(set) var reducerFaults = 0

  /// Begins with a state.
  ///
  /// Without a clock time moves by ``advance(to:)`` alone, from the start of 1970. Of several middlewares that
  /// perform an effect the first one gets it; all of them observe.
  public init(
    state: D.State = D.initialState, middleware: [any Middleware<D>] = [], clock: (() -> Timestamp)? = nil
  ) {
    reduction = Reduction(state: state)
    self.middleware = middleware
    self.clock = clock
  }

  /// The state after the last action; an O(1) snapshot.
  public var state: D.State { reduction.root.state }

  /// The digest of the state.
  public var digest: StateDigest { reduction.root.digest }

  /// The effects and timers that await a result.
  public var outbox: Outbox { reduction.outbox }

  /// The time by the store's clock.
  public var now: Timestamp { clock?() ?? handTime }

  /// Dispatches an action; when called from within a subscriber or middleware, after what is waiting already.
  public func dispatch(_ action: D.Action) {
    absorbReports()
    queue.append(.action(action, effect: nil))
    run()
  }

  /// Takes the reports that performers have made meanwhile.
  public func drain() {
    absorbReports()
    run()
  }

  /// Fires the timers that are due by the store's clock, in the order of due time, then id.
  public func fireDueTimers() {
    advance(to: now)
  }

  /// Fires the timers due until then, each at its own time, and moves a clock that is moved by hand.
  public func advance(to time: Timestamp) {
    absorbReports()
    queue.append(.advance(time))
    run()
  }

  /// Tells a subscriber each new value that a selection of the state has, from the next change on.
  ///
  /// The selection is evaluated only after actions that touched one of `reads`. Values are compared by their
  /// canonical JSON, not by `==`.
  public func subscribe<Value: Encodable>(
    reads: [Read] = [.everything], _ select: @escaping (D.State) -> Value, _ tell: @escaping (Value) -> Void
  ) -> Subscription {
    var last = try? CanonicalEncoder().encode(select(state))
    return add(reads: reads) { state in
      let value = select(state)
      let bytes = try? CanonicalEncoder().encode(value)
      // What has no canonical form cannot be shown to be the same.
      guard bytes == nil || bytes != last else { return }
      last = bytes
      tell(value)
    }
  }

  /// Tells a subscriber each new value of a named selector, as canonical JSON; nil while the selector has none.
  ///
  /// - Throws: `SelectorFailure` for arguments that the selector does not take; nothing is subscribed then.
  public func subscribe(
    _ selector: Selector<D.State>, arguments: JSONValue = [:], _ tell: @escaping ([UInt8]?) -> Void
  ) throws(SelectorFailure) -> Subscription {
    let reads = try selector.reads(arguments)
    var last = try? selector.evaluate(state, arguments)
    return add(reads: reads) { state in
      let bytes = try? selector.evaluate(state, arguments)
      guard bytes != last else { return }
      last = bytes
      tell(bytes)
    }
  }

  private func add(reads: [Read], _ deliver: @escaping (D.State) -> Void) -> Subscription {
    let subscription = Subscription()
    subscribers.append(Subscriber(subscription: subscription, reads: reads, deliver: deliver))
    return subscription
  }
}

extension Store {
  private func absorbReports() {
    for report in inbox.takeAll() { queue.append(report) }
  }

  private func run() {
    guard !isDraining else { return }
    isDraining = true
    defer { isDraining = false }
    while fault == nil, let item = queue.take() {
      switch item {
      case .action(let action, let effect): process(action, effect: effect)
      case .settled(let id, _): settle(id)
      case .advance(let time): fireNextTimer(until: time)
      }
      absorbReports()
    }
  }

  private func moment(effect: EffectID?) -> Moment {
    seq += 1
    lastAt = max(now, Timestamp(microseconds: lastAt.microseconds + 1))
    return Moment(seq: seq, at: lastAt, effect: effect)
  }

  private func process(_ action: D.Action, effect: EffectID?) {
    let moment = moment(effect: effect)
    let reduced: Reduced
    do {
      reduced = try reduction.reduce(action, moment)
    } catch {
      fault = error
      return
    }
    if reduced.brokePromise { reducerFaults += 1 }
    let record = ObservedAction<D>(
      seq: moment.seq, at: moment.at, action: action, effect: effect, reduced: reduced)
    for observer in middleware { observer.observe(record) }
    publish(reduced.changes)
    start(reduced.outbox.startable)
  }

  /// Settles an effect without an action; one that is not outstanding any more leaves no record.
  private func settle(_ id: EffectID) {
    guard reduction.outbox.isOutstanding(id) else { return }
    // A record without effects of its own cannot fail to fold.
    guard let change = try? reduction.fold(moment(effect: id), effects: []) else { return }
    start(change.startable)
  }

  private func publish(_ changes: ChangeSet) {
    guard !changes.isEmpty else { return }
    let state = state
    let told = subscribers
    for subscriber in told where subscriber.subscription.isActive {
      guard subscriber.reads.contains(where: { changes.affects($0) }) else { continue }
      subscriber.deliver(state)
    }
    subscribers.removeAll { !$0.subscription.isActive }
  }

  private func start(_ effects: [JournaledEffect]) {
    for effect in effects {
      guard let performer = middleware.first(where: { $0.performs(effectType: effect.type) }),
        let value = try? reduction.coding.decode(effect: effect.type, payload: effect.payload)
      else { continue }
      let id = effect.id
      let inbox = inbox
      inbox.hold(id)
      performer.perform(value, EffectContext(id: id, attempt: 1, state: state) { inbox.report(id, $0) })
    }
  }

  /// Fires the first due timer and comes back for the next after what this one leads to.
  private func fireNextTimer(until time: Timestamp) {
    guard let timer = reduction.outbox.nextTimer, timer.due <= time else {
      handTime = max(handTime, time)
      return
    }
    handTime = max(handTime, timer.due)
    if let action = try? reduction.coding.decode(type: timer.type, v: timer.v, payload: timer.action, strict: false) {
      process(action, effect: timer.id)
    } else {
      settle(timer.id)
    }
    queue.append(.advance(time))
  }
}
