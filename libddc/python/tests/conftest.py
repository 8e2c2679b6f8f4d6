# SPDX-License-Identifier: MIT
"""Fixtures of the package's tests. DDC_LIBRARY is the path of libddc.so.1, DDC_BIN the folder of
the programs."""
import contextlib
import os
import pathlib
import signal
import sys
import textwrap

import pytest

PACKAGES = pathlib.Path(__file__).parents[1]
sys.path[:0] = [str(PACKAGES), str(PACKAGES.parents[1] / "tests/support")]
import harness  # noqa: E402

LIMIT_S = 30.0


@pytest.fixture(autouse=True)
def watchdog():
    """Ends a test that hangs."""
    signal.alarm(120)
    yield
    signal.alarm(0)


@pytest.fixture
def table_name(request, monkeypatch):
    """The name of a separate table for one test, set in DDC_NAME; it is removed afterwards."""
    name = f"test.python.{os.getpid()}.{request.node.name[:24]}".replace("[", ".").replace("]", "")
    monkeypatch.setenv("DDC_NAME", name)
    yield name
    for file in pathlib.Path("/dev/shm").glob(f"ddc.{name}*"):
        file.unlink()


@pytest.fixture
def table(table_name):
    import ddc
    with ddc.Table(table_name) as opened:
        yield opened


@pytest.fixture
def start():
    """Starts Python code in a separate process, which is ended with the test."""
    with contextlib.ExitStack() as running:
        def start_python(code, *arguments):
            command = [sys.executable, "-B", "-c", textwrap.dedent(code), *arguments]
            environment = dict(os.environ, PYTHONPATH=str(PACKAGES))
            return running.enter_context(harness.Process(command, environment=environment))

        yield start_python


@pytest.fixture
def programs():
    """The folder of ddc and ddc-gateway."""
    return pathlib.Path(os.environ["DDC_BIN"])
