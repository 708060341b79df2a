// JSON: see Sources/README.md
