// Batch: see Sources/README.md
