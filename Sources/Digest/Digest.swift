// Digest: see Sources/README.md
