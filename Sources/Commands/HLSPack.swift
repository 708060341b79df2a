package import Flags

/// The tool: every verb that works, declared once.
package enum HLSPack {
  package static let tool = Tool<Context, ExitCode>(
    name: "hlspack", version: Version.text, summary: "Pack HLS titles for offline use.",
    date: PageDate(year: 2026, month: 11, day: 30),
    common: OutputOptions.options.descriptions(),
    commands: [
      BuildCommand.declaration.running(BuildCommand.run),
      AugmentCommand.declaration.running(AugmentCommand.run),
      ShowCommand.declaration.running(ShowCommand.run),
      VerifyCommand.declaration.running(VerifyCommand.run),
      RemoveCommand.declaration.running(RemoveCommand.run),
      ListCommand.declaration.running(ListCommand.run),
      ExpireCommand.declaration.running(ExpireCommand.run),
      PruneCommand.declaration.running(PruneCommand.run),
      LintCommand.declaration.running(LintCommand.run),
      GenerateCommand.declaration.running(GenerateCommand.run),
    ],
    examples: [
      Example("hlspack show https://example.com/film/master.m3u8", "What a title offers."),
      Example("hlspack build -o Film.movpkg https://example.com/film/master.m3u8", "Pack it."),
      Example("hlspack verify Film.movpkg", "Prove that the bundle is whole."),
    ],
    manual: Manuals.tool)
}
