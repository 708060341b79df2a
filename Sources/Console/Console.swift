// Console: see Sources/README.md
