"""Drive ViewModels that live in a viewmodel-host process.

`Host` is the synchronous face, `AsyncHost` the one for asyncio; README.md shows both.
"""

from .aio import *  # noqa: F403
from .errors import *  # noqa: F403
from .host import *  # noqa: F403
from .instance import *  # noqa: F403
from .news import *  # noqa: F403
from .version import VERSION as __version__  # noqa: F401
