import Console
import Testing

@Suite struct TableTests {
  @Test("columns are as wide as their widest cell, numbers stand to the right, empty columns are left out")
  func lines() {
    var table = Table(columns: [
      .init("name", isFlexible: true), .init("note"), .init("size", alignment: .right), .init("state"),
    ])
    table.append(["漢字", "", "12 B", "complete"])
    table.append(["a longer name", "", "345 MB", ""])
    table.append(["short row"])
    #expect(
      table.lines() == [
        "name             size  state", "漢字             12 B  complete", "a longer name  345 MB", "short row",
      ])
  }

  @Test("a flexible column is cut so that the rows fit, down to eight columns")
  func narrow() {
    var table = Table(columns: [.init("name", isFlexible: true), .init("size", alignment: .right)])
    table.append(["a very long name indeed", "345 MB"])
    #expect(table.lines(width: 20) == ["name            size", "a very long…  345 MB"])
    #expect(
      table.lines(width: 1) == ["name        size", "a very …  345 MB"])
    #expect(table.lines(width: 200) == table.lines())
  }

  @Test("a table without rows has no lines, and a cell cannot break one")
  func edges() {
    #expect(Table(columns: [.init("a")]).lines() == [])
    var table = Table(columns: [.init("a"), .init("b")])
    table.append(["x\ny", "\u{1B}[31m", "one cell too many"])
    #expect(table.lines() == ["a        b", "x\\u{a}y  \\u{1b}[31m"])
  }
}
