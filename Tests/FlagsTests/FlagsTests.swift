// FlagsTests
