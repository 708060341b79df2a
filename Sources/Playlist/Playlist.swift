// Playlist: see Sources/README.md
