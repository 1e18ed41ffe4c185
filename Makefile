# The front door. Each goal installs what is missing, configures and builds what changed, and runs.
#   make build    the program, build/saccade
#   make demo     synthetic data, scores and a page to look at, in demo/
#   make test     all tests, with libtorch; adds them and its part to the same build folder
#   make bench    the benchmarks
#   make models   fetches a parser for your own photos (asks about its licence first), for everybody
#                 when root does it
#   make install  the program, libraries, headers, models and completion, in PREFIX=/usr/local (DESTDIR);
#                 make uninstall removes them
#   make package  Debian packages, in build-package/; make wheel: a Python wheel, in dist/
#   make web      bundles the pages' script after a change in web/, and tests it in a browser
#   make torture  every misfortune for every command, with a table (docs/robustness.md)
#   make test-scale  Slurm, Snakemake, GNU parallel, Ray and Dask, and large cases (docs/scale.md)
#   make sanitize the tests under ASan and UBSan; make tsan: the parallel ones under TSan
#   make coverage the lines and branches that tests reach
#   make format   formats the sources; make lint: clang-tidy; make fuzz: every parser for a while
#   make clean    removes what the others made
BUILD := build
DEMO := demo
PREFIX ?= /usr/local
JOBS ?= $(shell nproc 2>/dev/null || echo 2)

.PHONY: build demo test bench models web install uninstall package wheel format lint fuzz torture test-scale sanitize tsan \
        coverage clean deps test-deps dev-deps with-tests
.DEFAULT_GOAL := build

deps:
	@scripts/install-deps.sh

test-deps:
	@scripts/install-deps.sh --test

dev-deps:
	@scripts/install-deps.sh --dev

$(BUILD)/build.ninja: | deps
	@cmake --preset release -B $(BUILD) > /dev/null

build: deps $(BUILD)/build.ninja
	@cmake --build $(BUILD) --target saccade -j $(JOBS)

demo: build
	@scripts/demo.sh $(BUILD)/saccade $(DEMO)

# Kept from then on: `make build` after `make test` compiles nothing again.
with-tests: test-deps
	@cmake --preset test -B $(BUILD) > /dev/null

test: with-tests
	@cmake --build $(BUILD) -j $(JOBS)
	@ctest --test-dir $(BUILD) --output-on-failure -j $(JOBS)

bench: with-tests
	@cmake --build $(BUILD) -j $(JOBS)
	@for bench in $(BUILD)/src/saccade/*/*_bench; do $$bench || exit 1; done
	@$(BUILD)/saccade benchmark

models:
	@scripts/install-deps.sh --npm
	@scripts/models.sh
	@scripts/install-onnxruntime.sh

# Whoever builds is not who installs: as root this only copies.
install:
	@cmake --preset release -B $(BUILD) -DCMAKE_INSTALL_PREFIX=$(PREFIX) -DSACCADE_TORCH=OFF \
	  -DSACCADE_TESTS=OFF -DSACCADE_BENCH=OFF > /dev/null
	@cmake --build $(BUILD) -j $(JOBS)
	@cmake --install $(BUILD) > /dev/null
	@echo "saccade is installed in $(DESTDIR)$(PREFIX)"

uninstall:
	@cmake -DMANIFESTS=$(BUILD) -P cmake/Uninstall.cmake

package: deps
	@scripts/install-deps.sh --packages
	@cmake --preset release -B build-package -DCMAKE_INSTALL_PREFIX=/usr \
	  -DSACCADE_ZSH_FOLDER=share/zsh/vendor-completions > /dev/null
	@cmake --build build-package -j $(JOBS)
	@cd build-package && cpack > cpack.log || { cat cpack.log; exit 1; }
	@ls build-package/*.deb

# PYTHON chooses the interpreter that makes it; it runs on every one.
wheel: deps
	@scripts/make-wheel.sh dist

web: with-tests
	@scripts/install-deps.sh --web
	@cd web && npm ci --silent && npm run --silent check && npm run --silent build
	@cmake $(BUILD) > /dev/null && cmake --build $(BUILD) --target saccade -j $(JOBS)
	@ctest --test-dir $(BUILD) --output-on-failure -R '^web_'

format: dev-deps
	@git ls-files -z '*.cc' '*.h' | xargs -0 clang-format -i

lint: dev-deps with-tests
	@git ls-files -z 'src/*.cc' | xargs -0 -n 4 -P $(JOBS) clang-tidy -p $(BUILD) --quiet

fuzz: deps dev-deps
	@scripts/fuzz.sh

torture: with-tests
	@cmake --build $(BUILD) -j $(JOBS) --target torture_program
	@python3 -B torture/torture.py $(BUILD)/saccade $(BUILD)/torture/libtorture_faults.so --jobs $(JOBS)

test-scale: build
	@scripts/install-deps.sh --scale
	@cmake --build $(BUILD) --target libsaccade -j $(JOBS)
	@scripts/scale-tests.sh $(BUILD)

sanitize: deps dev-deps
	@cmake --preset sanitize > /dev/null
	@cmake --build build-sanitize -j $(JOBS)
	@ctest --test-dir build-sanitize --output-on-failure -j $(JOBS)

tsan: deps dev-deps
	@scripts/tsan.sh

coverage: deps dev-deps
	@scripts/coverage.sh

clean:
	@rm -rf $(BUILD) build-* $(DEMO) dist
