// Media: see Sources/README.md
