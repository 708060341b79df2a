// Files: see Sources/README.md
