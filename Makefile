# The one list of commands: `make help` prints it.
SHELL := /bin/bash
.DEFAULT_GOAL := help

PORT ?= 5180
GAMES ?= 1000000
HOST ?=
# Where the WebAssembly standard library comes from: empty tries the toolchain, rustup and the system packages in turn; apt takes the last.
WASM_STD ?=
export WASM_STD

# One feature set for everything that is tested, so that nothing is compiled twice.
ALL := --workspace --all-features --locked

# The crates of the core, from the bottom up: each is checked alone, so that none leans on what stands above it.
CRATES := draughts draughts-engine draughts-puzzles draughts-lessons damier-store damier-core

# Tauri's own program, fetched where it is needed: only for icons, and to ship for other systems than Linux.
TAURI := npx --yes --package @tauri-apps/cli@2 tauri

# What is shipped runs on every processor since 2009 and counts bits in one instruction; `make cli` is for this machine. It
# names no folder of this one.
SHIPPED := RUSTFLAGS="$(if $(filter x86_64,$(shell uname -m)),-C target-cpu=x86-64-v2) --remap-path-prefix=$(or $(CARGO_HOME),$(HOME)/.cargo)=/cargo --remap-path-prefix=$(CURDIR)=/damier"

SCREEN := $(DISPLAY)$(WAYLAND_DISPLAY)

# What the pages are built from, without what is generated.
PAGES = $(shell find ui -type f -not -path '*/node_modules/*' -not -path 'ui/dist*' -not -path 'ui/src/wasm/*' -not -path '*/paraglide/*')

.PHONY: help
help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: setup
setup: ## install all that is missing on Debian or Ubuntu (Rust and Node are expected)
	@.ci/setup window wasm tests

.PHONY: run
ifeq ($(SCREEN),)
run: web ## play: in a window, or without a screen in the browser
else
run:
	@.ci/setup window
	@$(MAKE) --no-print-directory ui/dist-desktop/index.html
	cargo run --locked --profile play -p damier-app --features custom-protocol
endif

# Only where something is newer: the window takes the pages in, and is compiled anew with them.
ui/dist-desktop/index.html: $(PAGES)
	@cd ui && npm run --silent build:desktop

.PHONY: web
web: ## play in the browser; HOST=0.0.0.0 lets a phone in (address and QR code), PORT=5180
	@.ci/setup wasm
	@bindings/wasm/build.sh
	@cd ui && npm run --silent build && node weigh.mjs
	@node ui/serve.mjs --host "$(HOST)" --port $(PORT)

.PHONY: pages
pages: ## the pages for the browser, into ui/dist: what `damier serve` shows its guests
	@.ci/setup wasm
	@bindings/wasm/build.sh
	@cd ui && npm run --silent build

.PHONY: cli
cli: ## the command-line program for this machine's processor, at target/release/damier
	RUSTFLAGS="-C target-cpu=native" cargo build --release --locked -p damier-cli
	@target/release/damier --help | head -n 3

.PHONY: test
test: ## everything that must pass, from nothing
	@.ci/test

.PHONY: check
check: ## the quick part of test: format, lints, types, unit tests; no window, no browser
	@.ci/setup wasm
	cargo fmt --all --check
	cargo clippy --locked --all-targets -- -D warnings
	for crate in $(CRATES); do cargo check --locked -p $$crate || exit 1; done
	cargo check --locked -p damier-core --no-default-features
	cargo check --locked -p damier-core --features uniffi
	cargo test --locked
	cd ui && npm run --silent format:check && npm run --silent check && npm run --silent lint && npm run --silent test
	@.ci/mobile

.PHONY: format
format: ## write Rust, TypeScript and Svelte in the one style that check asks for
	cargo fmt --all
	cd ui && npm run --silent format

.PHONY: deny
deny: ## what the tree may hold: licences, sources, no runtime in the core (installs cargo-deny once)
	@command -v cargo-deny >/dev/null || cargo install --locked cargo-deny
	cargo deny --locked check bans licenses sources

.PHONY: audit
audit: ## known weaknesses in what is used: npm's list, and Cargo's where its database can be reached
	cd ui && npm audit --audit-level=low
	cd tests && npm audit --audit-level=low
	@command -v cargo-deny >/dev/null || cargo install --locked cargo-deny
	cargo deny --locked check advisories

.PHONY: licences
licences: ## write what the app shows of licences, the list and the texts: ui/src/settings/licence*.json
	node .ci/licences.mjs

.PHONY: mobile
mobile: ## type-check the core for Android and iOS and the window's program for Android, without their SDKs
	@.ci/mobile

