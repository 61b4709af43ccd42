# Kiroku: record cards for the Linux desktop.
#
#   make run [ARGS="FILE..."]   install what is missing, build, and start Kiroku; where there is no display, in a browser
#   make run-shared             the same with two windows of two people, who share a document on a private PostgreSQL server
#   make test                   install what is missing, check the style, build, and run all tests; needs no display
#   make acceptance [ONLY=...]  only the tests that operate the real program (ONLY="test_edit.Typing ...": only those;
#                               JOBS=N: so many at a time; SEED=N: in the order of an earlier run)
#   make soak [SEEDS=1000] [FROM=1]
#                               let several programs edit one document at the same time, so many times
#   make workbench              build and start the workbench, on which developers try the parts of the program
#   make build                  build the program
#   make install                build, and install below PREFIX (/usr/local), in DESTDIR if that is given
#   make uninstall              remove what was installed there
#   make deb                    make a Debian package, and say where it is
#   make screenshots            take the pictures in data/screenshots and data/manual
#   make bench                  measure our work beside that of other programs (BENCH_PYTHON=... names a Python that has them)
#   make bench-shared           measure sharing through a PostgreSQL server: what it takes, and what is lost without it
#   make docs                   build the documentation of the libraries, and say where it is
#   make update-translations    bring data/po up to date with the texts of the sources
#   make check-translations     fail if a text is not translated, or a translation is out of date
#   make lint                   check the style of the Swift sources
#   make format                 put the Swift sources into that style
#   make clean                  remove everything that was built
#   make help                   this list

PROGRAM := .build/release/kiroku
UNIT_TESTS := .build/tests
DESKTOP := Tests/Desktop/with-desktop
ARGS ?=
ONLY ?=
# Three times as many as processors: most of the time a test waits.
JOBS ?= $(shell expr 3 \* $$(nproc))
# The order of the tests is random, unless the seed of an earlier run is given.
SEED ?=
# How many times several programs edit one document, and the first seed by which they do.
SEEDS ?= 1000
FROM ?= 1
BENCH := .build/bench
BENCH_PYTHON ?= python3
PREFIX ?= /usr/local
DESTDIR ?=

.DEFAULT_GOAL := help
.PHONY: help run run-shared workbench test acceptance soak build install uninstall deb screenshots bench bench-shared docs lint format clean check-data \
	manual translations update-translations check-translations toolchain display build-folder packages-build packages-run \
	packages-test packages-deb packages-screenshots program workbench-program desk-program all-tests unit-tests \
	acceptance-tests desk-tests
.NOTPARALLEL: # what a target needs is done in the order in which it is written

help:
	@sed -n '/^#   make/s/^#   //p' Makefile

run: toolchain packages-run program
	@$(PROGRAM) $(if $(DISPLAY)$(WAYLAND_DISPLAY),,--browser) $(ARGS)

run-shared: toolchain packages-run packages-test program
	@Tools/run-shared $(PROGRAM)

test: toolchain packages-test lint check-data check-translations all-tests

acceptance: toolchain packages-test program workbench-program acceptance-tests

soak: toolchain packages-test program desk-program
	@/usr/bin/python3 -B Tests/Desks .build/release/kiroku-desk $(PROGRAM) --seeds $(SEEDS) --from $(FROM)
	swift build --build-tests --scratch-path $(UNIT_TESTS)
	KIROKU_SHARING_SEEDS=$(SEEDS) KIROKU_SHARING_FROM=$(FROM) KIROKU_SHARING_EDITS=10000 $(DESKTOP) swift test --skip-build \
		--no-parallel --scratch-path $(UNIT_TESTS) --filter 'SharingPlayTests|SharingOfflineTests'

workbench: display toolchain packages-run workbench-program
	@.build/release/kiroku-workbench

build: toolchain packages-build program

install: toolchain packages-build program
	@Tools/install install "$(PREFIX)" "$(DESTDIR)"

uninstall:
	@Tools/install uninstall "$(PREFIX)" "$(DESTDIR)"

deb: toolchain packages-deb program
	@Tools/make-deb

