# The one list of commands: `make help` prints it.
SHELL := /bin/bash
.DEFAULT_GOAL := help

PORT ?= 5180
ABI ?=
GAMES ?= 1000000
HOST ?=
# The source of the standard library for WebAssembly and Windows. Empty tries the toolchain, rustup and Debian's packages in turn; apt takes the packages.
WASM_STD ?=
export WASM_STD

# The crates of the core, from the bottom up.
CRATES := draughts draughts-engine draughts-puzzles draughts-claims draughts-lessons damier-store damier-core

# Tauri's command line, for the icons and for packages of other systems than Linux.
TAURI ?= npx --yes --package @tauri-apps/cli@2.12.5 tauri
export TAURI

# Shipped programs run on every processor since 2009, count bits in one instruction, and hold no path of the machine that built them.
SHIPPED := RUSTFLAGS="$(if $(filter x86_64,$(shell uname -m)),-C target-cpu=x86-64-v2) --remap-path-prefix=$(or $(CARGO_HOME),$(HOME)/.cargo)=/cargo --remap-path-prefix=$(CURDIR)=/damier"

SCREEN := $(DISPLAY)$(WAYLAND_DISPLAY)

# The sources of the pages.
PAGES = $(shell find ui -type f -not -path '*/node_modules/*' -not -path 'ui/dist*' -not -path 'ui/src/wasm/*' -not -path '*/paraglide/*')

.PHONY: help
help: ## print this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: setup
setup: ## install the packages that building and testing need on Debian or Ubuntu (expects Rust and Node)
	@.ci/setup window wasm tests tests-all

.PHONY: run
ifeq ($(SCREEN),)
run: web ## open the app in a window, or serve it on localhost if there is no screen
else
run:
	@.ci/setup window
	@$(MAKE) --no-print-directory ui/dist-desktop/index.html
	@[ -x target/play/damier-app ] || echo 'run: compiling the window takes five to ten minutes on two cores the first time. `make web` takes about as long and opens the app in the browser.'
	CARGO_TERM_PROGRESS_WHEN=always CARGO_TERM_PROGRESS_WIDTH=100 cargo run --locked --profile play -p damier-app --features custom-protocol
endif

# Made again only if a source is newer, because the window embeds the pages and is then compiled again.
ui/dist-desktop/index.html: $(PAGES)
	@cd ui && npm run --silent build:desktop

.PHONY: web
web: ## open the app in the browser; HOST=0.0.0.0 lets a phone in (address and QR code), PORT=5180
	@.ci/setup wasm
	@bindings/wasm/build.sh
	@cd ui && npm run --silent build && node weigh.mjs
	@node ui/serve.mjs --host "$(HOST)" --port $(PORT)

.PHONY: pages
pages: ## build the pages for the browser into ui/dist, where `damier serve` reads them; SITE=https://… is the address of their picture for links
	@.ci/setup wasm
	@bindings/wasm/build.sh
	@cd ui && npm run --silent build

.PHONY: cli
cli: ## build the command-line program for this machine's processor, target/release/damier
	RUSTFLAGS="-C target-cpu=native" cargo build --release --locked -p damier-cli
	@target/release/damier --help | head -n 3

.PHONY: test
test: ## test what a change of the core or the pages can break
	@.ci/test

.PHONY: test-all
test-all: ## test the rest: the window, Firefox, Python, npm, every browser test
	@.ci/test --all

.PHONY: crates
crates: ## print the crates of the core
	@echo $(CRATES)

.PHONY: check
check: ## the quickest tests: format, prose, lints, types and units; no WebAssembly, no browser, no window
	@.ci/setup tests
	@[ -d ui/node_modules ] || .ci/setup wasm
	cargo fmt --all --check
	node .ci/prose.mjs
	cargo clippy --locked --all-targets -- -D warnings
	cargo test --locked --lib --bins
	cd ui && npm run --silent format:check && npm run --silent check && npm run --silent lint && npm run --silent test

