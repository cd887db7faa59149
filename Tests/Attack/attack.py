#!/usr/bin/env python3
"""Attacks a daemon of its own while others use it as it is meant, and prints who waited how long for what.

Each attack has a fresh daemon on a temporary folder. Beside it a polite client asks and sets something every 10 ms,
and a watcher saves a small layout every 20 ms and waits for the delta. The targets are in stage.py. `machine` is what
an echo between two processes took meanwhile, without any daemon: whoever reads the table should look there first. Where
that is long, a wait is judged by `net`: without the time in which the one who waits, or the daemon's first thread, was
ready to run and another process had the processor (schedstat).

Ends with 1 when a target is missed.
"""

import argparse
import os
import signal
import sys
import time

import calls
import connections
import documents
import folders
import names
import records
import streams
from served import Died
from stage import Stage, in_words

ATTACKS = calls.ATTACKS + documents.ATTACKS + folders.ATTACKS + connections.ATTACKS + names.ATTACKS + records.ATTACKS + streams.ATTACKS


def named(attack):
    return attack.__name__.replace("_", "-")


def run(attack, binary, is_short):
    """Runs one attack to its end, whatever that is."""
    stage = Stage(named(attack), binary, is_short)
    with stage.daemon:
        try:
            attack(stage)
            stage.judge()
        except (Died, OSError) as error:
            stage.expect(False, f"{error}")
            if stage.daemon.process and not stage.daemon.is_alive:
                stage.expect(False, stage.daemon.last_words)
        stage.expect_no_control(stage.daemon.output, "what the daemon prints")
    return stage.finding


COLUMNS = ["attack", "answered", "with", "polite p50/p99/max", "watcher p50/p99/max", "net p99 polite/watcher", "machine p99/max",
           "MiB before/after/peak", ""]


def cells(finding):
    memory = f"{finding.before:.0f} / {finding.after:.0f} / {finding.peak:.0f}"
    machine = f"{in_words(finding.machine.p99)} / {in_words(finding.machine.longest)}"
    return [finding.name, in_words(finding.slowest), finding.outcome, three(finding.polite), three(finding.watcher),
            f"{in_words(finding.polite_net.p99)} / {in_words(finding.watcher_net.p99)}", machine, memory, "FAIL" if finding.failures else "pass"]


def three(waits):
    return " / ".join(map(in_words, (waits.median, waits.p99, waits.longest)))


def print_table(findings):
    rows = [COLUMNS] + [cells(finding) for finding in findings]
    widths = [max(map(len, column)) for column in zip(*rows)]
    for row in rows:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip())
    for finding in findings:
        for text in finding.failures + [f"note: {note}" for note in finding.notes]:
            print(f"  {finding.name}: {text}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", default=".build/release/framewire", help="the tool; .build/release/framewire")
    parser.add_argument("--only", action="append", metavar="NAME", help="only this attack; may be said again")
    parser.add_argument("--short", action="store_true", help="small amounts, and no target that is a time")
    parser.add_argument("--list", action="store_true", help="say what there is")
    options = parser.parse_args()
    if options.list:
        for attack in ATTACKS:
            print(f"{named(attack):20} {attack.__doc__.splitlines()[0]}")
        return 0
    if unknown := set(options.only or ()) - set(map(named, ATTACKS)):
        parser.error(f"there is no attack {', '.join(sorted(unknown))}; see --list")
    if not os.access(options.binary, os.X_OK):
        parser.error(f"there is no program {options.binary}; see --binary")
    # Whoever ends it ends its daemon and the bystanders as well.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("ended from outside"))
    began, findings = time.monotonic(), []
    for attack in ATTACKS:
        if options.only and named(attack) not in options.only:
            continue
        since = time.monotonic()
        findings.append(run(attack, os.path.abspath(options.binary), options.short))
        # Who waits for minutes wants to see that it goes on.
        took = in_words(time.monotonic() - since)
        print(f"{findings[-1].name}: {cells(findings[-1])[-1]} in {took}", file=sys.stderr, flush=True)
    print_table(findings)
    failed = sum(bool(finding.failures) for finding in findings)
    print(f"{len(findings)} attacks in {in_words(time.monotonic() - began)}: {failed or 'none'} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
