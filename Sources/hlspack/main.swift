import Commands

Entry.main(Array(CommandLine.arguments.dropFirst()))
