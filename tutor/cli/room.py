"""`tutor class`: a server for one room."""

from __future__ import annotations

import signal
import socket
import sys
from pathlib import Path

import click

from tutor.cli.base import Command, Wrong, lang_option, spoken, write
from tutor.cli.base import say as said

KIT = "kit"


@click.command("class", cls=Command)
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option("--kit", "made", type=click.Path(exists=True, file_okay=False, path_type=Path), default=None)
@click.option("--host", default="0.0.0.0", metavar="ADDRESS")
@click.option("--port", type=click.IntRange(0, 65535), default=8000)
@lang_option
def class_command(folder: Path, made: Path | None, host: str, port: int, lang: str | None) -> None:
    """Serve a kit to a room until it is stopped."""
    from tutor.classroom.room import Room  # it draws on Home: whoever plays in the terminal need not wait for it
    from tutor.classroom.server import Classroom

    tongue = spoken(lang)
    kit = made or folder / KIT
    if not (kit / "parts" / "site.js").is_file():
        raise Wrong("no-kit", folder=kit)
    room = Room(folder)
    try:
        server = Classroom((host, port), room, kit, tongue)
    except OSError as error:
        raise Wrong("not-served", address=f"{host}:{port}", problem=error.strerror) from error
    with server:
        address = f"http://{_reached(host)}:{server.server_port}/"
        write(said("class-open", tongue, url=address, code=room.code))
        write(said("class-desk", tongue, url=f"{address}desk/{room.key}/"))
        write(said("class-kept", tongue, folder=str(folder)))
        sys.stdout.flush()
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        try:
            server.serve_forever(poll_interval=0.2)
        except KeyboardInterrupt:
            return


def _reached(host: str) -> str:
    """The address at which others find this machine; nothing is sent to learn it."""
    if host not in ("0.0.0.0", "::"):
        return host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address that documents use and nobody has
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"
