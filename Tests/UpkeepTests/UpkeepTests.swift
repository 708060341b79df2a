// UpkeepTests
