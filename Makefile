# make            build the game: build/clockwork
# make setup      install what is missing (Debian packages; sudo where not root)
# make run        build and play; without a display: a headless demonstration
# make test       build and pass the tests, plain and then as `make check`
# make check      the tests under AddressSanitizer and UndefinedBehaviorSanitizer
# make fuzz       every harness of tests/fuzz for FUZZ_SECONDS (60), by clang's libFuzzer under the sanitizers
# make lint       format, who-may-include-whom, headers compile alone, no inexact maths
# make bench      the benchmarks
# make plots      draw the README's plots anew
# make format     rewrite the sources with clang-format
# make install    into PREFIX (/usr/local)
# make clean      remove build/
# Variables: OUT=DIR  CC=gcc|clang  OPT='-O3 -march=native'  MODE=plain|check|fuzz

CC      := $(if $(filter default,$(origin CC)),gcc,$(CC))
OUT     ?= build
MODE    ?= plain
OPT     ?= -O2 -g
PREFIX  ?= /usr/local

DEBIAN  := gcc clang make pkg-config binutils clang-format libclang-rt-14-dev libsdl2-dev libsdl2-image-dev \
           libsdl2-ttf-dev libchipmunk-dev libcglm-dev libinih-dev libjansson-dev libxxhash-dev liblz4-dev \
           libfontconfig-dev musl-dev fonts-dejavu-core check xvfb xdotool tiled gnuplot-nox

