"""What the benches of whole programs share: runs, tools, and tables in Markdown."""

import os
import platform
import shutil
import statistics
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
HEAD = ["wall s", "CPU s", "peak MiB", "output MB"]


@dataclass
class Run:
    """What one run of a whole process took: seconds, bytes of the largest process, bytes written."""

    wall: float
    cpu: float
    peak: int
    size: int


@dataclass
class Tool:
    """A way to the same: its kinds of output, its command, what it needs, and how much faster Deckle means to be."""

    name: str
    kinds: tuple
    command: list
    needs: tuple = ()
    goal: str = ""

    def is_here(self):
        """Whether all it needs is here; tells what is not."""
        missing = [str(need) for need in self.needs if not Path(need).exists() and not shutil.which(str(need))]
        if missing:
            note(f"skipped {self.name}: {', '.join(missing)} missing")
        return not missing


def note(text):
    print(text, file=sys.stderr, flush=True)


def size_of(out):
    """The bytes of the pictures and sheets, without Deckle's cache."""
    made = [file for file in out.rglob("*") if file.suffix in (".png", ".pdf") and ".deckle-cache" not in file.parts]
    return sum(file.stat().st_size for file in made)


def run(command, out, environment, keep=False):
    """Runs a command into an empty folder, unless what is there is to be kept."""
    if not keep:
        shutil.rmtree(out, ignore_errors=True)
    out.parent.mkdir(parents=True, exist_ok=True)
    with open(out.parent / "log.txt", "w+b") as log:
        begin = time.perf_counter()
        process = subprocess.Popen([str(word) for word in command], stdout=log, stderr=log, env=environment)
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.perf_counter() - begin
        process.returncode = os.waitstatus_to_exitcode(status)
        size = size_of(out)
        if process.returncode or not size:
            log.seek(0)
            said = log.read().decode(errors="replace").strip()[-800:]
            raise RuntimeError(f"{said} (exit {process.returncode}, {size} bytes written)")
    return Run(wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024, size)


def in_turn(name, runs, ours, theirs):
    """Runs Deckle and a tool one after the other, several times: both lists of runs, or nothing if the tool fails."""
    beside, others = [], []
    for at in range(runs):
        note(f"{name}, run {at + 1}")
        beside.append(ours())
        try:
            others.append(theirs())
        except RuntimeError as error:
            note(f"{name} failed: {error}")
            return None
    return beside, others


def contest(title, runs, ours, tools, theirs):
    """Each tool that is here, in turn with Deckle: all runs of Deckle; and tools with Deckle's runs and their own."""
    all_ours, found = [], []
    for tool in tools:
        both = tool.is_here() and in_turn(f"{title}: {tool.name}", runs, ours, lambda: theirs(tool))
        if both:
            all_ours += both[0]
            found.append((tool, *both))
    found.sort(key=lambda one: middle(one[2], "wall"))
    return all_ours or [ours() for _ in range(runs)], found


def middle(runs, what):
    return statistics.median(getattr(one, what) for one in runs)


def ratios(theirs, beside):
    return " / ".join(f"{middle(theirs, what) / middle(beside, what):.1f} ×" for what in ("wall", "cpu"))


def table(head, rows):
    print(f"\n| {' | '.join(head)} |\n| --- |{' ---: |' * (len(head) - 1)}")
    for row in rows:
        print(f"| {' | '.join(row)} |")
    sys.stdout.flush()


def cells(name, runs, *more):
    """A row under `HEAD`, with what else stands in it."""
    return [
        name,
        f"{middle(runs, 'wall'):.2f}",
        f"{middle(runs, 'cpu'):.2f}",
        f"{max(one.peak for one in runs) / 2**20:.0f}",
        f"{middle(runs, 'size') / 1e6:.2f}",
        *more,
    ]


def environment(work):
    """The variables of the tools: for fontconfig the fonts of Deckle alone, and where packages lie below `work`."""
    (work / "fonts.conf").write_text(
        '<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>'
        f"<dir>{ROOT / 'fonts'}</dir><cachedir>{work / 'fontcache'}</cachedir></fontconfig>\n"
    )
    return os.environ | {
        "FONTCONFIG_FILE": str(work / "fonts.conf"),
        "NODE_PATH": str(work / "node_modules"),
        "PERL5LIB": str(work / "perl/lib/perl5"),
        "PYTHONPYCACHEPREFIX": str(work / "pycache"),
    }


def bring_debian(packages):
    """Installs packages of Debian, if it may."""
    if os.geteuid() == 0 and shutil.which("apt-get"):
        subprocess.run(["apt-get", "update", "--quiet=2"], check=False)
        subprocess.run(["apt-get", "install", "--quiet=2", "--no-install-recommends", *packages], check=False)
    else:
        note(f"not root: install {' '.join(packages)}")


def bring_python(work, packages):
    """Installs packages of Python into a venv below `work`."""
    venv = work / "venv"
    if not venv.exists():
        subprocess.run([sys.executable, "-m", "venv", venv], check=True)
    subprocess.run([venv / "bin/pip", "install", "--quiet", *packages], check=True)


def heading(deckle):
    """Prints what is measured, and where."""
    version = subprocess.run([deckle, "--version"], capture_output=True, text=True, check=True).stdout.strip()
    machine = f"{os.cpu_count()} processors, {platform.system()} {platform.machine()}"
    print(f"{version}, {machine}, load {os.getloadavg()[0]:.1f}")
