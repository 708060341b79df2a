// BundleStoreTests
