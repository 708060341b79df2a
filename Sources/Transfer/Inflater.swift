import CZlib

/// Undoes one content coding as the bytes come, and knows whether the compressed data came to its own end, which
/// libcurl's decoding does not ask for. Owns zlib's state; for one body, confined to one thread.
final class Inflater {
  /// Why data cannot be decoded.
  enum Fault: Error {
    /// Damaged: zlib's word for it, where it has one.
    case damaged(String?)
    /// Something else follows the end of the data.
    case surplus
    /// Far more came than it holds: an endless row of empty blocks, say.
    case hollow
    case outOfMemory
  }

  /// Where in the data the next byte stands.
  private enum Phase {
    /// Before the first one.
    case fresh
    case inside
    /// Behind the end of a member.
    case ended
  }

  /// The most bytes decoded at once.
  static let blockSize = 64 << 10
  /// By how many bytes compressed data may exceed what it holds: bounds what an empty body can cost.
  static let overheadLimit: Int64 = 1 << 20

  let coding: ContentCoding
  private let stream: UnsafeMutablePointer<z_stream>
  private let block: UnsafeMutableRawBufferPointer
  private var phase = Phase.fresh
  private var taken: Int64 = 0
  private var given: Int64 = 0

  init(_ coding: ContentCoding) {
    self.coding = coding
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    block = .allocate(byteCount: Self.blockSize, alignment: 16)
  }

  deinit {
    // Of a state that was never started it only says that there is none.
    inflateEnd(stream)
    stream.deinitialize(count: 1)
    stream.deallocate()
    block.deallocate()
  }

  /// Whether the data is whole: a member ended, and nothing of another one came.
  var isAtEnd: Bool { phase == .ended }

  /// Decodes all of `bytes` and gives it on in blocks of at most `blockSize`; `give` returns false to stop. Returns
  /// whether it went on to the end. After false or a fault it is not to be used again.
  func take(_ bytes: UnsafeRawBufferPointer, give: (RawSpan) -> Bool) throws(Fault) -> Bool {
    taken += Int64(bytes.count)
    var rest = bytes
    var mayHoldMore = false
    while !rest.isEmpty || mayHoldMore {
      if phase != .inside, let first = rest.first { try beginMember(first) }
      let count = try decode(&rest)
      mayHoldMore = phase == .inside && count == block.count
      given += Int64(count)
      if count > 0, !give(UnsafeRawBufferPointer(rebasing: block[..<count]).bytes) { return false }
    }
    guard taken - given <= Self.overheadLimit else { throw .hollow }
    return true
  }

  /// Makes ready for the first data, or for one more gzip member (RFC 1952, 2.2), by its first byte.
  private func beginMember(_ first: UInt8) throws(Fault) {
    let code: Int32
    if phase == .fresh {
      code = czlib_start_inflating(stream, windowBits(first))
    } else {
      guard coding == .gzip, first == 0x1F else { throw .surplus }
      code = inflateReset(stream)
    }
    guard code == Z_OK else { throw .outOfMemory }
    phase = .inside
  }

  /// What zlib is to expect: 16 more than the window means gzip, less than none means no header.
  private func windowBits(_ first: UInt8) -> Int32 {
    switch coding {
    case .gzip: 16 + MAX_WBITS
    // The zlib format starts with its method, 8 (RFC 1950, 2.2). No bare deflate data that an encoder makes does:
    // it would be a stored block with a bit set in its padding.
    case .deflate: first & 0x0F == 8 ? MAX_WBITS : -MAX_WBITS
    }
  }

  /// Decodes one block from the front of `rest`; returns how many bytes it has.
  private func decode(_ rest: inout UnsafeRawBufferPointer) throws(Fault) -> Int {
    // Lengths in zlib have 32 bits.
    let input = rest.prefix(1 << 30)
    stream.pointee.next_in = UnsafeRawBufferPointer(rebasing: input).bindMemory(to: UInt8.self).baseAddress
    stream.pointee.avail_in = UInt32(input.count)
    stream.pointee.next_out = block.bindMemory(to: UInt8.self).baseAddress
    stream.pointee.avail_out = UInt32(block.count)
    let code = inflate(stream, Z_NO_FLUSH)
    let used = input.count - Int(stream.pointee.avail_in)
    let count = block.count - Int(stream.pointee.avail_out)
    stream.pointee.next_in = nil
    rest = UnsafeRawBufferPointer(rebasing: rest[used...])
    switch code {
    case Z_STREAM_END: phase = .ended
    case Z_OK: break
    // No progress: nothing was left to decode after a full block.
    case Z_BUF_ERROR where input.isEmpty: break
    case Z_MEM_ERROR: throw .outOfMemory
    default: throw .damaged(stream.pointee.msg.map { String(cString: $0) })
    }
    return count
  }
}

extension Inflater.Fault {
  /// The fault of data in a coding as a failure of its transfer; none of them is worth another attempt.
  func kind(of coding: ContentCoding) -> TransferFailure.Kind {
    switch self {
    case .damaged(let word):
      .encoding("the \(coding.rawValue) data is damaged" + (word.map { " (\($0))" } ?? ""))
    case .surplus: .encoding("the \(coding.rawValue) data is followed by something else")
    case .hollow: .encoding("the \(coding.rawValue) data is much longer than what it holds")
    case .outOfMemory: .library("out of memory")
    }
  }
}
