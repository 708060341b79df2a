// PlaylistTests
