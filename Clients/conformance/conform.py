#!/usr/bin/env python3
"""Whether a client understands the protocol: conversations that are written down, and a daemon that runs.

usage: conform.py --client 'COMMAND…' [--binary FRAMEWIRE] [--only NAME]… [--encodings json,fw1]
                  [--live-encodings json,fw1] [--list]

Prints a line a case, and what is wrong below those that fail; exits with 1 if any does. README.md says what the
command has to do. Needs nothing but Python's standard library.
"""

import argparse
import os
import shlex
import sys
import time

import live
from probing import Failure
from recorded import conversations

FOLDER = os.path.dirname(os.path.abspath(__file__))


def cases(options):
    """What is to be run, each as (encoding, name, function)."""
    for conversation in conversations(os.path.join(FOLDER, "conversations")):
        for encoding in conversation.encodings:
            if encoding in options.encodings:
                yield encoding, conversation.name, lambda c=conversation, e=encoding: c.run(options.client, e)
    if options.binary:
        for name, case in live.CASES.items():
            for encoding in options.live_encodings:
                yield encoding, name, lambda c=case, e=encoding: live.run(c, options.binary, options.client, e)


def arguments():
    def names(text):
        return text.split(",")

    parser = argparse.ArgumentParser(description="Whether a client understands the protocol.")
    parser.add_argument("--client", type=shlex.split, metavar="COMMAND", help="the client's probe")
    parser.add_argument("--binary", metavar="FRAMEWIRE", help="run the cases with a daemon too")
    parser.add_argument("--only", action="append", metavar="NAME", help="only cases whose names begin so")
    parser.add_argument("--encodings", type=names, default=["json", "fw1"], metavar="NAMES", help="json,fw1 if left out")
    parser.add_argument("--live-encodings", type=names, default=["json", "fw1"], metavar="NAMES", help="the same")
    parser.add_argument("--list", action="store_true", help="say what there is, and run nothing")
    options = parser.parse_args()
    if not options.client and not options.list:
        parser.error("--client is missing")
    return options


def main():
    options = arguments()
    ran = failed = 0
    start = time.monotonic()
    for encoding, name, run in cases(options):
        if options.only and not any(name.startswith(beginning) for beginning in options.only):
            continue
        if options.list:
            print("%-5s %s" % (encoding, name))
            continue
        try:
            run()
            print("ok    %-5s %s" % (encoding, name), flush=True)
        except Failure as failure:
            print("FAIL  %-5s %s\n      %s" % (encoding, name, failure), flush=True)
            failed += 1
        ran += 1
    if not options.list:
        print("%d cases in %.1f s, %d failed" % (ran, time.monotonic() - start, failed))
    sys.exit(failed > 0 or (ran == 0 and not options.list))


if __name__ == "__main__":
    main()