.PHONY: format
format: ## format Rust, TypeScript and Svelte
	cargo fmt --all
	cd ui && npm run --silent format

.PHONY: deny
deny: ## check licences and sources of dependencies, and that the core has no async runtime (installs cargo-deny)
	@command -v cargo-deny >/dev/null || cargo install --locked cargo-deny
	cargo deny --locked check bans licenses sources

.PHONY: audit
audit: ## check dependencies against the advisory databases of npm and Cargo
	cd ui && npm audit --audit-level=low
	cd tests && npm audit --audit-level=low
	@command -v cargo-deny >/dev/null || cargo install --locked cargo-deny
	cargo deny --locked check advisories

.PHONY: licences
licences: ## write the licences that the app shows: ui/src/settings/licence*.json
	node .ci/licences.mjs

.PHONY: mobile
mobile: ## check the phones' projects without their SDKs: files in seconds, then the types of the core and of the app's program
	@.ci/setup phones
	@.ci/phones
	@.ci/mobile

.PHONY: android
android: ## build the packages for Android into target/android; ABI=arm64 one of them; needs Android's SDK and NDK (ANDROID_HOME, NDK_HOME)
	@[ -d ui/node_modules ] || (cd ui && npm ci)
	@app-tauri/android/build $(ABI)

.PHONY: android-debug
android-debug: ## build one package for the emulator, target/android/damier-debug.apk, which tests/android drives
	@[ -d ui/node_modules ] || (cd ui && npm ci)
	@app-tauri/android/build debug

.PHONY: windows
windows: ## compile for Windows and run it under Wine: the tests of the core, damier.exe beside the Linux build; link the window
	@.ci/windows

.PHONY: test-deep
test-deep: ## the slow tests: public API, tests marked long, shipped modules, every lesson in the browser, fuzz targets, Windows under Wine, all packages
	@$(MAKE) --no-print-directory draughts-api
	@git diff --exit-code core/draughts/api.txt || { echo 'The public API of draughts has changed: commit its list if that is meant.'; exit 1; }
	cargo test --locked --release $(addprefix -p ,$(CRATES)) -- --include-ignored --skip five_hundred_damaged_stores
	PROPTEST_CASES=3000 cargo test --locked --release -p damier-tests --test dispatch
	cargo test --locked --release -p damier-store --test it five_hundred_damaged_stores -- --ignored --nocapture
	cargo test --locked --release -p damier-host --test it faults:: -- --ignored
	cargo test --locked --release -p damier-cli --test it serve:: -- --ignored
	cargo check --locked --manifest-path core/fuzz/Cargo.toml
	@.ci/setup wasm tests
	@bindings/wasm/build.sh
	cd ui && npm run --silent build && node weigh.mjs
	cd tests && npm run --silent wasm && npm run --silent paths
	cd tests && DEEP=1 npm run --silent web -- --grep @deep
	@$(MAKE) --no-print-directory windows
	@.ci/setup kotlin swift deep
	@bindings/build.sh && bindings/test.sh
	@$(MAKE) --no-print-directory package package-test

# cargo-public-api reads rustdoc's JSON, which stable compilers give under RUSTC_BOOTSTRAP.
.PHONY: draughts-api
draughts-api: ## list the public API of the crate draughts in core/draughts/api.txt (installs cargo-public-api)
	@command -v cargo-public-api >/dev/null || cargo install --locked cargo-public-api
	RUSTC_BOOTSTRAP=1 cargo public-api -sss -p draughts --target-dir target/api >core/draughts/api.txt

# Set here because cargo packs the crate without this workspace's profiles; incremental and unoptimised it takes 14 GB.
.PHONY: draughts-package
draughts-package: ## pack and compile the crate draughts as for crates.io, without publishing
	CARGO_INCREMENTAL=0 CARGO_PROFILE_DEV_OPT_LEVEL=2 CARGO_PROFILE_DEV_DEBUG=0 cargo publish --dry-run --allow-dirty -p draughts

