import JSON

/// What a recipe file says: a title's words to choose with, and what is to be written beside the media. One
/// recipe serves many titles.
///
/// A JSON object of `title`, `artwork`, `metadata`, `primary`, `auxiliary`, `optimizesAuxiliary` and `policy`; a
/// configuration is one of `video`, `audio`, `subtitles`, `angle` (each a string or a list of strings),
/// `minBitrate`, `minSize`, `prefersHDR`, `prefersLossless`, `prefersMultichannel` and `fallback`. Every member
/// may be missing; none but these may be there.
package struct Recipe: Sendable, Hashable {
  package enum Priority: String, Sendable, Hashable, CaseIterable {
    case standard = "default"
    case important
  }

  package var title: String?
  /// The path or address of an image, as written.
  package var artwork: String?
  package var metadata: [String: String] = [:]
  package var primary = ContentConfiguration()
  package var auxiliary: [ContentConfiguration] = []
  /// Nil: nothing was said, which means true.
  package var optimizesAuxiliary: Bool?
  /// A date or a time from the commit on, as written; what it means is not checked here.
  package var expires: String?
  package var priority: Priority?

  package init() {}

  /// Reads a recipe strictly.
  ///
  /// - Parameter name: of the file, for messages.
  /// - Throws: `usage` for what is no JSON, for members that are not known, for values of a wrong type or beyond
  ///   all sizes, and for words that mean nothing; the message names the place: `recipe.json: primary.video`.
  package init(parsing bytes: [UInt8], name: String) throws(SelectionError) {
    let file = Quoted.text(name)
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONReader.parse(bytes, limits: JSONLimits(depth: 8, bytes: 1 << 20, members: 20_000))
    } catch {
      throw SelectionError(.usage, "\(file)\(Self.place(error, in: bytes)): \(error.reason)")
    }
    do throws(SelectionError) {
      self = try RecipeReader.recipe(value)
    } catch {
      throw error.within(file)
    }
  }

  /// `:3:14`, line and byte of the line, from 1.
  private static func place(_ error: JSONError, in bytes: [UInt8]) -> String {
    let before = bytes.prefix(max(0, error.offset))
    let line = before.count { $0 == UInt8(ascii: "\n") } + 1
    let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    return ":\(line):\(before.count - start + 1)"
  }
}

extension SelectionWords {
  /// What a recipe says of the choice.
  package init(recipe: Recipe) {
    self.init()
    primary = recipe.primary
    auxiliary = recipe.auxiliary
    optimizesAuxiliary = recipe.optimizesAuxiliary
  }

  /// These words, typed beside a recipe: each list and each preference that was typed stands in place of the
  /// recipe's.
  ///
  /// RULEs that were typed also put away the recipe's minima, which are said of the recipe's RULEs. RULEs of
  /// `also` come beside the recipe's auxiliary configurations; auxiliary configurations stand in their place.
  package func over(_ recipe: Recipe) -> SelectionWords {
    var words = SelectionWords(recipe: recipe)
    words.primary = primary.over(recipe.primary)
    words.also = also
    if !auxiliary.isEmpty { words.auxiliary = auxiliary }
    words.optimizesAuxiliary = optimizesAuxiliary ?? recipe.optimizesAuxiliary
    return words
  }
}

extension ContentConfiguration {
  fileprivate func over(_ other: ContentConfiguration) -> ContentConfiguration {
    var merged = self
    if video.isEmpty {
      merged.video = other.video
      merged.minBitrate = minBitrate ?? other.minBitrate
      merged.minSize = minSize ?? other.minSize
    }
    merged.prefersHDR = prefersHDR ?? other.prefersHDR
    merged.prefersLossless = prefersLossless ?? other.prefersLossless
    merged.prefersMultichannel = prefersMultichannel ?? other.prefersMultichannel
    merged.audio = audio ?? other.audio
    merged.subtitles = subtitles ?? other.subtitles
    merged.angles = angles ?? other.angles
    merged.fallback = fallback || other.fallback
    return merged
  }
}
