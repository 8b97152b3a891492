"""A finder in the terminal: `python3 -m viewmodel_host.find`, or `viewmodel-find`."""
