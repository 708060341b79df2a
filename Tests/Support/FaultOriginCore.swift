import Glibc
import Synchronization

/// The listener, its connections and the log; kept alive by the threads that serve.
final class FaultOriginCore: Sendable {
  private struct State {
    var requests: [FaultOrigin.Request] = []
    var counts: [String: Int] = [:]
    var sockets: Set<Int32> = []
    var accepted = 0
    var isStopped = false
  }

  var port: UInt16 { reserved.port }
  private let reserved: ReservedPort
  private let listener: ListeningSocket
  private let handler: FaultOrigin.Handler
  private let state = Mutex(State())

  var requests: [FaultOrigin.Request] { state.withLock { $0.requests } }
  var accepted: Int { state.withLock { $0.accepted } }
  var isStopped: Bool { state.withLock { $0.isStopped } }

  init(isIPv6: Bool = false, handler: @escaping FaultOrigin.Handler) throws {
    self.handler = handler
    reserved = try ReservedPort(isIPv6: isIPv6)
    listener = try reserved.listener(isIPv6: isIPv6)
  }

  func listen() throws {
    try startThread { [self] in acceptAll() }
  }

  func stop() {
    state.withLock { state in
      guard !state.isStopped else { return }
      state.isStopped = true
      listener.stop()
      for socket in state.sockets { shutdown(socket, Int32(SHUT_RDWR)) }
    }
  }

  private func acceptAll() {
    while let socket = listener.accept() {
      let index = state.withLock { state -> Int? in
        guard !state.isStopped else { return nil }
        state.sockets.insert(socket)
        state.accepted += 1
        return state.accepted - 1
      }
      guard let index else {
        close(socket)
        break
      }
      var on: Int32 = 1
      setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
      do {
        try startThread { [self] in serve(socket, index) }
      } catch {
        forget(socket)
      }
    }
    listener.close()
  }

  private func forget(_ socket: Int32) {
    state.withLock { state in
      state.sockets.remove(socket)
      close(socket)
    }
  }

  private func serve(_ socket: Int32, _ index: Int) {
    let connection = FaultOriginConnection(socket: socket, core: self)
    while var request = connection.nextRequest() {
      request.connection = index
      request.peer = LoopbackPeer.name(of: socket)
      let number = state.withLock { state in
        state.counts[request.path, default: 0] += 1
        return state.counts[request.path] ?? 0
      }
      request.number = number
      let logged = request
      state.withLock { $0.requests.append(logged) }
      let answer = handler(logged).resolved(for: logged)
      guard connection.send(answer, headOnly: logged.method == "HEAD") else { break }
    }
    forget(socket)
  }
}

/// Runs the body on a thread of its own.
func startThread(_ body: @escaping @Sendable () -> Void) throws {
  final class Box: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
  let box = Unmanaged.passRetained(Box(body))
  var thread = pthread_t()
  let code = pthread_create(
    &thread, nil,
    { pointer in
      if let pointer { Unmanaged<Box>.fromOpaque(pointer).takeRetainedValue().body() }
      return nil
    }, box.toOpaque())
  guard code == 0 else {
    box.release()
    throw FaultOrigin.StartFailure(deed: "pthread_create", code: code)
  }
  pthread_detach(thread)
}
