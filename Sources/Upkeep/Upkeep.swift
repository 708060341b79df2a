// Upkeep: see Sources/README.md
