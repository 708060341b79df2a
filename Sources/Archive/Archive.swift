// Archive: see Sources/README.md
