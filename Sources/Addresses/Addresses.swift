// Addresses: see Sources/README.md
