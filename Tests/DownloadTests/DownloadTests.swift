// DownloadTests
