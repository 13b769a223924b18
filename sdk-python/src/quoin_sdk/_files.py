from __future__ import annotations

import os
from types import TracebackType
from typing import IO, AsyncIterator, BinaryIO, Iterator, List, Optional, Type, Union

import httpx

from ._api_error import failure_of

FileInput = Union[bytes, "os.PathLike[str]", BinaryIO, IO[bytes]]
"""A file to send: its bytes, its path, or a file opened for reading bytes."""

CHUNK_BYTES = 65_536


class Upload:
    """A file that is read while it is sent. A retry reads it from the start again."""

    def __init__(self, file: FileInput) -> None:
        self._file = file
        self._start: Optional[int] = None
        self.length: Optional[int] = None
        if isinstance(file, str):
            raise TypeError("Pass a path as pathlib.Path: a string could also be the content of the file.")
        if isinstance(file, bytes):
            self.length = len(file)
        elif isinstance(file, os.PathLike):
            self.length = os.stat(file).st_size
        elif file.seekable():
            self._start = file.tell()
            self.length = file.seek(0, os.SEEK_END) - self._start
            file.seek(self._start)

    @property
    def is_repeatable(self) -> bool:
        return self.length is not None

    def chunks(self) -> Iterator[bytes]:
        if isinstance(self._file, bytes):
            yield self._file
        elif isinstance(self._file, os.PathLike):
            with open(self._file, "rb") as opened:
                yield from _read(opened)
        else:
            if self._start is not None:
                self._file.seek(self._start)
            yield from _read(self._file)

    async def async_chunks(self) -> AsyncIterator[bytes]:
        for chunk in self.chunks():
            yield chunk


def _read(file: Union[BinaryIO, IO[bytes]]) -> Iterator[bytes]:
    while True:
        chunk = file.read(CHUNK_BYTES)
        if not chunk:
            return
        yield chunk


class _Lines:
    """Splits bytes at line feeds. Not at every line break that Unicode knows, as httpx does: JSON may contain those."""

    def __init__(self) -> None:
        self._parts: List[bytes] = []

    def feed(self, chunk: bytes) -> List[str]:
        """Returns the lines that are complete now."""
        first, *others = chunk.split(b"\n")
        self._parts.append(first)
        if not others:
            return []
        lines = [b"".join(self._parts), *others[:-1]]
        self._parts = [others[-1]]
        return [_text_of(line) for line in lines]

    def rest(self) -> List[str]:
        last = b"".join(self._parts)
        return [_text_of(last)] if last else []


def _text_of(line: bytes) -> str:
    return line.decode("utf-8", "replace").rstrip("\r")


class _File:
    def __init__(self, response: httpx.Response) -> None:
        self.http_response = response

    @property
    def content_type(self) -> str:
        return str(self.http_response.headers.get("content-type", "application/octet-stream"))


class Download(_File):
    """A file that is read as it arrives. `read`, `text` and `save` read it to the end and close it; otherwise use it
    in a `with` block."""

    def read(self) -> bytes:
        try:
            with self:
                return self.http_response.read()
        except httpx.HTTPError as error:
            raise failure_of(error) from error

    def text(self) -> str:
        self.read()
        return self.http_response.text

    def save(self, path: Union[str, os.PathLike[str]]) -> None:
        with self, open(path, "wb") as file:
            for chunk in self.iter_bytes():
                file.write(chunk)

    def iter_bytes(self) -> Iterator[bytes]:
        try:
            yield from self.http_response.iter_bytes(CHUNK_BYTES)
        except httpx.HTTPError as error:
            raise failure_of(error) from error

    def iter_lines(self) -> Iterator[str]:
        lines = _Lines()
        try:
            for chunk in self.http_response.iter_bytes():
                yield from lines.feed(chunk)
            yield from lines.rest()
        except httpx.HTTPError as error:
            raise failure_of(error) from error

    def close(self) -> None:
        self.http_response.close()

    def __enter__(self) -> Download:
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self.close()


class AsyncDownload(_File):
    """A file that is read as it arrives. `read`, `text` and `save` read it to the end and close it; otherwise use it
    in an `async with` block."""

    async def read(self) -> bytes:
        try:
            async with self:
                return await self.http_response.aread()
        except httpx.HTTPError as error:
            raise failure_of(error) from error

    async def text(self) -> str:
        await self.read()
        return self.http_response.text

    async def save(self, path: Union[str, os.PathLike[str]]) -> None:
        async with self:
            with open(path, "wb") as file:
                async for chunk in self.iter_bytes():
                    file.write(chunk)

    async def iter_bytes(self) -> AsyncIterator[bytes]:
        try:
            async for chunk in self.http_response.aiter_bytes(CHUNK_BYTES):
                yield chunk
        except httpx.HTTPError as error:
            raise failure_of(error) from error

    async def iter_lines(self) -> AsyncIterator[str]:
        lines = _Lines()
        try:
            async for chunk in self.http_response.aiter_bytes():
                for line in lines.feed(chunk):
                    yield line
            for line in lines.rest():
                yield line
        except httpx.HTTPError as error:
            raise failure_of(error) from error

    async def close(self) -> None:
        await self.http_response.aclose()

    async def __aenter__(self) -> AsyncDownload:
        return self

    async def __aexit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        await self.close()
