// SelectionTests
