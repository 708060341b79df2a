// Flags: see Sources/README.md
