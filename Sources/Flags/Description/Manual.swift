/// The long text of a page, beyond what options and operands say of themselves.
///
/// In all texts of a declaration, `backticks` mark what is typed or printed literally: bold in man pages,
/// the bare word elsewhere.
package struct Manual: Sendable, Hashable {
  /// The body of DESCRIPTION, after the summary.
  package var details: [Passage]
  /// Sections of the page's own, between OPTIONS and ENVIRONMENT.
  package var sections: [Section]
  package var environment: [Term]
  package var files: [Term]
  package var exitCodes: [ExitStatus]
  package var seeAlso: [PageReference]

  package init(
    details: [Passage] = [], sections: [Section] = [], environment: [Term] = [], files: [Term] = [],
    exitCodes: [ExitStatus] = [], seeAlso: [PageReference] = []
  ) {
    self.details = details
    self.sections = sections
    self.environment = environment
    self.files = files
    self.exitCodes = exitCodes
    self.seeAlso = seeAlso
  }

  package struct Section: Sendable, Hashable {
    /// In capitals: "SELECTIONS".
    package var title: String
    package var body: [Passage]

    package init(_ title: String, _ body: [Passage]) {
      self.title = title
      self.body = body
    }
  }
}

/// A piece of running text. A string literal is a paragraph.
package enum Passage: Sendable, Hashable, ExpressibleByStringLiteral {
  case paragraph(String)
  /// Lines to be kept as they are.
  case literal(String)
  /// A list of words and what they mean.
  case terms([Term])

  package init(stringLiteral text: String) {
    self = .paragraph(text)
  }
}

/// A word with its meaning: a file, a variable, a value.
package struct Term: Sendable, Hashable {
  package var name: String
  package var meaning: String

  package init(_ name: String, _ meaning: String) {
    self.name = name
    self.meaning = meaning
  }
}

package struct ExitStatus: Sendable, Hashable {
  package var code: Int
  package var meaning: String

  package init(_ code: Int, _ meaning: String) {
    self.code = code
    self.meaning = meaning
  }
}

package struct Example: Sendable, Hashable {
  /// As typed; may go over several lines, each but the last ending in a backslash.
  package var command: String
  /// What it does: a sentence with its full stop.
  package var summary: String

  package init(_ command: String, _ summary: String) {
    self.command = command
    self.summary = summary
  }
}

/// A man page by name and section.
package struct PageReference: Sendable, Hashable {
  package var name: String
  package var section: Int

  package init(_ name: String, _ section: Int) {
    self.name = name
    self.section = section
  }
}

/// A day as written on a man page; the declaration fixes it, no clock is read.
package struct PageDate: Sendable, Hashable {
  package var year: Int
  /// 1 to 12.
  package var month: Int
  /// 1 to 31.
  package var day: Int

  package init(year: Int, month: Int, day: Int) {
    self.year = year
    self.month = month
    self.day = day
  }

  /// "January 31, 2026", as mdoc's `.Dd` wants it.
  package var mdocText: String {
    let months = [
      "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
      "November", "December",
    ]
    let name = months.indices.contains(month - 1) ? months[month - 1] : "January"
    return "\(name) \(day), \(year)"
  }
}
