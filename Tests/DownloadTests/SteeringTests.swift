import Addresses
import Testing

@testable import Download

@Suite struct SteeringTests {
  private func place(_ uri: String, _ pathway: String, id: String? = nil, isRendition: Bool = false) throws
    -> StreamPlace
  {
    StreamPlace(uri: try URI(uri), pathway: pathway, stableID: id, isRendition: isRendition)
  }

  private func ordered(_ json: String, _ places: [StreamPlace]) throws -> [String] {
    let manifest = try #require(SteeringManifest(Array(json.utf8)))
    return manifest.ordered(places).map(\.uri.text)
  }

  @Test("the order of pathways is the manifest's; what it does not name comes last")
  func priority() throws {
    let places = [
      try place("https://a/v", "a"), try place("https://b/v", "b"), try place("https://c/v", "c"),
    ]
    let json = #"{"VERSION":1,"TTL":300,"PATHWAY-PRIORITY":["c","a"]}"#
    #expect(try ordered(json, places) == ["https://c/v", "https://a/v", "https://b/v"])
  }

  @Test("clones replace the host and set parameters, and may build on each other")
  func clones() throws {
    let json = """
      {"VERSION":1,"PATHWAY-PRIORITY":["e","d","a"],"PATHWAY-CLONES":[
      {"BASE-ID":"a","ID":"d","URI-REPLACEMENT":{"HOST":"d.example.com","PARAMS":{"t":"x y","k":"1"}}},
      {"BASE-ID":"d","ID":"e","URI-REPLACEMENT":{"PARAMS":{"t":"z"}}}]}
      """
    let places = [try place("https://a.example.com:8443/v/i.m3u8?t=old&q=1", "a")]
    #expect(
      try ordered(json, places) == [
        "https://d.example.com/v/i.m3u8?q=1&k=1&t=z", "https://d.example.com/v/i.m3u8?q=1&k=1&t=x%20y",
        "https://a.example.com:8443/v/i.m3u8?t=old&q=1",
      ])
  }

  @Test("whole addresses go by stable identifiers, those of variants and renditions apart")
  func stable() throws {
    let json = """
      {"VERSION":1,"PATHWAY-PRIORITY":["d"],"PATHWAY-CLONES":[{"BASE-ID":"a","ID":"d","URI-REPLACEMENT":{
      "PER-VARIANT-URIS":{"v1":"https://d/own"},"PER-RENDITION-URIS":{"v1":"https://d/sound"}}}]}
      """
    #expect(try ordered(json, [try place("https://a/v", "a", id: "v1")]) == ["https://d/own", "https://a/v"])
    let sound = [try place("https://a/s", "a", id: "v1", isRendition: true)]
    #expect(try ordered(json, sound) == ["https://d/sound", "https://a/s"])
    #expect(try ordered(json, [try place("https://a/v", "a", id: "v2")]) == ["https://a/v"])
  }

  @Test(
    "what is no steering manifest is none",
    arguments: ["", "[]", "{", #"{"VERSION":2,"PATHWAY-PRIORITY":["a"]}"#, #"{"VERSION":1}"#, "<html>"])
  func wrong(_ text: String) {
    #expect(SteeringManifest(Array(text.utf8)) == nil)
  }

  @Test("addresses that are none, or no http ones, make no place")
  func hostile() throws {
    let json = """
      {"VERSION":1,"PATHWAY-PRIORITY":["d"],"PATHWAY-CLONES":[{"BASE-ID":"a","ID":"d","URI-REPLACEMENT":{
      "PER-VARIANT-URIS":{"v1":"file:///etc/passwd","v2":"::"}}},
      {"BASE-ID":"a","ID":"e","URI-REPLACEMENT":{"HOST":"a b\\n"}}]}
      """
    for id in ["v1", "v2"] {
      #expect(try ordered(json, [try place("https://a/v", "a", id: id)]) == ["https://a/v"])
    }
  }
}
