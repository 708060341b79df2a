// Selection: see Sources/README.md
