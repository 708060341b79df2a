// ProcessesTests
