# The shared tools and cases lie beside the checkout where there are any; everything else needs Rust and g++ only.
shared := env_var_or_default("CLEAVE_SHARED", "../shared")

# What Cleave refuses must not pass because the toolkit takes it.
export CLEAVE_SECOND_OPINION := "off"

# The tests that need nothing but Rust and g++.
test:
    cargo test --workspace

# Shared caches behind a network, with a real Redis where there is one. It compiles many crates, so it is no part of `just test`.
test-network:
    cargo test -p cleave-remote --features network
    cargo test -p cleave --test command rebuild --features shared-cache

# The specification in test_data/spec: `just spec cuda/launches` takes a part of it, `CUDA_PATH=… just spec --reference` asks the toolkit.
spec *args:
    cargo test -q -p cleave-driver --test spec -- {{args}}

# Formatting and lints, as CI wants them.
lint:
    cargo fmt --all --check
    cargo clippy --workspace --all-targets -- -D warnings

build:
    cargo build --release

# Against the reference: recorded cases, recorded command lines, and object code of our own programs.
conformance: build
    -{{shared}}/tools/conformance --cleave target/release/cleave --only host {{shared}}/cases
    -{{shared}}/tools/command-line --tool "target/release/cleave cudafe++" {{shared}}/cases/command-line
    -{{shared}}/tools/host-diff --tool "target/release/cleave cudafe++" test_data/programs/*.cu

# The host half under every combination of flags that matters, as the table docs/host-half.md. Hours without a cache.
# `just matrix --toolkit 13.5` writes that toolkit's section of docs/host-half-toolkits.md instead.
matrix *args: build
    python3 scripts/matrix.py --shared {{shared}} --write docs/host-half.md {{args}}

# Every unit that `just matrix` has cached: none may be rejected. `just cells --against OLD` compares with another build's answers.
cells *args: build
    python3 scripts/cells.py target/release/cleave {{args}}

# Time and peak memory beside the reference's cudafe++, in one run.
bench: build
    python3 scripts/bench.py --toolkit "$({{shared}}/tools/reference-toolkit)"

# Latencies of the language server: keystrokes to diagnostics, completion, hover. `just editor --clangd clangd` measures that beside it.
editor *args: build
    CUDA_PATH="$({{shared}}/tools/reference-toolkit)" python3 scripts/editor.py {{args}} test_data/programs/reduction.cu test_data/programs/thrust_basics.cu

# The language server beside clangd: errors, hovers, definitions, times, memory. `--table docs/measured-editor.md` writes the tables.
editor-beside *args: build
    python3 scripts/editor_beside.py --cuda-path "$({{shared}}/tools/reference-toolkit)" --clangd clangd {{args}} test_data/programs/*.cu

# A client of the language server that types at random: what it says is compared with a fresh server's, and it must not grow.
# `just editor-typing --seeds 10 --edits 1000` takes an hour.
editor-typing *args: build
    python3 scripts/editor_typing.py --cuda-path "$({{shared}}/tools/reference-toolkit)" {{args}} test_data/programs/reduction.cu test_data/programs/thrust_basics.cu

# Hostile shapes of programs beside the reference's cudafe++: time, memory, and how both grow when the shape doubles. `just worst
# enumerators overloads` takes those whose names have these words.
worst *args: build
    python3 scripts/worst.py --toolkit "$({{shared}}/tools/reference-toolkit)" {{args}}

# Small programs, thousands at once, through both front ends: `just snippets FILE`, one program a line.
snippets file *args: build
    python3 scripts/snippets.py {{file}} --toolkit "$({{shared}}/tools/reference-toolkit)" {{args}}

# Units of other people's projects that were once slow, beside the reference's cudafe++: fetches them into the user's cache. `just slow-units
# ggml flash` takes those whose names have these words.
slow-units *args: build
    python3 scripts/slow_units.py --toolkit "$({{shared}}/tools/reference-toolkit)" {{args}}

# Every header we can find, parsed item by item, bodies included; corpora are installed into the user's cache. Takes long the
# first time: `just corpus --sample 40` gives an idea, `just corpus --keep` makes the next run quick; `--write docs/corpus.md` renews the
# table there, `--known` makes it of what this build has read so far.
corpus *args: build
    python3 scripts/corpus.py --toolkit "$({{shared}}/tools/reference-toolkit)" --verify {{args}}

# Each fuzz target for ten minutes (needs cargo-fuzz and a nightly-like toolchain: RUSTC_BOOTSTRAP=1 is set).
fuzz seconds="600":
    cd fuzz && for t in preprocessor lexer skeleton parser reparse hir host render il_text il_binary stored dependencies dry_run ptx kept; do \
        RUSTC_BOOTSTRAP=1 cargo fuzz run $t -- -max_total_time={{seconds}} || exit 1; done

# Every way to use nvcc, with the toolkit's own front end and with Cleave's: `just modes --toolkit 13.0 --toolkit 12.4`.
modes *args: build
    python3 scripts/modes.py --shared {{shared}} {{args}}

# clang's and gcc's test suites through the reference's front end and through ours; fetched into the user's cache. `just suites --sample 20`
# gives an idea, `--refused` and `--taken` list the files that are judged otherwise.
suites *args: build
    python3 scripts/suites.py target/release/cleave --toolkit "$({{shared}}/tools/reference-toolkit)" {{args}}

# Layouts of random classes as g++, the reference and Cleave have them: `just layouts --seed 7 --show`.
layouts *args: build
    python3 scripts/layouts.py target/release/cleave --toolkit "$({{shared}}/tools/reference-toolkit)" {{args}}

# Foreign code through the device half: `just device FOLDER… -v --ptxas` says what is refused, left open, or broken for cicc or ptxas.
device *args: build
    python3 scripts/device.py --shared {{shared}} target/release/cleave {{args}}

# The device halves of other projects as PTX beside the reference's. `--write docs/measured-device.md` writes the tables.
device-sets *args: build
    python3 scripts/device_sets.py --shared {{shared}} --cleave target/release/cleave {{args}}

# Both device halves without the optimiser, function by function: why the PTX of a kernel differs.
device-functions *args: build
    python3 scripts/device_functions.py --shared {{shared}} --cleave target/release/cleave {{args}}

# How long builds take after edits, beside nvcc and `sccache nvcc`: clean, a comment, code of the host, a kernel, a header; medians in one
# run. The unit of CUTLASS takes its headers from `just corpus`, and is left out where there are none. `--only cutlass --runs 1` gives an
# idea, `--patience 20` ends it sooner.
rebuild *args: build
    python3 scripts/rebuild_times.py --shared {{shared}} {{args}} target/release/cleave \
        "test_data/programs/reduction.cu:host=0.001f=>0.00#f:kernel=blockIdx.x * (size_t)blockDim.x=>blockIdx.x * (size_t)# * blockDim.x" \
        "test_data/rebuild/cub_twenty.cu:host=first = 1=>first = #:kernel=+= 1=>+= #:header@cub_twenty.cuh=factor = 3=>factor = #1" \
        "test_data/programs/thrust_basics.cu:host=5.f * n=>5.#f * n:kernel=0xffffu=>0xfff#u" \
        "test_data/rebuild/cutlass_gemm.cu:include=cutlass/include:host=n = 256=>n = 25#:kernel=(content)=>(content + #):header@cutlass_gemm.cuh=content = 1=>content = #1"

# Random edits of our programs: what the stand-in for cicc writes beside what cicc writes. `just rebuild-edits --edits 40 --seed 3 FILE…`.
rebuild-edits *args: build
    python3 scripts/rebuild.py --shared {{shared}} target/release/cleave {{args}}

# The programs on a GPU: what nvcc's builds print beside what ours print.
gpu *args: build
    python3 scripts/gpu.py {{args}}

# The page of `cleave explore` in a headless browser (Python's playwright and a Chromium of the system): `just explore-page --shots DIR`.
explore-page *args: build
    python3 scripts/explore_page.py target/release/cleave {{args}}

# The documentation as one site in target/book/html, with a page for each diagnostic (needs mdbook).
book: build
    python3 scripts/book.py target/release/cleave
    mdbook build

# A wheel in target/wheels, tried in a fresh virtual environment (needs maturin).
wheel *args:
    python3 scripts/wheel.py {{args}}

# The extension for Visual Studio Code: its tests, and editors/vscode/cleave.vsix.
vscode:
    cd editors/vscode && npm ci --no-audit --no-fund && npm test && npm run package
