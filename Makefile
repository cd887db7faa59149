# Framewire's front door. `make` alone lists what there is; every target sets up what it needs first.
#
# GNU make and a POSIX shell. Nothing asks a question, so everything runs in CI as it is.

SHELL := /bin/sh
.DEFAULT_GOAL := help

PREFIX ?= /usr/local
DESTDIR ?=

# The folders `make run` watches, and options for the daemon, as in `make run SERVE='--socket /tmp/fw.sock'`.
LAYOUTS ?= Layouts
SERVE ?=
# Names of tests to run, as a regular expression: `make test FILTER=ConstraintSolver`.
FILTER ?=

# How long `make soak` goes on.
MINUTES ?= 60

# How long each target of `make fuzz` runs, and the only one that does.
SECONDS ?= 60
TARGET ?=

# Options for the attacks: `make attack ATTACK='--only deaf'`; `--list` says which there are.
ATTACK ?=

# FRAMEWIRE_SHOW=0 leaves out the programs of the preview and of pictures in pictures, with the libraries they need.
FRAMEWIRE_SHOW ?= 1
export FRAMEWIRE_SHOW
SHOW := $(if $(filter 0,$(FRAMEWIRE_SHOW)),,framewire-show framewire-decode)

# The oldest Swift that builds the package, as in the first line of Package.swift.
SWIFT_NEEDED := 6.2

# Debian packages: to build; for pictures of SVG and WebP in pictures; for framewire-nats and its tests; for the
# solver's tests; for the client in C and the window it draws in, with Pango and Cairo of the first line; for the Python and shell subscribers of the tests; for the client in JavaScript.
PACKAGES := pkg-config libinotifytools0-dev libpango1.0-dev libcairo2-dev
PACKAGES += $(if $(SHOW),libmicrohttpd-dev libgdk-pixbuf-2.0-dev librsvg2-common webp-pixbuf-loader)
PACKAGES += libnats-dev nats-server openssl
PACKAGES += libglpk-dev
PACKAGES += gcc libc6-dev libsdl2-dev
PACKAGES += jq python3 python3-venv python3-pip
PACKAGES += nodejs node-typescript chromium

# The varlink client, the JSON Schema validator, the type checker and the terminal that the tests use, and what builds the
# wheel of Clients/python; the versions are what the tests were written against.
PYTHON_PACKAGES := varlink==31.0.0 jsonschema==4.25.1 mypy==2.4.1 setuptools==80.9.0 pyte==0.8.2
# For the rules of accessibility in it, which need nothing of what it needs itself.
PYTHON_PACKAGES_ALONE := axe-playwright-python==0.1.8

# framewire-nats needs libnats; without it everything else is built. Asked anew by each recipe, since `deps` may have
# installed it meanwhile, and said to SwiftPM, which remembers what Package.swift found out by itself.
FRAMEWIRE_NATS ?= $(shell pkg-config --exists libnats 2>/dev/null && echo 1 || echo 0)
export FRAMEWIRE_NATS

# One optimised tool for `run` and `install`. The Swift library goes inside: a third of the start-up time, and
# the binary runs on machines without Swift.
RELEASE := swift build -c release --static-swift-stdlib
TOOL := .build/release/framewire

# Below share/; the first letters of each say which shell it is for.
COMPLETIONS := bash-completion/completions/framewire zsh/site-functions/_framewire
COMPLETIONS += fish/vendor_completions.d/framewire.fish
NATS_COMPLETIONS := bash-completion/completions/framewire-nats zsh/site-functions/_framewire-nats
NATS_COMPLETIONS += fish/vendor_completions.d/framewire-nats.fish

# Below lib/systemd/.
UNITS := user/framewire.service user/framewire.socket system/framewire.service system/framewire.socket

SWIFT_SOURCES := Package.swift $(wildcard Plugins Sources Tests Examples)

# quietly(LABEL, COMMAND): runs it, then says how long it took. What it printed is shown when it failed; else only
# the line that counts the tests.
define quietly
printf '%s: ' "$(1)"; start=$$(date +%s); log=$$(mktemp); \
if { $(2); } >"$$log" 2>&1 </dev/null; then code=0; else code=$$?; fi; \
seconds=$$(($$(date +%s) - start)); \
if [ $$code -eq 0 ]; then echo "done in $$seconds s"; grep 'Test run with' "$$log" | tail -n 1; \
else echo "failed after $$seconds s"; cat "$$log"; fi; \
rm -f "$$log"; exit $$code
endef

