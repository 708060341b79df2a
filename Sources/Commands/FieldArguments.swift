import Transfer

/// Header fields as typed: `NAME: VALUE`, or `@FILE` and `-` for lines of them.
enum FieldArguments {
  /// - Throws: `usage` for a field that cannot be sent or is not the user's to set; its value is never shown.
  static func fields(_ typed: [String], of option: String) throws(Failure) -> [HeaderField] {
    var lines: [String] = []
    for text in typed {
      if let path = SecretArgument.path(in: text) {
        lines += try ArgumentFile.lines(path, of: option)
      } else {
        lines.append(text)
      }
    }
    var fields: [HeaderField] = []
    for line in lines {
      guard let field = HeaderField(line: line) else {
        throw Failure(
          .usage, "\(option): not NAME: VALUE", hint: "the value is not shown, for it may be a secret")
      }
      guard !field.isReserved else {
        throw Failure(.usage, "\(option): \(field.name) is set by the program itself")
      }
      fields.append(field)
    }
    return fields
  }
}
