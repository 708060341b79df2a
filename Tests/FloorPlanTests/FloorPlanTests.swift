// FloorPlanTests
