// Commands: see Sources/README.md
