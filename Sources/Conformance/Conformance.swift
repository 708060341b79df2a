// Conformance: see Sources/README.md
