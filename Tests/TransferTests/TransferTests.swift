// TransferTests
