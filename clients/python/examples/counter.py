"""Counts to three in a Swift ViewModel: python3 counter.py [HOST [ARGUMENT …]]"""

import sys

from viewmodel_host import Host

with Host(sys.argv[1:]) as host, host.create("counter") as counter:
    counter.on_change(lambda change: print(f"{change.before['count']} → {change.state['count']}"))
    for _ in range(3):
        counter.call("plusButtonDidTap")
    print("even" if counter.state["isEven"] else "odd")