.PHONY: help deps swift-toolchain run test lint format docs fuzz attack soak bench install uninstall clean

help: ## list these targets
	@echo 'Framewire: save a layout file, see the frames.'; echo
	@sed -n 's/^\([a-z-]*\):.* ## \(.*\)/  make \1|\2/p' $(firstword $(MAKEFILE_LIST)) | awk -F'|' '{ printf "%-16s %s\n", $$1, $$2 }'
	@echo; echo "Variables: LAYOUTS='$(LAYOUTS)' SERVE='$(SERVE)' FILTER='$(FILTER)' SECONDS='$(SECONDS)' TARGET='$(TARGET)' ATTACK='$(ATTACK)' MINUTES='$(MINUTES)' PREFIX='$(PREFIX)' DESTDIR='$(DESTDIR)'"

deps: swift-toolchain ## install what is missing (Debian and Ubuntu); instant when nothing is
	@if ! command -v dpkg-query >/dev/null 2>&1; then \
	  echo 'note: not a Debian system, so nothing was checked. Framewire needs the headers of libinotifytools,'; \
	  echo '      Pango, Cairo, libmicrohttpd, gdk-pixbuf and, for framewire-nats, libnats; for its tests and examples those of GLPK and SDL 2,'; \
	  echo '      nats-server, openssl, gcc, jq, Python 3 with venv and pip, nodejs, TypeScript and Chromium. Usual names:'; \
	  echo '        Fedora   dnf install inotify-tools-devel pango-devel cairo-devel libmicrohttpd-devel gdk-pixbuf2-devel librsvg2 webp-pixbuf-loader glpk-devel gcc libasan libubsan SDL2-devel jq python3-pip nodejs typescript chromium pkgconf'; \
	  echo '        Arch     pacman -S inotify-tools pango cairo libmicrohttpd gdk-pixbuf2 librsvg webp-pixbuf-loader glpk gcc sdl2 jq python-pip nodejs typescript chromium pkgconf'; \
	  echo '        Alpine   apk add inotify-tools-dev pango-dev cairo-dev libmicrohttpd-dev gdk-pixbuf-dev librsvg gdk-pixbuf-loaders glpk-dev gcc musl-dev sdl2-dev jq py3-pip nodejs npm chromium pkgconf'; \
	  pkg-config --exists libnats 2>/dev/null || echo 'note: without libnats (cnats, nats.c) framewire-nats is left out'; \
	  exit 0; \
	fi; \
	missing=; \
	for package in $(PACKAGES); do \
	  status=$$(dpkg-query -W -f='$${db:Status-Status}' "$$package" 2>/dev/null) || status=; \
	  [ "$$status" = installed ] || missing="$$missing $$package"; \
	done; \
	[ -n "$$missing" ] || exit 0; \
	if [ "$$(id -u)" -eq 0 ]; then root=; \
	elif command -v sudo >/dev/null 2>&1; then root=sudo; \
	else echo "error: as root, run: apt-get install --no-install-recommends$$missing" >&2; exit 1; \
	fi; \
	$(call quietly,installing$$missing,$$root apt-get update -qq; $$root env DEBIAN_FRONTEND=noninteractive \
	  apt-get install -y -qq --no-install-recommends -o Dpkg::Use-Pty=0 $$missing)

# Not something to install behind somebody's back: says where to get it.
swift-toolchain:
	@if ! command -v swift >/dev/null 2>&1; then \
	  echo 'error: no swift in PATH. Framewire needs Swift $(SWIFT_NEEDED) or newer: https://www.swift.org/install/linux/' >&2; \
	  exit 1; \
	fi; \
	found=$$(swift --version 2>/dev/null </dev/null | sed -n 's/.*Swift version \([0-9]*\.[0-9]*\).*/\1/p' | head -n 1); \
	oldest=$$(printf '%s\n' $(SWIFT_NEEDED) "$${found:-0}" | sort -t. -k1,1n -k2,2n | head -n 1); \
	if [ "$$oldest" != $(SWIFT_NEEDED) ]; then \
	  echo "error: swift is $${found:-of unknown version}, Framewire needs $(SWIFT_NEEDED) or newer: https://www.swift.org/install/linux/" >&2; \
	  exit 1; \
	fi

