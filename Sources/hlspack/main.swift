print("hlspack")
