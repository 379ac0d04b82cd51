"""What a kernel says of its tables arrives, however late it is read: by a client as JupyterLab's server is one."""

from __future__ import annotations

from collections import Counter
from queue import Empty
from typing import Any

from jupyter_client.manager import start_new_kernel

COUNTING = """from collections import Counter
said, session = Counter(), get_ipython().kernel.session
send = session.send
def counting(stream, kind, *given, **named):
    said[str(kind)] += 1
    return send(stream, kind, *given, **named)
session.send = counting
from tutor.board.table import Table
table = Table("se/roana", language="en", seed=1)
for n in range(12_000):
    table.board.glass.send({"what": "nothing", "html": "-" * 2_000})
table.close()
print(said["comm_open"], said["comm_close"], said["comm_msg"])"""
KINDS = ("comm_open", "comm_close", "comm_msg")
WAIT = 60


def test_nothing_that_a_kernel_says_is_lost_while_nobody_reads() -> None:
    manager, client = start_new_kernel(kernel_name="python3")
    try:
        done = client.execute(COUNTING)
        while client.get_shell_msg(timeout=WAIT)["parent_header"].get("msg_id") != done:
            pass
        heard, printed = read(client)
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)
    said = dict(zip(KINDS, map(int, printed.split()), strict=True))
    assert said["comm_msg"] > 12_000, "some thousand messages ZeroMQ keeps in any case"
    assert {kind: heard[kind] for kind in KINDS} == said


def read(client: Any) -> tuple[Counter[str], str]:
    """How many messages of each kind there are still to be read, and what was printed."""
    heard: Counter[str] = Counter()
    printed = ""
    try:
        while True:
            message = client.get_iopub_msg(timeout=3)
            heard[message["msg_type"]] += 1
            printed += message["content"].get("text", "")
    except Empty:
        return heard, printed