run: deps ## build the tool and serve Layouts/ until Ctrl-C
	@$(call quietly,build,$(RELEASE) --product framewire)
	@exec $(TOOL) serve $(LAYOUTS) $(SERVE)

# A Python of the tests' own; made anew when the list above changes.
.build/venv: Makefile
	@$(call quietly,python,rm -rf $@ && python3 -m venv $@ \
	  && $@/bin/pip install --quiet --disable-pip-version-check $(PYTHON_PACKAGES) \
	  && $@/bin/pip install --quiet --disable-pip-version-check --no-deps $(PYTHON_PACKAGES_ALONE) && touch $@)

test: deps .build/venv ## build and run every test
	@$(call quietly,build,swift build --build-tests)
	@$(call quietly,test,swift test --skip-build --disable-xctest$(if $(FILTER), --filter '$(FILTER)'))

lint: swift-toolchain ## check the form of every source and script
	@$(call quietly,lint,swift format lint --strict -p -r $(SWIFT_SOURCES) && $(MAKE) -s lint-comments lint-scripts)

# What `swift format` leaves alone.
.PHONY: lint-comments
lint-comments:
	@if LC_ALL=C.UTF-8 grep -rnE --include='*.swift' '^.{121}' $(SWIFT_SOURCES) | grep -E '^[^:]*:[0-9]+: *//'; then \
	  echo 'these comments are longer than 120 columns' >&2; exit 1; fi

# Scripts are at least parsed, each by the interpreter its name or first line asks for.
PARSE_PYTHON := import ast, sys; ast.parse(open(sys.argv[1]).read(), sys.argv[1])
.PHONY: lint-scripts
lint-scripts:
	@find .ci $(wildcard Sources Tests Examples Clients) -type f '(' -name '*.py' -o -name '*.sh' -o -path '.ci/*' ')' | sort | \
	while IFS= read -r script; do \
	  case "$$script $$(head -n 1 "$$script")" in \
	    *.py\ * | *python*) python3 -c '$(PARSE_PYTHON)' "$$script" ;; \
	    *bash*) bash -n "$$script" ;; \
	    *) sh -n "$$script" ;; \
	  esac || exit 1; \
	done

format: swift-toolchain ## rewrite the sources in the project's form
	@swift format -i -p -r $(SWIFT_SOURCES)

# The toolchain's docc, on what the compiler says of the library's public declarations. A warning is an error.
DOCS := .build/docs
docs: deps ## build the documentation of the Swift library into .build/docs
	@$(call quietly,build,swift build --target Framewire)
	@$(call quietly,docs,rm -rf $(DOCS) && mkdir -p $(DOCS)/symbols \
	  && swift symbolgraph-extract -module-name Framewire -I "$$(swift build --show-bin-path)/Modules" \
	    -target "$$(swift -print-target-info | sed -n 's/.*"unversionedTriple": "\(.*\)".*/\1/p')" \
	    -minimum-access-level public -skip-synthesized-members -output-dir $(DOCS)/symbols \
	  && docc convert Documentation/Framewire.docc --additional-symbol-graph-dir $(DOCS)/symbols \
	    --fallback-display-name Framewire --fallback-bundle-identifier framewire --warnings-as-errors \
	    --output-dir $(DOCS)/Framewire.doccarchive)
	@echo 'built $(DOCS)/Framewire.doccarchive'

# In a folder of its own: everything is built anew, with marks that tell the fuzzer which code ran.
fuzz: deps ## run every fuzz target for SECONDS=60 each (TARGET: one of them)
	@$(call quietly,build,FRAMEWIRE_FUZZ=1 swift build -c release --sanitize fuzzer --scratch-path .build/fuzz --product fuzz)
	@exec Tests/Fuzzer/run.sh .build/fuzz/release/fuzz .build/fuzz '$(SECONDS)' $(TARGET)

attack: deps ## attack a daemon while others use it, and print who waited how long (ATTACK: options)
	@$(call quietly,build,$(RELEASE) --product framewire)
	@exec Tests/Attack/attack.py --binary $(TOOL) $(ATTACK)

