/// Every fault and what must come of it. `FAULTS.md` is made from this.
enum FaultTable {
  struct Group: Sendable {
    let title: String
    let faults: [Fault]
  }

  static let groups: [Group] = [
    Group(title: "Connections that fail", faults: connections),
    Group(title: "Answers that fail for now", faults: passingAnswers),
    Group(title: "Answers that say no", faults: refusals),
    Group(title: "Redirects", faults: redirects),
    Group(title: "Heads and framing", faults: heads + framing),
    Group(title: "Ranges", faults: ranges),
    Group(title: "Content codings and sizes", faults: codings),
    Group(title: "Wrong content", faults: contents + keys),
    Group(title: "Flipped bytes and other wrong bytes of the right length", faults: flips),
    Group(title: "nginx", faults: nginx),
    Group(title: "TLS", faults: secure),
    Group(title: "HTTP/2", faults: http2),
  ]

  static let all: [Fault] = groups.flatMap(\.faults)
}
