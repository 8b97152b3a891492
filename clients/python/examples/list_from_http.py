"""Pages through a list that a web server has: python3 list_from_http.py URL [HOST [ARGUMENT …]]

GET URL?page=1 answers with {"items": [{"id", "name"}, …], "pages": {"currentPage", "nextPage"}}.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from typing import Any
from urllib.error import HTTPError
from urllib.request import urlopen

from viewmodel_host import Host, Instance, ServiceCall, ServiceError

url, *command = sys.argv[1:] or sys.exit(__doc__)


def items(call: ServiceCall, page: int) -> Any:
    """The service: an exception is the answer, too."""
    try:
        with urlopen(f"{url}?page={page}", timeout=30) as response:
            return json.load(response)
    except HTTPError as error:
        raise ServiceError(error.code, str(error)) from error


def loaded(instance: Instance) -> Mapping[str, Any]:
    """The state when nothing is on its way any more. Services run while this side waits."""
    state: Mapping[str, Any] = instance.until(lambda state: not state["loading"])
    return state


def show(articles: Instance) -> None:
    print(", ".join(item["name"] for item in loaded(articles)["items"]))


with Host(command, services={"items": items}) as host:
    articles = host.create("list")
    articles.on_event(lambda event: print(f"! {event.value}"), "error")
    articles.call("viewWillAppear")
    show(articles)
    articles.call("reachedBottom")
    show(articles)

    if found := articles.state["items"]:
        # The pager has the very same list: at its last item the list loads more.
        uses, parameters = {"list": articles}, {"selectedId": found[-1]["id"]}
        pager = host.create("pager", uses=uses, parameters=parameters)
        print(f"{pager.state['index'] + 1} of {len(pager.state['items'])}")
        pager.call("willTransitionTo", pager.state["index"])
        loaded(articles)
        while pager.state["hasNext"]:
            pager.call("willTransitionTo", pager.state["index"] + 1)
            index, shown = pager.state["index"], pager.state["items"]
            print(f"{index + 1} of {len(shown)}: {shown[index]['name']}")
