// Processes: see Sources/README.md