soak: deps ## have a daemon under a mixed load for MINUTES=60, and see whether it grows
	@$(call quietly,build,$(RELEASE) --product framewire)
	@exec python3 Tests/Soak/soak.py $(TOOL) '$(MINUTES)' --keep-gone 5

bench: deps ## build with optimisation and print the tables, or those of SUITES='fanout swift'
	@$(call quietly,build,$(RELEASE) --product Benchmarks && $(RELEASE) --product framewire \
	  && { [ $(FRAMEWIRE_NATS) = 0 ] || $(RELEASE) --product framewire-nats; })
	@exec .build/release/Benchmarks $(SUITES) </dev/null

install: deps ## install the tool below PREFIX (DESTDIR is put before it)
	@$(call quietly,build,$(RELEASE) --product framewire $(foreach program,$(SHOW),&& $(RELEASE) --product $(program)) \
	  && { [ $(FRAMEWIRE_NATS) = 0 ] || $(RELEASE) --product framewire-nats; })
	@install -d '$(DESTDIR)$(PREFIX)/bin' '$(DESTDIR)$(PREFIX)/share/doc/framewire'
	@install -s -m 755 $(TOOL) '$(DESTDIR)$(PREFIX)/bin/framewire'
	@for program in $(SHOW); do \
	  install -D -s -m 755 $(dir $(TOOL))"$$program" '$(DESTDIR)$(PREFIX)/libexec/framewire/'"$$program" || exit 1; \
	done
	@install -m 644 LICENSE README.md '$(DESTDIR)$(PREFIX)/share/doc/framewire'
	@install -m 644 Sources/CShippedFonts/Fonts/LICENSE '$(DESTDIR)$(PREFIX)/share/doc/framewire/LICENSE.fonts'
	@for file in $(COMPLETIONS); do \
	  completions='$(DESTDIR)$(PREFIX)/share/'"$$file"; \
	  install -d "$${completions%/*}" && $(TOOL) completions "$${file%%[-/]*}" >"$$completions" || exit 1; \
	done
	@$(MAKE) -s install-nats install-units
	@echo 'installed $(DESTDIR)$(PREFIX)/bin/framewire'

# The program for many machines, where there is libnats.
.PHONY: install-nats
install-nats:
	@[ $(FRAMEWIRE_NATS) = 1 ] || { echo 'note: framewire-nats is left out: it needs libnats-dev'; exit 0; }; \
	install -s -m 755 $(TOOL)-nats '$(DESTDIR)$(PREFIX)/bin/framewire-nats' || exit 1; \
	install -m 644 Packaging/nats/fleet.conf '$(DESTDIR)$(PREFIX)/share/doc/framewire' || exit 1; \
	for file in $(NATS_COMPLETIONS); do \
	  completions='$(DESTDIR)$(PREFIX)/share/'"$$file"; \
	  install -d "$${completions%/*}" && $(TOOL)-nats completions "$${file%%[-/]*}" >"$$completions" || exit 1; \
	done

# The units say where the tool is.
.PHONY: install-units
install-units:
	@for file in $(UNITS); do \
	  unit='$(DESTDIR)$(PREFIX)/lib/systemd/'"$$file"; \
	  install -d "$${unit%/*}" && sed 's|/usr/local/bin/framewire|$(PREFIX)/bin/framewire|' Packaging/systemd/"$$file" >"$$unit" \
	    && chmod 644 "$$unit" || exit 1; \
	done

uninstall: ## take away what install put there
	@rm -f '$(DESTDIR)$(PREFIX)/bin/framewire' '$(DESTDIR)$(PREFIX)/bin/framewire-nats'
	@rm -rf '$(DESTDIR)$(PREFIX)/libexec/framewire'
	@rm -rf '$(DESTDIR)$(PREFIX)/share/doc/framewire'
	@cd '$(DESTDIR)$(PREFIX)/share' 2>/dev/null && rm -f $(COMPLETIONS) $(NATS_COMPLETIONS) || true
	@cd '$(DESTDIR)$(PREFIX)/lib/systemd' 2>/dev/null && rm -f $(UNITS) || true

clean: ## remove everything that was built
	@rm -rf .build
