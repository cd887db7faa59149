#!/usr/bin/env python3
"""Times HiGHS on a system written by `Benchmarks` as a flat file, and finds its exact optimum.

    highs_workloads.py FILE CAP [by-level]   ->   one line of `name value` pairs, nanoseconds of processor time

The system becomes one linear program: an error column per violated direction of each preference, weighted
100**rank as in the recorded runs. `build` is passing the finished arrays, the cold solve and reading the
solution; `resize` and `edit` change the bounds of rows and solve again from the basis there is. The Python loops
that make the arrays are outside every measurement. `by-level` is a build that optimises one level after the other from
the basis there is, each kept by a row, since weights of many levels are beyond floating point. `levels` are the least
violations by priority, found in that way (only for systems of at most 20,000 rows).
"""
import statistics
import sys
import time

import highspy
import numpy as np

INFINITY = highspy.kHighsInf
EQUAL, AT_MOST, AT_LEAST = range(3)


def read(path):
    with open(path) as file:
        words = iter(file.read().split())
    assert next(words) == "system"
    variables, row_count, _ = int(next(words)), int(next(words)), next(words)
    changes = {}
    for name in ("resize", "edit"):
        assert next(words) == name
        changes[name] = [
            (int(next(words)), float(next(words)), float(next(words))) for _ in range(int(next(words)))
        ]
    rows = []
    for _ in range(row_count):
        relation, priority, constant = int(next(words)), float(next(words)), float(next(words))
        terms = [(int(next(words)), float(next(words))) for _ in range(int(next(words)))]
        rows.append((relation, priority, constant, terms))
    assert next(words) == "sizes"
    sizes = [int(next(words)) for _ in range(int(next(words)))]
    return variables, rows, sizes, changes


def bounds(relation, constant):
    return (constant if relation != AT_MOST else -INFINITY, constant if relation != AT_LEAST else INFINITY)


class Program:
    def __init__(self, variables, rows, sizes):
        self.rows = rows
        levels = sorted({row[1] for row in rows if row[1] < 1000})
        weights = {level: 100.0**rank for rank, level in enumerate(levels)}
        costs = [0.0] * variables
        self.errors = {level: [] for level in reversed(levels)}
        starts, columns, coefficients, lower, upper = [0], [], [], [], []
        for relation, priority, constant, terms in rows:
            entries = {}
            for variable, coefficient in terms:
                entries[variable] = entries.get(variable, 0.0) + coefficient
            if priority < 1000:
                for direction, allowed in ((-1.0, AT_LEAST), (1.0, AT_MOST)):
                    if relation != allowed:
                        entries[len(costs)] = direction
                        self.errors[priority].append(len(costs))
                        costs.append(weights[priority])
            low, high = bounds(relation, constant)
            lower.append(low)
            upper.append(high)
            columns += entries.keys()
            coefficients += entries.values()
            starts.append(len(columns))
        self.columns, self.variables, self.costs = len(costs), variables, costs
        lp = self.lp = highspy.HighsLp()
        lp.num_col_, lp.num_row_ = len(costs), len(rows)
        lower_bounds = np.array([-INFINITY] * variables + [0.0] * (len(costs) - variables))
        lower_bounds[sizes] = 0.0
        lp.col_lower_ = lower_bounds
        lp.col_upper_ = np.full(len(costs), INFINITY)
        lp.row_lower_, lp.row_upper_ = np.array(lower), np.array(upper)
        lp.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
        lp.a_matrix_.start_ = np.array(starts)
        lp.a_matrix_.index_ = np.array(columns)
        lp.a_matrix_.value_ = np.array(coefficients)

    def build(self, costs=None):
        self.lp.col_cost_ = np.array(self.costs if costs is None else costs)
        self.solver = highspy.Highs()
        for option, value in (("output_flag", False), ("threads", 1), ("solver", "simplex")):
            self.solver.setOptionValue(option, value)
        self.solver.passModel(self.lp)
        return self.solve()

    def build_by_level(self):
        self.build([0.0] * self.columns)
        self.levels()

    def solve(self):
        self.solver.run()
        return self.solver.getSolution().col_value

    def change(self, changes, changed):
        for row, value, other in changes:
            self.solver.changeRowBounds(row, *bounds(self.rows[row][0], other if changed else value))
        return self.solve()

    def levels(self):
        found = []
        indices = np.arange(self.columns, dtype=np.int32)
        for priority, columns in self.errors.items():
            costs = np.zeros(self.columns)
            costs[columns] = 1.0
            self.solver.changeColsCost(self.columns, indices, costs)
            self.solver.run()
            violation = self.solver.getInfo().objective_function_value
            found.append("%g:%.6f" % (priority, violation))
            self.solver.addRow(
                -INFINITY, violation + 1e-6, len(columns), np.array(columns, np.int32), np.ones(len(columns)))
        return ",".join(found)


def measure(name, cap, body):
    times = []
    while len(times) < 15 and (len(times) < 3 or sum(times) < 0.5) and sum(times) < cap / 4:
        start = time.process_time()
        body(len(times) % 2 == 0)
        times.append(time.process_time() - start)
    print(name, "%.1f" % (statistics.median(times) * 1e9), end=" ", flush=True)


def main():
    variables, rows, sizes, changes = read(sys.argv[1])
    cap = float(sys.argv[2])
    program = Program(variables, rows, sizes)
    measure("build", cap, lambda _: program.build())
    print("sum %.17g" % sum(program.build()[:variables]), end=" ")
    measure("resize", cap, lambda changed: program.change(changes["resize"], changed))
    program.change(changes["resize"], False)
    measure("edit", cap, lambda changed: program.change(changes["edit"], changed))
    program.change(changes["edit"], False)
    if "by-level" in sys.argv:
        measure("by-level", cap, lambda _: program.build_by_level())
        program.build()
    if len(rows) <= 20000:
        print("levels", program.levels() or "-", end=" ")
    print("done")


main()