.PHONY: fuzz
fuzz: ## fuzz the parsers: TARGET=pdn for one of them, SECONDS=60 for each
	@core/fuzz/run "$(TARGET)" "$(SECONDS)"

.PHONY: types
types: ## write ui/src/client/types.ts and games.ts from the core's types
	cargo test --locked -q -p damier-core --all-features --lib export_bindings

.PHONY: released
released: ## dump the store of a new migration into core/store/tests/released/schema_N.sql
	cargo test --locked -q -p damier-store --all-features --test it write_missing_schemas -- --ignored

.PHONY: wasm
wasm: ## build the two WebAssembly modules into ui/src/wasm
	@.ci/setup wasm
	@bindings/wasm/build.sh

.PHONY: bindings
bindings: ## build the Python wheel, Kotlin jar, Swift and npm packages into target/bindings
	@.ci/setup wasm kotlin
	@bindings/build.sh

.PHONY: bindings-test
bindings-test: ## test the packages that `make bindings` built
	@.ci/setup deep swift
	@bindings/test.sh

.PHONY: bench
bench: cli ## measure the move generator and the engine
	time target/release/damier perft --depth 10
	target/release/damier bench

.PHONY: bench-host
bench-host: ## measure a full evening on one host: time of a move, idle processor, memory
	cargo test --locked --release -p damier-host --test it full_house::figures -- --exact --ignored --nocapture

.PHONY: bench-pages
bench-pages: ## measure a tap until it is painted, and a first visit (after make pages)
	@.ci/setup tests
	cd tests && npm run --silent tap-figures && npm run --silent first-visit

.PHONY: build-times
build-times: ## measure what compiling the core costs in each profile: time, processor, memory
	@.ci/build-times

.PHONY: bench-library
bench-library: cli ## measure searches in a library of GAMES=1000000 self-play games (keeps target/bench-library.db)
	target/release/damier bench-library --games $(GAMES)

.PHONY: package
package: ## build the shipped programs as .deb and .rpm into target/package
	@.ci/setup window package
	@$(MAKE) --no-print-directory ui/dist-desktop/index.html
	CARGO_INCREMENTAL=0 $(SHIPPED) cargo build --release --locked -p damier-app -p damier-cli --features damier-app/custom-protocol
	@REPOSITORY="$(REPOSITORY)" app-tauri/linux/package

.PHONY: package-test
package-test: ## install the .deb of `make package`, play, open files, uninstall, look for remains; needs root
	@.ci/setup tests package
	cd tests && npm run --silent package

.PHONY: pictures
pictures: pages cli frames ## take the pictures of README.md, the manifest and the stores from the running app
	@.ci/setup tests
	cd tests && npm run --silent pictures

.PHONY: frames
frames: ## make the pictures for stores in every language in target/frames, and the one for links
	@.ci/setup wasm tests
	node ui/frames/take.mjs target/frames
	cp target/frames/en/link.jpg ui/public/link.jpg

.PHONY: icons
icons: ## make every size of the app's icon from app-tauri/icons/icon.svg
	rm -rf target/icons
	$(TAURI) icon app-tauri/icons/icon.svg -o target/icons
	$(TAURI) icon app-tauri/icons/icon.svg --png 180 --png 192 --png 512 -o target/icons
	cp target/icons/{32x32,128x128,128x128@2x}.png target/icons/icon.ico app-tauri/icons/
	for size in 180 192 512; do cp target/icons/$${size}x$$size.png ui/public/icon-$$size.png; done
	cp app-tauri/icons/icon.svg ui/public/icon.svg

.PHONY: clean
clean: ## delete what was built
	rm -rf target ui/dist ui/dist-desktop ui/src/wasm ui/src/i18n/paraglide
