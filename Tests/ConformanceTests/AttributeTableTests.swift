import Playlist
import Testing

@testable import Conformance

/// The table stands beside a parser that has its own code for each tag: these tests hold the two together.
@Suite("The table of attributes")
struct AttributeTableTests {
  @Test("has the attributes of each tag with an attribute list, each once, and of no other")
  func whole() {
    for tag in TagName.allCases {
      let names = AttributeTable.attributes(of: tag).map(\.name)
      #expect(names.isEmpty != tag.hasAttributes, "\(tag.rawValue)")
      #expect(Set(names).count == names.count, "\(tag.rawValue)")
    }
  }

  @Test("has no attribute that the parser does not take in its form", arguments: TagName.allCases)
  func forms(_ tag: TagName) throws {
    // Which attributes of a definition are looked at hangs on the others.
    for form in AttributeTable.attributes(of: tag) where form.kind != .enumerated && tag != .define {
      // A value of no type at all: in quotes and empty, or a word.
      let isQuoted = form.kind == .quoted || form.kind == .enumeratedOrQuoted
      let wrong = isQuoted ? "word" : "\"\""
      let told = try told(tag, except: form.name, and: "\(form.name)=\(wrong)")
      let name = form.name.hasPrefix("SCTE35") ? "SCTE35" : form.name
      #expect(told.contains { $0.contains(name) }, "\(tag.rawValue) \(form.name): \(told)")
    }
  }

  @Test("requires what the parser requires", arguments: TagName.allCases)
  func required(_ tag: TagName) throws {
    for form in AttributeTable.attributes(of: tag) where form.isRequired {
      let told = try told(tag, except: form.name)
      #expect(told.contains { $0.contains("no \(form.name)") }, "\(tag.rawValue) \(form.name): \(told)")
    }
    #expect(try told(tag, except: "") == [], "\(tag.rawValue)")
  }

  /// What the parser says of a tag that has all that it requires but one, and what else is given.
  private func told(_ tag: TagName, except left: String, and more: String = "") throws -> [String] {
    guard tag.hasAttributes else { return [] }
    let required = AttributeTable.attributes(of: tag).filter { $0.isRequired && $0.name != left }
    var list = required.map { "\($0.name)=\(value(of: $0, in: tag))" }
    if !more.isEmpty { list.append(more) }
    // What must be there for the sake of others, and one of several.
    if tag == .key, !more.hasPrefix("URI=") { list.append("URI=\"u\"") }
    if tag == .define, left.isEmpty { list.append("NAME=\"a\",VALUE=\"b\"") }
    if tag == .sessionData, left != "VALUE", left != "URI" { list.append("VALUE=\"v\"") }
    let line = "#\(tag.rawValue):\(list.joined(separator: ","))"
    let text =
      tag.place == .multivariant
      ? "#EXTM3U\n\(line)\n" + (tag == .streamInf ? "v\n" : "")
      : "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:1,\na\n\(line)\n#EXTINF:6,\nb\n#EXT-X-ENDLIST\n"
    do {
      switch try PlaylistParser(name: "p").parse(Array(text.utf8)) {
      case .media(let playlist): return playlist.warnings.filter(isOfAttributes).map(\.message)
      case .multivariant(let playlist): return playlist.warnings.filter(isOfAttributes).map(\.message)
      }
    } catch {
      return ["\(error)"]
    }
  }

  private func isOfAttributes(_ warning: PlaylistWarning) -> Bool {
    [.attributeMissing, .attributeType, .unknownValue].contains(warning.rule)
  }

  private func value(of form: AttributeForm, in tag: TagName) -> String {
    switch (form.name, form.kind) {
    case ("METHOD", _): "AES-128"
    case ("TYPE", _): tag == .media ? "AUDIO" : "PART"
    case (_, .quoted), (_, .enumeratedOrQuoted): "\"a\""
    case (_, .resolution): "2x2"
    case (_, .hexadecimal): "0x01"
    case (_, .enumerated): "YES"
    default: "1"
    }
  }
}
