#!/usr/bin/env python3
"""Measures Deckle's games and odds against others in one run, and that all agree; prints Markdown. See README.md."""

import argparse
import json
import math
import resource
import statistics
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
TOOLS = HERE / "tools"
OURS = "Deckle"
# The same as games: dealt, looked at and counted by the rules' engine.
WHOLE = "Deckle, whole games"

# What is measured: a title, how much Deckle does, and each competitor with how much it does.
ROWS = {
    "games": ("whole games of Wolf Pack", 200_000, {
        "Rust by hand": 400_000, "Node": 60_000, "Python": 6_000, "OpenSpiel, a game in Python": 1_500}),
    "hands": ("opening hands, looked at for a pair", 40_000_000, {
        WHOLE: 2_000_000, "NumPy": 4_000_000, "Node": 4_000_000, "Python": 200_000}),
    "shuffles": ("shuffles of 90 cards", 4_000_000, {WHOLE: 200_000, "NumPy": 200_000, "Node": 200_000}),
    "odds": ("exact odds, three cards among eight", 20_000, {"Node": 50_000, "Python": 20_000, "SciPy": 500}),
}


def note(words):
    print(words, file=sys.stderr, flush=True)


class Bench:
    def __init__(self, options):
        self.options = options

    def command(self, what, who, times, seed):
        times = max(2, round(times * self.options.part))
        if who in (OURS, WHOLE, "Rust by hand") or what == "checks":
            return [self.options.games, what, who, times, seed]
        if who == "Node":
            return [self.options.node, TOOLS / "hunt.mjs", what, times, seed]
        return [self.options.python, TOOLS / "hunt.py", what, who, times, seed]

    def once(self, what, who, times, seed):
        command = [str(word) for word in self.command(what, who, times, seed)]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            raise RuntimeError(done.stderr.strip().splitlines()[-1] if done.stderr.strip() else "failed")
        return json.loads(done.stdout.strip().splitlines()[-1])

    def row(self, what):
        """Every competitor beside Deckle, run by run, so that all meet the same load."""
        title, times, others = ROWS[what]
        found = {OURS: []} | {who: [] for who in others}
        for at in range(self.options.runs):
            for who, many in {OURS: times, **others}.items():
                if found.get(who) is None:
                    continue
                note(f"{title}: {who}, run {at + 1}")
                try:
                    found[who].append(self.once(what, who, many, at + 1))
                except (RuntimeError, OSError) as error:
                    note(f"  left out: {error}")
                    found[who] = None
        return {who: lines for who, lines in found.items() if lines}


def speed(lines):
    return statistics.median(line["times"] / line["seconds"] for line in lines)


def share(lines):
    """A share and its standard error."""
    times, hits = sum(line["times"] for line in lines), sum(line["found"] for line in lines)
    return hits / times, math.sqrt(hits / times * (1 - hits / times) / times)


def mean(lines):
    times, total = sum(line["times"] for line in lines), sum(line["sum"] for line in lines)
    squares = sum(line["squares"] for line in lines)
    return total / times, math.sqrt((squares / times - (total / times) ** 2) / times)


def statistic(what, lines):
    if what == "odds":
        return f"{lines[0]['found'] * 100:.6f} %"
    hits, error = share(lines)
    words = f"{hits * 100:.2f} ± {error * 100:.2f} %"
    if what == "games":
        rounds, error = mean(lines)
        words += f", {rounds:.2f} ± {error:.2f} rounds"
    return words


def agree(what, found):
    """Every result lies within four standard errors of Deckle's; exact ones are the same."""
    for who, lines in found.items():
        if what == "odds":
            assert math.isclose(lines[0]["found"], found[OURS][0]["found"], rel_tol=1e-9), who
            continue
        for measure in (share, mean) if what == "games" else (share,):
            (a, x), (b, y) = measure(found[OURS]), measure(lines)
            assert abs(a - b) <= 4 * math.hypot(x, y), f"{what}: {who} has {b} ± {y}, {OURS} {a} ± {x}"


def count(number):
    for size, unit in ((1e6, " M"), (1e3, " k")):
        if number >= size:
            return f"{number / size:.3g}{unit}"
    return f"{number:.3g}"


