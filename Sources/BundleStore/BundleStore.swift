// BundleStore: see Sources/README.md
