// ArchiveTests
