// Each line is a time in milliseconds and what happens then: `in` and an input, an output and its
// value, or what happens to a request (`effect#N`).

nonisolated let listScenarios: [ListTests.Scenario] = [
  ListTests.Scenario(
    testDescription: "the first page",
    transcript: """
      \(firstPage)
      """),
  ListTests.Scenario(
    testDescription: "only the first appearance loads",
    transcript: """
      \(firstPage)
      5000 in appear
      """),
  ListTests.Scenario(
    testDescription: "the next page",
    transcript: """
      \(firstPage)
      1000 in bottom
      1000 effect#2 start 2
      1000 loading true
      1300 effect#2 ok
      1300 items a:A b:B c:C d:D
      1300 loading false
      1300 loading false
      """),
  ListTests.Scenario(
    testDescription: "throttled attempts", usual: 100,
    transcript: """
      0 items
      0 in appear
      0 effect#1 start 1
      0 loading true
      100 effect#1 ok
      100 items a:A b:B
      100 loading false
      100 loading false
      1000 in bottom
      1000 effect#2 start 2
      1000 loading true
      1100 effect#2 ok
      1100 items a:A b:B c:C d:D
      1100 loading false
      1100 loading false
      1400 in bottom
      1999 in bottom
      2000 in bottom
      2000 effect#3 start 3
      2000 loading true
      2100 effect#3 ok
      2100 items a:A b:B c:C d:D e:E
      2100 loading false
      2100 loading false
      """),
  ListTests.Scenario(
    testDescription: "nothing after the last page", usual: 100, lastPage: 1,
    transcript: """
      0 items
      0 in appear
      0 effect#1 start 1
      0 loading true
      100 effect#1 ok
      100 items a:A b:B
      100 loading false
      100 loading false
      1000 in bottom
      3000 in paginate
      """),
  ListTests.Scenario(
    testDescription: "reload starts over",
    transcript: """
      \(firstPage)
      1000 in bottom
      1000 effect#2 start 2
      1000 loading true
      1300 effect#2 ok
      1300 items a:A b:B c:C d:D
      1300 loading false
      1300 loading false
      2000 in reload
      2000 effect#3 start 1
      2000 loading true
      2000 items
      2300 effect#3 ok
      2300 items a:A b:B
      2300 loading false
      2300 loading false
      3000 in bottom
      3000 effect#4 start 2
      3000 loading true
      3300 effect#4 ok
      3300 items a:A b:B c:C d:D
      3300 loading false
      3300 loading false
      """),
  ListTests.Scenario(
    testDescription: "reload cancels", latency: [2: 800],
    transcript: """
      \(firstPage)
      1000 in bottom
      1000 effect#2 start 2
      1000 loading true
      1200 in reload
      1200 effect#2 cancel
      1200 effect#3 start 1
      1200 loading true
      1200 items
      1500 effect#3 ok
      1500 items a:A b:B
      1500 loading false
      1500 loading false
      """),
  ListTests.Scenario(
    testDescription: "the first page fails", failing: [1],
    transcript: """
      0 items
      0 in appear
      0 effect#1 start 1
      0 loading true
      300 effect#1 fail
      300 error net
      300 loading false
      1000 in reload
      1000 effect#2 start 1
      1000 loading true
      1000 items
      1300 effect#2 ok
      1300 items a:A b:B
      1300 loading false
      1300 loading false
      """),
  ListTests.Scenario(
    testDescription: "a failed reload", failing: [2],
    transcript: """
      \(firstPage)
      1000 in reload
      1000 effect#2 start 1
      1000 loading true
      1000 items
      1300 effect#2 fail
      1300 error net
      1300 loading false
      2000 in bottom
      2000 effect#3 start 2
      2000 loading true
      2300 effect#3 ok
      2300 items a:A b:B c:C d:D
      2300 loading false
      2300 loading false
      """),
  ListTests.Scenario(
    testDescription: "an unknown item",
    transcript: """
      \(firstPage)
      1000 in change zz Z
      1000 items a:A b:B
      """),
  ListTests.Scenario(
    testDescription: "the next page undoes a change",
    transcript: """
      \(firstPage)
      1000 in change a A2
      1000 items a:A2 b:B
      2000 in bottom
      2000 effect#2 start 2
      2000 loading true
      2300 effect#2 ok
      2300 items a:A b:B c:C d:D
      2300 loading false
      2300 loading false
      """),
  ListTests.Scenario(
    testDescription: "a second change undoes the first",
    transcript: """
      \(firstPage)
      1000 in change a A2
      1000 items a:A2 b:B
      1100 in change b B2
      1100 items a:A b:B2
      """),
  ListTests.Scenario(
    testDescription: "a change during a reload", latency: [2: 500],
    transcript: """
      \(firstPage)
      1000 in reload
      1000 effect#2 start 1
      1000 loading true
      1000 items
      1200 in change a A2
      1200 items a:A2 b:B
      1500 effect#2 ok
      1500 items a:A b:B
      1500 loading false
      1500 loading false
      """),
  ListTests.Scenario(
    testDescription: "pagination during a reload", latency: [2: 800],
    transcript: """
      \(firstPage)
      1000 in reload
      1000 effect#2 start 1
      1000 loading true
      1000 items
      1200 in bottom
      1200 effect#2 cancel
      1200 effect#3 start 2
      1200 loading true
      1500 effect#3 ok
      1500 items a:A b:B c:C d:D
      1500 loading false
      1500 loading false
      """),
  ListTests.Scenario(
    testDescription: "two throttles", latency: [2: 600, 3: 600],
    transcript: """
      \(firstPage)
      1000 in bottom
      1000 effect#2 start 2
      1000 loading true
      1100 in paginate
      1100 effect#2 cancel
      1100 effect#3 start 2
      1100 loading true
      1700 effect#3 ok
      1700 items a:A b:B c:C d:D
      1700 loading false
      1700 loading false
      """),
  ListTests.Scenario(
    testDescription: "a slow reply is overtaken", latency: [2: 1_500, 3: 600],
    transcript: """
      \(firstPage)
      1000 in bottom
      1000 effect#2 start 2
      1000 loading true
      2000 in bottom
      2000 effect#2 cancel
      2000 effect#3 start 2
      2000 loading true
      2600 effect#3 ok
      2600 items a:A b:B c:C d:D
      2600 loading false
      2600 loading false
      """),
  ListTests.Scenario(
    testDescription: "synchronous replies", usual: 0,
    transcript: """
      0 items
      0 in appear
      0 effect#1 start 1
      0 effect#1 ok
      0 items a:A b:B
      0 loading false
      0 loading false
      0 loading true
      1000 in reload
      1000 effect#2 start 1
      1000 effect#2 ok
      1000 items a:A b:B
      1000 loading false
      1000 loading false
      1000 loading true
      1000 items
      """),
  ListTests.Scenario(
    testDescription: "items that are observed late",
    transcript: """
      0 in appear
      0 effect#1 start 1
      300 effect#1 ok
      1000 in subscribe
      1000 items
      2000 in bottom
      2000 effect#2 start 2
      2300 effect#2 ok
      2300 items c:C d:D
      """),
  ListTests.Scenario(
    testDescription: "a page and a reload at once",
    transcript: """
      \(firstPage)
      1000 in bottom
      1000 effect#2 start 2
      1000 loading true
      1000 in reload
      1000 effect#2 cancel
      1000 effect#3 start 1
      1000 loading true
      1000 items
      1300 effect#3 ok
      1300 items a:A b:B
      1300 loading false
      1300 loading false
      """),
  ListTests.Scenario(
    testDescription: "a change before any page",
    transcript: """
      0 items
      0 in change a A2
      0 items
      100 in appear
      100 effect#1 start 1
      100 loading true
      400 effect#1 ok
      400 items a:A b:B
      400 loading false
      400 loading false
      """),
]

nonisolated private let firstPage = """
  0 items
  0 in appear
  0 effect#1 start 1
  0 loading true
  300 effect#1 ok
  300 items a:A b:B
  300 loading false
  300 loading false
  """
