// RightsTests
