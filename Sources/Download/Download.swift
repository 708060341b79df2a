// Download: see Sources/README.md
