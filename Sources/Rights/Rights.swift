// Rights: see Sources/README.md
