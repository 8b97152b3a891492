// In the notation of ListScenarios.swift.

nonisolated let correctedListScenarios: [ListTests.Scenario] = [
  ListTests.Scenario(testDescription: "the first page", transcript: firstPage),
  ListTests.Scenario(
    testDescription: "reload cancels", latency: [2: 800],
    transcript: """
      \(firstPage)
      1000 in bottom
      1000 loading true
      1000 effect#2 start 2
      1200 in reload
      1200 effect#2 cancel
      1200 items
      1200 effect#3 start 1
      1500 effect#3 ok
      1500 items a:A b:B
      1500 loading false
      """),
  ListTests.Scenario(
    testDescription: "a failed reload leaves nothing to go on from", failing: [2],
    transcript: """
      \(firstPage)
      1000 in reload
      1000 items
      1000 loading true
      1000 effect#2 start 1
      1300 effect#2 fail
      1300 error net
      1300 loading false
      2000 in bottom
      """),
  ListTests.Scenario(
    testDescription: "the next page keeps a change",
    transcript: """
      \(firstPage)
      1000 in change a A2
      1000 items a:A2 b:B
      2000 in bottom
      2000 loading true
      2000 effect#2 start 2
      2300 effect#2 ok
      2300 items a:A2 b:B c:C d:D
      2300 loading false
      """),
  ListTests.Scenario(
    testDescription: "a second change keeps the first",
    transcript: """
      \(firstPage)
      1000 in change a A2
      1000 items a:A2 b:B
      1100 in change b B2
      1100 items a:A2 b:B2
      """),
  ListTests.Scenario(
    testDescription: "pagination during a reload is ignored", latency: [2: 800],
    transcript: """
      \(firstPage)
      1000 in reload
      1000 items
      1000 loading true
      1000 effect#2 start 1
      1200 in bottom
      1800 effect#2 ok
      1800 items a:A b:B
      1800 loading false
      """),
  ListTests.Scenario(
    testDescription: "the second trigger is ignored", latency: [2: 600],
    transcript: """
      \(firstPage)
      1000 in bottom
      1000 loading true
      1000 effect#2 start 2
      1100 in paginate
      1600 effect#2 ok
      1600 items a:A b:B c:C d:D
      1600 loading false
      """),
  ListTests.Scenario(
    testDescription: "so is one after the throttle's window", latency: [2: 1_500],
    transcript: """
      \(firstPage)
      1000 in bottom
      1000 loading true
      1000 effect#2 start 2
      2000 in bottom
      2500 effect#2 ok
      2500 items a:A b:B c:C d:D
      2500 loading false
      """),
  ListTests.Scenario(
    testDescription: "F5 a change of an item that is not there, or is the same, is none",
    transcript: """
      \(firstPage)
      1000 in change zz Z
      1100 in change a A
      """),
]

nonisolated private let firstPage = """
  0 items
  0 loading false
  0 in appear
  0 loading true
  0 effect#1 start 1
  300 effect#1 ok
  300 items a:A b:B
  300 loading false
  """
