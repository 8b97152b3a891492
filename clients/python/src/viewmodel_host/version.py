"""What this client is."""

from __future__ import annotations

VERSION = "0.1.0"
CLIENT = {"name": "viewmodel-host-python", "version": VERSION}
