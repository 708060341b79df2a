package import Addresses
package import BundleStore
package import Playlist

/// Where everything that a multivariant playlist names would stand in a bundle. Depends on the whole source,
/// never on what is chosen, so that a bundle extended later equals one built at once.
package struct TitleMap: Sendable {
  /// By index into `variants`: the resolved address and the folder of its stream.
  package let variants: [Place]
  /// By index into `renditions`; nil for a rendition without URI, whose media is in the variant's own stream.
  package let renditions: [Place?]
  /// Identifiers of selections, by the same indices; stable across runs and tokens.
  package let variantIDs: [String]
  package let renditionIDs: [String]

  package struct Place: Sendable, Hashable {
    package let uri: URI
    package let identity: Identity
    package let folder: StreamFolder
  }

  /// - Parameter isFollowed: something will be fetched from these addresses; else they are only shown.
  /// - Throws: `wrongSource` for an address that cannot be one or must not be followed.
  package init(
    of playlist: MultivariantPlaylist, base: URI, name: String, ignoring volatile: VolatileParameters,
    root: URI?, isFollowed: Bool = true
  ) throws(DownloadError) {
    var resolver = Resolver(base: base, name: name, volatile: volatile, root: root, isFollowed: isFollowed)
    var variantPlaces: [(URI, Identity)] = []
    for variant in playlist.variants {
      variantPlaces.append(try resolver.place(variant.uri, line: variant.uriLine))
    }
    var bandwidths: [Identity: Int64] = [:]
    for (variant, place) in zip(playlist.variants, variantPlaces) {
      bandwidths[place.1] = max(bandwidths[place.1] ?? 0, variant.bandwidth)
    }
    variants = variantPlaces.map { uri, identity in
      Place(
        uri: uri, identity: identity,
        folder: StreamFolder(kind: .variant, bandwidth: bandwidths[identity] ?? 0, identity: identity))
    }
    var renditionPlaces: [Place?] = []
    for rendition in playlist.renditions {
      guard let text = rendition.uri, let kind = StreamKind(rendition.kind) else {
        renditionPlaces.append(nil)
        continue
      }
      let (uri, identity) = try resolver.place(text, line: rendition.line)
      let own = bandwidths[identity]
      let folder = StreamFolder(kind: own == nil ? kind : .variant, bandwidth: own ?? 0, identity: identity)
      renditionPlaces.append(Place(uri: uri, identity: identity, folder: folder))
    }
    renditions = renditionPlaces
    variantIDs = SelectionIDs.unique(variants.map { SelectionIDs.variant($0.folder) })
    renditionIDs = SelectionIDs.unique(playlist.renditions.map(SelectionIDs.rendition))
  }
}

extension TitleMap {
  private init(variants: [Place], renditions: [Place?], variantIDs: [String], renditionIDs: [String]) {
    self.variants = variants
    self.renditions = renditions
    self.variantIDs = variantIDs
    self.renditionIDs = renditionIDs
  }

  /// The same with other folders; a variant's identifier names the first generation of its folder.
  /// - Parameter folders: by the folder until now; one that is not in it stays.
  func relocated(_ folders: [StreamFolder: StreamFolder]) -> TitleMap {
    func moved(_ place: Place) -> Place {
      Place(uri: place.uri, identity: place.identity, folder: folders[place.folder] ?? place.folder)
    }
    let places = variants.map(moved)
    return TitleMap(
      variants: places, renditions: renditions.map { $0.map(moved) },
      variantIDs: SelectionIDs.unique(places.map { SelectionIDs.variant($0.folder.first) }),
      renditionIDs: renditionIDs)
  }
}

private struct Resolver {
  let base: URI
  let name: String
  let volatile: VolatileParameters
  let root: URI?
  let isFollowed: Bool

  mutating func place(_ text: String, line: Int) throws(DownloadError) -> (URI, Identity) {
    let uri: URI
    do {
      uri = try base.resolve(text)
    } catch {
      throw DownloadError(.wrongSource, "\(name):\(line + 1): not an address: \(error)")
    }
    if isFollowed { try LocalSource.checkReference(uri, root: root, place: "\(name):\(line + 1)") }
    return (uri, Identity(of: uri, ignoring: volatile))
  }
}

extension StreamKind {
  /// The kind of a rendition's own stream; nil for closed captions, which have none.
  fileprivate init?(_ kind: MediaKind) {
    switch kind {
    case .audio: self = .audio
    case .subtitles: self = .subtitles
    case .video: self = .video
    case .closedCaptions: return nil
    }
  }
}
