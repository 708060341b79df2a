// AddressesTests
