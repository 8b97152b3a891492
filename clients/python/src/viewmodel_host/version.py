"""What this client is."""

VERSION = "0.1.0"
CLIENT = {"name": "viewmodel-host-python", "version": VERSION}
