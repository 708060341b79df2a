import JSON

/// The members of one object of a recipe, and where it stands.
struct RecipeMembers {
  private let values: [String: JSONValue]
  /// Empty for the whole recipe.
  private let place: String

  init(_ values: [String: JSONValue], at place: String) {
    self.values = values
    self.place = place
  }

  /// - Throws: `usage` where the value is no object, or has a member that is not known.
  init(_ value: JSONValue, at place: String, known: [String]) throws(SelectionError) {
    guard let members = value.members else {
      throw SelectionError(.usage, "\(place.isEmpty ? "the recipe" : place) is not an object")
    }
    self.init(members, at: place)
    guard let stranger = members.keys.sorted().first(where: { !known.contains($0) }) else { return }
    let near = NearWords.near(stranger, among: known).map { "'\($0)'" }
    throw SelectionError(
      .usage, "\(name(of: Quoted.text(stranger))) is not known",
      hint: near.isEmpty
        ? "one of \(known.joined(separator: ", "))" : "did you mean \(near.joined(separator: " or "))?")
  }

  subscript(_ name: String) -> JSONValue? { values[name] }

  /// `primary.video`.
  func name(of member: String) -> String { place.isEmpty ? member : "\(place).\(member)" }

  func wrong(_ member: String, _ what: String, hint: String? = nil) -> SelectionError {
    SelectionError(.usage, "\(name(of: member)) \(what)", hint: hint)
  }

  func flag(_ member: String) throws(SelectionError) -> Bool? {
    guard let value = values[member] else { return nil }
    guard let flag = value.flag else { throw wrong(member, "is neither true nor false") }
    return flag
  }

  /// One line of text.
  func text(_ member: String, limit: Int) throws(SelectionError) -> String? {
    guard let value = values[member] else { return nil }
    return try text(value, member, limit: limit)
  }

  func text(
    _ value: JSONValue, _ member: String, limit: Int, isOneLine: Bool = true
  ) throws(SelectionError) -> String {
    let member = Quoted.text(member)
    guard let text = value.text else { throw wrong(member, "is not a string") }
    guard !text.isEmpty || !isOneLine else { throw wrong(member, "is empty") }
    guard text.utf8.count <= limit else { throw wrong(member, "is longer than \(limit) bytes") }
    guard !Quoted.holdsControls(text, butLines: !isOneLine) else {
      throw wrong(member, "holds a control character")
    }
    return text
  }

  /// A string, or a list of strings; nil where it is missing.
  func list(_ member: String, count: Int, limit: Int) throws(SelectionError) -> [String]? {
    guard let value = values[member] else { return nil }
    guard let items = value.items else {
      guard value.text != nil else { throw wrong(member, "is neither a string nor a list of strings") }
      return [try text(value, member, limit: limit)]
    }
    guard items.count <= count else { throw wrong(member, "has more than \(count) elements") }
    guard !items.isEmpty else {
      throw wrong(member, "is an empty list", hint: "leave it out, or give 'none'")
    }
    var texts: [String] = []
    for (index, item) in items.enumerated() {
      texts.append(try text(item, "\(member)[\(index)]", limit: limit))
    }
    return texts
  }

  /// A whole number, or a string such as `2M`; as text.
  func figure(_ member: String, limit: Int) throws(SelectionError) -> String? {
    guard let value = values[member] else { return nil }
    if value.text != nil { return try text(value, member, limit: limit) }
    guard let number = value.int else {
      throw wrong(member, "is neither a whole number nor a string", hint: "for instance 2000000 or \"2M\"")
    }
    return String(number)
  }

  /// What is wrong with a member, or with several together, is said with its place.
  func checked(_ member: String?, _ check: () throws(SelectionError) -> Void) throws(SelectionError) {
    do throws(SelectionError) {
      try check()
    } catch {
      throw error.within(member.map(name) ?? place)
    }
  }
}
