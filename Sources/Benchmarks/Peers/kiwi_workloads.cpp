// Times kiwi (https://github.com/nucleic/kiwi) on a system written by `Benchmarks` as a flat file.
//
//   kiwi_workloads FILE CAP [edit-last]   ->   one line of `name value` pairs, in nanoseconds of processor time
//
// The work is what a program would do with kiwi: create variables and constraints from the rows and add them
// one by one; rows that a resize changes become edit variables and are suggested; a local edit removes its
// constraints and adds them again. Each phase ends by updateVariables, as values are no use before.
// CAP is in seconds, for one build, resize or edit: what is not done by then is reported as `capped PHASE`.
#include <kiwi/kiwi.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <exception>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace {

struct Term { int variable; double coefficient; };
struct Row { int relation; double priority, constant; std::vector<Term> terms; };
struct Change { int row; double value, changed; };

struct System {
  int variables = 0;
  std::string weights;
  std::vector<Change> resize, edit;
  std::vector<Row> rows;
  std::map<double, double> strengths;
};

[[noreturn]] void fail(const char *what) {
  fprintf(stderr, "kiwi_workloads: %s\n", what);
  exit(2);
}

std::vector<Change> readChanges(FILE *file, const char *name) {
  char word[64];
  int count;
  if (fscanf(file, "%63s %d", word, &count) != 2 || strcmp(word, name)) fail("expected a list of changes");
  std::vector<Change> changes(count);
  for (auto &change : changes)
    if (fscanf(file, "%d %lf %lf", &change.row, &change.value, &change.changed) != 3) fail("bad change");
  return changes;
}

System readSystem(const char *path) {
  FILE *file = fopen(path, "r");
  if (!file) fail("cannot open the file");
  System system;
  char weights[64];
  int rows;
  if (fscanf(file, "system %d %d %63s", &system.variables, &rows, weights) != 3) fail("bad header");
  system.weights = weights;
  system.resize = readChanges(file, "resize");
  system.edit = readChanges(file, "edit");
  system.rows.resize(rows);
  for (auto &row : system.rows) {
    int terms;
    if (fscanf(file, "%d %lf %lf %d", &row.relation, &row.priority, &row.constant, &terms) != 4) fail("bad row");
    row.terms.resize(terms);
    for (auto &term : row.terms)
      if (fscanf(file, "%d %lf", &term.variable, &term.coefficient) != 2) fail("bad term");
  }
  fclose(file);

  std::set<double> levels;
  for (auto &row : system.rows)
    if (row.priority < 1000) levels.insert(row.priority);
  int rank = 0;
  for (double level : levels)
    system.strengths[level] = system.weights == "rank" ? pow(100, rank++) : pow(10, 7 * level / 1000);
  system.strengths[1000] = kiwi::strength::required;
  return system;
}

class Peer {
public:
  explicit Peer(const System &system, bool editLast) : system(system) {
    variables.resize(system.variables);
    std::set<int> suggested;
    for (auto &change : system.resize) suggested.insert(change.row);
    if (!editLast) addEdits();
    constraints.reserve(system.rows.size());
    for (size_t index = 0; index < system.rows.size(); index++) {
      constraints.push_back(make(system.rows[index], system.rows[index].constant));
      if (!suggested.count(int(index))) solver.addConstraint(constraints.back());
    }
    if (editLast) addEdits();
    solver.updateVariables();
  }

  void resize(bool changed) {
    for (auto &change : system.resize)
      solver.suggestValue(variable(change), changed ? change.changed : change.value);
    solver.updateVariables();
  }

  void edit(bool changed) {
    for (auto &change : system.edit) {
      solver.removeConstraint(constraints[change.row]);
      constraints[change.row] = make(system.rows[change.row], changed ? change.changed : change.value);
      solver.addConstraint(constraints[change.row]);
    }
    solver.updateVariables();
  }

  double sum() const {
    double total = 0;
    for (auto &variable : variables) total += variable.value();
    return total;
  }

private:
  const System &system;
  kiwi::Solver solver;
  std::vector<kiwi::Variable> variables;
  std::vector<kiwi::Constraint> constraints;

  kiwi::Variable &variable(const Change &change) {
    return variables[system.rows[change.row].terms.at(0).variable];
  }

  // Above every preference, as an edit variable must not be required.
  void addEdits() {
    for (auto &change : system.resize) {
      solver.addEditVariable(variable(change), 1e9);
      solver.suggestValue(variable(change), change.value);
    }
  }

  kiwi::Constraint make(const Row &row, double constant) {
    static const kiwi::RelationalOperator relations[] = {kiwi::OP_EQ, kiwi::OP_LE, kiwi::OP_GE};
    std::vector<kiwi::Term> terms;
    terms.reserve(row.terms.size());
    for (auto &term : row.terms) terms.emplace_back(variables[term.variable], term.coefficient);
    return kiwi::Constraint(
      kiwi::Expression(std::move(terms), -constant), relations[row.relation],
      system.strengths.at(std::min(row.priority, 1000.0)));
  }
};

const char *phase = "build";
unsigned cap = 20;

void onAlarm(int) {
  printf("capped %s\n", phase);
  fflush(stdout);
  _exit(0);
}

double now() {
  timespec used;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
  return used.tv_sec * 1e9 + used.tv_nsec;
}

template <class Body> void measure(const char *name, Body body) {
  phase = name;
  std::vector<double> times;
  double total = 0;
  while (times.size() < 50 && (times.size() < 5 || total < 0.3e9) && (times.empty() || total < 4e9)) {
    alarm(cap);
    double start = now();
    body(times.size() % 2 == 0);
    times.push_back(now() - start);
    alarm(0);
    total += times.back();
  }
  std::sort(times.begin(), times.end());
  printf("%s %.1f ", name, times[times.size() / 2]);
  fflush(stdout);
}

}  // namespace

int main(int argc, char **argv) {
  if (argc < 3) fail("usage: kiwi_workloads FILE CAP [edit-last]");
  System system = readSystem(argv[1]);
  cap = unsigned(atoi(argv[2]));
  bool editLast = argc > 3 && !strcmp(argv[3], "edit-last");
  signal(SIGALRM, onAlarm);
  try {
    std::unique_ptr<Peer> peer;
    measure("build", [&](bool) { peer.reset(); peer = std::make_unique<Peer>(system, editLast); });
    printf("sum %.17g ", peer->sum());
    fflush(stdout);
    measure("resize", [&](bool changed) { peer->resize(changed); });
    peer->resize(false);
    measure("edit", [&](bool changed) { peer->edit(changed); });
    printf("done\n");
  } catch (const std::exception &error) {
    printf("failed %s\n", phase);
    fprintf(stderr, "kiwi_workloads: %s: %s\n", phase, error.what());
  }
}
