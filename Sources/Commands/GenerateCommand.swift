import Console
import Files
import Flags

/// `hlspack generate man|completions FOLDER`: what is rendered from the declarations; for the makers of packages.
struct GenerateOptions: Sendable {
  var what = Generated.man
  var folder = ""
}

enum Generated: String, FlagValue, CaseIterable {
  case man
  case completions
}

enum GenerateCommand {
  static let declaration = Command(
    name: "generate", summary: "Write man pages or shell completions into a folder.",
    defaults: GenerateOptions(),
    operands: [
      .one("WHAT", \.what, "What to write."),
      .one("FOLDER", \.folder, "Where to write it.", completion: .folder),
    ],
    examples: [Example("hlspack generate man man", "Renew the man pages.")],
    manual: Manual(exitCodes: ExitCode.table([.done, .usage, .disk])), hidden: true)

  static func run(_ options: GenerateOptions, _ context: Context) async -> ExitCode {
    let console = Console(name: "hlspack")
    do throws(SystemError) {
      let folder = try Folder.createWithParents(options.folder)
      for (name, text) in files(options.what) {
        try folder.writeWhole(name, Array(text.utf8), durable: false)
      }
      return .done
    } catch {
      console.error(error.description)
      return .disk
    }
  }

  static func files(_ what: Generated) -> [(String, String)] {
    let tool = HLSPack.tool.described
    switch what {
    case .man: return ManPage.pages(of: tool).map { ($0.file, $0.text) }
    case .completions:
      return [
        ("hlspack.bash", BashCompletion.text(of: tool)), ("_hlspack", ZshCompletion.text(of: tool)),
        ("hlspack.fish", FishCompletion.text(of: tool)),
      ]
    }
  }
}
