"""What this client is, and the protocol versions that it speaks."""

from __future__ import annotations

PROTOCOL_VERSIONS = ["1"]
VERSION = "0.1.0"
CLIENT = {"name": "viewmodel-host-python", "version": VERSION}
