// Transfer: see Sources/README.md