# --- compiler ---------------------------------------------------------------------------------------------
# Compilers must neither fold nor rewrite calls of inexact functions: results would depend on them.
INEXACT := sin cos tan asin acos atan atan2 sinh cosh tanh exp exp2 log log2 log10 pow cbrt hypot sincos
EXACT   := -ffp-contract=off $(foreach f,$(INEXACT),-fno-builtin-$f -fno-builtin-$ff)
WARN    := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes -Werror
, := ,
SANITIZE := $(if $(filter check fuzz,$(MODE)),-fsanitize=address$(,)undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
FUZZ    := $(if $(filter fuzz,$(MODE)),-fsanitize=fuzzer)
PKGS    := sdl2 SDL2_image SDL2_ttf fontconfig inih jansson
SYSTEM  := $(patsubst -I%,-isystem %,$(shell pkg-config --cflags-only-I $(PKGS) 2>/dev/null))
CFLAGS_ALL = -std=c17 -D_GNU_SOURCE -Iinclude -Isrc $(SYSTEM) $(WARN) $(EXACT) $(OPT) $(SANITIZE) $(FUZZ:=-no-link) -MMD -MP $(CFLAGS)
LIBS    := $(shell pkg-config --libs $(PKGS) 2>/dev/null) -lxxhash -llz4 -lpthread -lm

# --- what is built ----------------------------------------------------------------------------------------
OBJ     := $(OUT)/$(MODE)
ENGINE  := $(patsubst %.c,$(OBJ)/%.o,$(wildcard src/core/*.c src/sim/*.c src/host/*.c src/draw/*.c src/runtime/*.c src/tools/*.c src/cli/*.c))
GAME    := $(patsubst %.c,$(OBJ)/%.o,$(wildcard src/game/*.c))
SUPPORT := $(patsubst %.c,$(OBJ)/%.o,$(wildcard tests/support/*.c))
TESTS   := $(patsubst tests/%.c,$(OBJ)/tests/%,$(wildcard tests/test_*.c))
FUZZERS := $(patsubst %.c,$(OBJ)/%,$(wildcard tests/fuzz/fuzz_*.c))
EXAMPLE := $(OBJ)/tests/example/bounce
PROGRAM := $(if $(filter plain,$(MODE)),$(OUT)/clockwork,$(OBJ)/clockwork)
EXACTLY := $(OUT)/exact/libchipmunk-arena.a $(OUT)/exact/libexactmath.a
# The sanitizers' library stands in front of all others and has inexact maths of its own: take all of ours.
ALL_OF   = $(if $(SANITIZE),-Wl$(,)--whole-archive $1 -Wl$(,)--no-whole-archive,$1)
EXACT_LIBS = $(OUT)/exact/libchipmunk-arena.a $(call ALL_OF,$(OUT)/exact/libexactmath.a)

.PHONY: all setup run test check fuzz fuzzers lint bench plots format install clean program tests
all: program
program: $(PROGRAM)
tests: $(TESTS) $(EXAMPLE)
fuzzers: $(FUZZERS)

$(PROGRAM): $(OBJ)/src/main.o $(GAME) $(OBJ)/libclockwork.a $(EXACTLY)
	@echo "  link $@"
	@$(CC) $(OPT) $(SANITIZE) -o $@.new $(filter-out $(EXACTLY),$^) $(EXACT_LIBS) $(LIBS) $(LDFLAGS)
	@tests/lint/check-imports.sh $@.new
	@mv $@.new $@

$(OBJ)/libclockwork.a: $(ENGINE)
	@rm -f $@ && ar rcs $@ $^

$(OBJ)/tests/%: $(OBJ)/tests/%.o $(SUPPORT) $(GAME) $(OBJ)/libclockwork.a $(EXACTLY)
	@echo "  link $@"
	@$(CC) $(OPT) $(SANITIZE) -o $@ $< $(SUPPORT) $(GAME) $(OBJ)/libclockwork.a $(EXACT_LIBS) \
	  $(shell pkg-config --libs check) $(LIBS) $(LDFLAGS)

$(OBJ)/tests/fuzz/%: $(OBJ)/tests/fuzz/%.o $(OBJ)/tests/fuzz/input.o $(OBJ)/tests/fuzz/level_maker.o $(GAME) \
  $(OBJ)/libclockwork.a $(EXACTLY)
	@echo "  link $@"
	@$(CC) $(OPT) $(SANITIZE) $(FUZZ) -o $@ $(filter-out $(EXACTLY),$^) $(EXACT_LIBS) $(LIBS) $(LDFLAGS)

# The game of the README, made as its reader would: with the engine and nothing of ours beside it.
$(EXAMPLE): $(EXAMPLE).o $(OBJ)/libclockwork.a $(EXACTLY)
	@echo "  link $@"
	@$(CC) $(OPT) $(SANITIZE) -o $@ $(filter-out $(EXACTLY),$^) $(EXACT_LIBS) $(LIBS) $(LDFLAGS)

$(OBJ)/%.o: %.c Makefile
	@mkdir -p $(@D)
	@echo "  compile $<"
	@$(CC) $(CFLAGS_ALL) -c -o $@ $<

# --- exactness: Chipmunk allocates from our arena, and maths gives the same bits on every CPU ----------------
CHIPMUNK := $(shell $(CC) -print-file-name=libchipmunk.a)
$(OUT)/exact/libchipmunk-arena.a: $(CHIPMUNK)
	@mkdir -p $(@D)
	@objcopy $(foreach f,calloc realloc free abort qsort,--redefine-sym $f=arena_$f) \
	  --redefine-sym puts=arena_mute_puts --redefine-sym __printf_chk=arena_mute_printf $< $@

# musl's sin, pow and so on choose no variant by CPU, unlike glibc's.
MUSL    := /usr/lib/x86_64-linux-musl/libc.a
MUSL_IN := ^(__(sin|cos|tan)(df)?|__rem_pio2(f|_large)?|__expo2f?|__math_[a-z]+|[a-z0-9]+_data|fenv|fesetround|((a?(sin|cos|tan)h?|atan2|sincos|exp(2|10|m1)?|log(2|10|1p)?|pow|cbrt|hypot)f?))\.lo$$
$(OUT)/exact/libexactmath.a: $(MUSL)
	@rm -rf $(@D)/musl && mkdir -p $(@D)/musl
	@cd $(@D)/musl && ar x $(MUSL) $$(ar t $(MUSL) | grep -E '$(MUSL_IN)')
	@rm -f $@ && ar rcs $@ $(@D)/musl/*.lo

# --- the rest -----------------------------------------------------------------------------------------------
setup:
	@tests/lint/setup.sh $(DEBIAN)

run: program
	@$(OUT)/clockwork

test:
	@tests/run.sh "$(MAKE)" "$(OUT)"

check:
	@tests/run.sh "$(MAKE)" "$(OUT)" check

fuzz:
	@tests/fuzz/fuzz.sh "$(MAKE)" "$(OUT)"

lint:
	@tests/lint/lint.sh "$(OUT)" "$(CC)" $(CFLAGS_ALL)

bench: program
	@$(OUT)/clockwork bench

plots: program
	assets/readme/pacing.sh $(OUT)/clockwork >$(OUT)/pacing.svg
	mv $(OUT)/pacing.svg assets/readme/pacing.svg
	$(OUT)/clockwork lab --headless --csv $(OUT)/lab.csv
	gnuplot -e "series='$(OUT)/lab.csv'" assets/readme/lab.gnuplot >$(OUT)/lab.svg
	mv $(OUT)/lab.svg assets/readme/lab.svg

format:
	clang-format -i $$(git ls-files '*.c' '*.h')

install: program
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/share/clockwork
	install $(OUT)/clockwork $(DESTDIR)$(PREFIX)/bin/clockwork
	cp -r assets config.ini $(DESTDIR)$(PREFIX)/share/clockwork/

clean:
	rm -rf $(OUT)

-include $(shell find $(OBJ) -name '*.d' 2>/dev/null)
