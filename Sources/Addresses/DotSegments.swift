/// RFC 3986, 5.2.4: the segments `.` and `..` go, and nothing climbs above the root. `%2E` counts as a dot
/// (6.2.2.2), as it does in browsers.
enum DotSegments {
  static func removed(from path: ArraySlice<UInt8>) -> [UInt8] {
    guard path.contains(UInt8(ascii: ".")) || path.contains(UInt8(ascii: "%")) else { return Array(path) }
    var output: [UInt8] = []
    output.reserveCapacity(path.count)
    var starts: [Int] = []
    var index = path.startIndex
    while index < path.endIndex {
      let hasSlash = path[index] == UInt8(ascii: "/")
      let start = hasSlash ? index + 1 : index
      let end = path[start...].firstIndex(of: UInt8(ascii: "/")) ?? path.endIndex
      let dots = dotCount(path[start..<end])
      if dots == 0 {
        starts.append(output.count)
        output.append(contentsOf: path[index..<end])
      } else {
        if dots == 2, let last = starts.popLast() { output.removeSubrange(last...) }
        if end == path.endIndex, hasSlash { output.append(UInt8(ascii: "/")) }
      }
      index = end
    }
    if path.first == UInt8(ascii: "/"), output.first != UInt8(ascii: "/") {
      output.insert(UInt8(ascii: "/"), at: 0)
    }
    return output
  }

  /// 1 for `.`, 2 for `..`, 0 for anything else.
  private static func dotCount(_ segment: ArraySlice<UInt8>) -> Int {
    var count = 0
    var index = segment.startIndex
    while index < segment.endIndex {
      if segment[index] == UInt8(ascii: ".") {
        index += 1
      } else if PercentCoding.byte(at: index, in: segment) == UInt8(ascii: ".") {
        index += 3
      } else {
        return 0
      }
      count += 1
    }
    return count <= 2 ? count : 0
  }
}