screenshots: toolchain packages-test packages-screenshots program
	@$(DESKTOP) --size 1280x900 /usr/bin/python3 -B Tools/measure-sheets "$(PROGRAM)"
	@$(DESKTOP) --size 1280x900 /usr/bin/python3 -B Tools/screenshots "$(PROGRAM)" data

bench: toolchain packages-test program
	swift build -c release --static-swift-stdlib --product kiroku-bench
	/usr/bin/python3 -B Tools/bench .build/release/kiroku-bench "$(CURDIR)/$(BENCH)" --python "$(BENCH_PYTHON)" \
		--window $(PROGRAM)

bench-shared: toolchain packages-test
	swift build -c release --static-swift-stdlib --product kiroku-shared-bench
	@/usr/bin/python3 -B Tests/Server/bench .build/release/kiroku-shared-bench

docs: toolchain packages-build build-folder
	@Tools/make-docs

lint: toolchain
	swift format lint --strict --recursive --parallel Sources Tests Package.swift

check-data:
	@Tools/check-data

update-translations: packages-build
	@/usr/bin/python3 -B Tools/translations update

check-translations: packages-build
	@/usr/bin/python3 -B Tests/Tools
	@/usr/bin/python3 -B Tools/translations check

format: toolchain
	swift format --in-place --recursive --parallel Sources Tests Package.swift

clean:
	rm -rf .build Resources/locale Resources/manual

# The steps that the targets above are made of.

display:
	@test -n "$$DISPLAY$$WAYLAND_DISPLAY" || { echo "The workbench needs a desktop to show its window on, and neither DISPLAY" \
		"nor WAYLAND_DISPLAY is set." >&2; exit 1; }

toolchain:
	@Tools/ensure-toolchain

build-folder:
	@Tools/renew-build

packages-build:
	@Tools/ensure-packages build

packages-deb:
	@Tools/ensure-packages build deb

packages-screenshots:
	@Tools/ensure-packages screenshots

packages-run:
	@Tools/ensure-packages build run

packages-test:
	@Tools/ensure-packages build run test

# With the Swift library inside, so that it runs where there is no Swift.
program: build-folder translations manual
	swift build -c release --static-swift-stdlib --product kiroku
	swift build -c release --static-swift-stdlib --product kiroku-window
	swift build -c release --static-swift-stdlib --product kiroku-picture-decoder

workbench-program: build-folder
	swift build -c release --static-swift-stdlib --product kiroku-workbench
	swift build -c release --static-swift-stdlib --product kiroku-picture-decoder

desk-program: build-folder
	swift build -c release --static-swift-stdlib --product kiroku-desk

manual:
	@Tools/make-manual data/manual Resources/manual

translations:
	@for file in data/po/*.po; do \
		made=Resources/locale/$$(basename "$$file" .po)/LC_MESSAGES/kiroku.mo; \
		[ "$$made" -nt "$$file" ] || { mkdir -p "$$(dirname "$$made")" && \
			msgfmt --check --output-file="$$made.new" "$$file" && mv "$$made.new" "$$made"; } || exit 1; \
	done

# Most of the time an acceptance test waits, so these run while the unit tests are compiled and run. What the latter say
# comes in one piece, when they have ended.
all-tests: build-folder
	@{ said=$$(mktemp); $(MAKE) --no-print-directory unit-tests desk-tests >"$$said" 2>&1; ended=$$?; \
		cat "$$said"; rm "$$said"; exit $$ended; } & units=$$!; \
		$(MAKE) --no-print-directory program workbench-program acceptance-tests; ended=$$?; \
		wait $$units && exit $$ended

# What only debuggers read would take a tenth of the time. XCTest's tests are found by the index.
unit-tests: build-folder
	swift build --build-tests --scratch-path $(UNIT_TESTS) -debug-info-format none
	/usr/bin/python3 -B Tests/Units $(UNIT_TESTS) $(if $(SEED),--seed $(SEED))

desk-tests:
	/usr/bin/python3 -B Tests/Desks $(UNIT_TESTS)/debug/kiroku-desk $(UNIT_TESTS)/debug/kiroku --seeds 20

acceptance-tests:
	KIROKU_PROGRAM="$(CURDIR)/$(PROGRAM)" /usr/bin/python3 -B Tests/Acceptance --jobs $(JOBS) \
		$(if $(SEED),--seed $(SEED)) $(ONLY)