.PHONY: test-deep
test-deep: ## the slow proofs: the public API of draughts as listed; every test marked as long, optimised; every lesson played in the browser in every language, every page looked at in all colours on a phone; the fuzz targets built; the packages for other apps as their users have them; the .deb installed and uninstalled
	node .ci/api.mjs
	cargo test --locked --release $(addprefix -p ,$(CRATES)) -- --include-ignored --skip five_hundred_damaged_stores
	cargo test --locked --release -p damier-store --test it five_hundred_damaged_stores -- --ignored --nocapture
	cargo check --locked --manifest-path core/fuzz/Cargo.toml
	@.ci/setup wasm tests
	@bindings/wasm/build.sh
	cd ui && npm run --silent build
	cd tests && DEEP=1 npm run --silent web -- steps axe --project phone
	@.ci/setup kotlin swift deep
	@bindings/build.sh && bindings/test.sh
	@$(MAKE) --no-print-directory package package-test

.PHONY: draughts-api
draughts-api: ## write the public API of the crate draughts into core/draughts/api.txt
	node .ci/api.mjs --write

# With the optimisation of this workspace: in the package cargo knows none, works by increments, and needs 14 GB.
.PHONY: draughts-package
draughts-package: ## what crates.io would get of the crate draughts: packed and compiled, not published
	CARGO_INCREMENTAL=0 CARGO_PROFILE_DEV_OPT_LEVEL=2 CARGO_PROFILE_DEV_DEBUG=0 cargo publish --dry-run --allow-dirty -p draughts

.PHONY: fuzz
fuzz: ## feed the readers what nobody would write: TARGET=pdn for one of them, SECONDS=60 each
	@core/fuzz/run "$(TARGET)" "$(SECONDS)"

.PHONY: types
types: ## write ui/src/client/types.ts from the core's API
	cargo test --locked -q -p damier-core --all-features --lib export_bindings

.PHONY: released
released: ## write the store of a new migration, core/store/tests/released/schema_N.sql
	cargo test --locked -q -p damier-store --all-features --test it write_missing_schemas -- --ignored

.PHONY: wasm
wasm: ## the two WebAssembly modules, into ui/src/wasm
	@.ci/setup wasm
	@bindings/wasm/build.sh

.PHONY: bindings
bindings: ## the core for other people's apps: Python wheel, Kotlin jar, Swift and npm packages, into target/bindings
	@.ci/setup wasm kotlin swift
	@bindings/build.sh

.PHONY: bindings-test
bindings-test: ## what the Kotlin jar, the wheel (in a fresh environment) and the npm package do; after make bindings
	@.ci/setup deep
	@bindings/test.sh

.PHONY: bench
bench: cli ## the speed of the move generator and of the engine
	time target/release/damier perft --depth 10
	target/release/damier bench

.PHONY: build-times
build-times: ## what compiling the core costs in each profile: time, processor, memory
	@.ci/build-times

.PHONY: bench-library
bench-library: cli ## a library of a million games by self-play, and what finding in it costs (GAMES=1000000; keeps target/bench-library.db)
	target/release/damier bench-library --games $(GAMES)

.PHONY: package
package: ## the programs as they are shipped, as .deb and .rpm, into target/package
	@.ci/setup window package
	@$(MAKE) --no-print-directory ui/dist-desktop/index.html
	CARGO_INCREMENTAL=0 $(SHIPPED) cargo build --release --locked -p damier-app -p damier-cli --features damier-app/custom-protocol
	@REPOSITORY="$(REPOSITORY)" app-tauri/linux/package

.PHONY: package-test
package-test: ## install the .deb of make package, play, open files by their type, uninstall: nothing stays; needs root
	@.ci/setup tests package
	cd tests && npm run --silent package

.PHONY: icons
icons: ## every size of the app's icon, from app-tauri/icons/icon.svg
	rm -rf target/icons
	$(TAURI) icon app-tauri/icons/icon.svg -o target/icons
	$(TAURI) icon app-tauri/icons/icon.svg --png 180 --png 192 --png 512 -o target/icons
	cp target/icons/{32x32,128x128,128x128@2x}.png target/icons/icon.ico app-tauri/icons/
	for size in 180 192 512; do cp target/icons/$${size}x$$size.png ui/public/icon-$$size.png; done
	cp app-tauri/icons/icon.svg ui/public/icon.svg

.PHONY: clean
clean: ## forget what was built
	rm -rf target ui/dist ui/dist-desktop ui/src/wasm ui/src/i18n/paraglide
