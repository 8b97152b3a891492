let rows = jsonBenchmarks()
print(table(rows))