def table(what, found):
    print(f"\n| {ROWS[what][0]} | per core-second | Deckle is faster by | what came of it |\n| --- | ---: | ---: | --- |")
    for who, lines in sorted(found.items(), key=lambda item: -speed(item[1])):
        ratio = statistics.median(a["times"] / a["seconds"] / (b["times"] / b["seconds"]) for a, b in zip(found[OURS], lines))
        name, ratio = (f"**{who}**", "") if who == OURS else (who, f"{ratio:.3g} ×")
        print(f"| {name} | {count(speed(lines))} | {ratio} | {statistic(what, lines)} |")


def processes(command, runs):
    """The medians of whole processes: seconds that pass, and of all processors."""
    passed, spent = [], []
    for _ in range(runs):
        begin, used = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([str(word) for word in command], capture_output=True, check=True)
        more = resource.getrusage(resource.RUSAGE_CHILDREN)
        passed.append(time.perf_counter() - begin)
        spent.append(more.ru_utime + more.ru_stime - used.ru_utime - used.ru_stime)
    return statistics.median(passed), statistics.median(spent)


def whole(bench):
    """Whole commands, and the same bytes from any threads and parts."""
    deckle, runs = bench.options.deckle, bench.options.runs
    games = max(2, round(200_000 * bench.options.part))
    wolf_pack = lambda games: [deckle, "simulate", ROOT / "data/wolf-pack", "--games", games, "--format", "json"]
    simulate = wolf_pack(games)
    commands = {
        f"{games} games of Wolf Pack without deals, two threads": [*simulate, "--jobs", 2, "--vary", "Dive=6..6"],
        f"`simulate` of {games // 2} games of Wolf Pack and {games * 5} deals, two threads": [*wolf_pack(games // 2), "--jobs", 2],
        "`check` of Wolf Pack, as it is declared": [deckle, "check", ROOT / "data/wolf-pack"],
        "`check` of Warp-Lancer: exact odds and lints": [deckle, "check", ROOT / "data/warp-lancer"],
    }
    print("\n| whole commands | ms | of processors |\n| --- | ---: | ---: |")
    for name, command in commands.items():
        passed, spent = processes(command, runs)
        print(f"| {name} | {passed * 1000:.3g} | {spent * 1000:.3g} |")
    parts = {
        "of these, Warp-Lancer's lints and odds": ("checks", "warp-lancer", 1000),
        "of these, Wolf Pack's lints, odds and games": ("checks", "wolf-pack", 5),
        "loading and compiling Wolf Pack": ("loads", OURS, 200),
    }
    for name, (what, who, times) in parts.items():
        line = bench.once(what, who, times / bench.options.part, 1)
        print(f"| {name} | | {line['seconds'] / line['times'] * 1000:.3g} |")
    text = lambda *more: subprocess.run([str(w) for w in (*simulate, *more)], capture_output=True, check=True).stdout
    one = text("--jobs", 1)
    assert one == text("--jobs", 2) == text("--jobs", 3), "threads change the result"
    parts = []
    for part in (1, 2, 3):
        parts.append(bench.options.work / f"part-{part}.json")
        text("--shard", f"{part}/3", "--out", parts[-1])
    merged = subprocess.run([str(w) for w in (deckle, "simulate", "--merge", *parts, "--format", "json")], capture_output=True, check=True)
    assert merged.stdout == one, "parts do not merge to the whole"
    print("\nOne, two and three threads, and three parts merged, gave the same bytes.")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deckle", type=Path, required=True, help="the program, built with --release")
    parser.add_argument("--games", type=Path, required=True, help="the example `games`, built with --release")
    parser.add_argument("--work", type=Path, required=True, help="a folder for a venv and parts")
    parser.add_argument("--install", action="store_true", help="bring NumPy, SciPy and OpenSpiel below --work first")
    parser.add_argument("--node", default="node")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--part", type=float, default=1.0, help="this share of the numbers, for a trial")
    options = parser.parse_args()
    options.work.mkdir(parents=True, exist_ok=True)
    options.python = options.work / "venv/bin/python"
    if options.install:
        subprocess.run([sys.executable, "-m", "venv", options.work / "venv"], check=True)
        subprocess.run([options.python, "-m", "pip", "install", "-q", "numpy", "scipy", "open_spiel"], check=True)
    bench = Bench(options)
    for what in ROWS:
        found = bench.row(what)
        agree(what, found)
        table(what, found)
    whole(bench)
    print("\nAll results agree within four standard errors; exact ones are the same.")


if __name__ == "__main__":
    main()
