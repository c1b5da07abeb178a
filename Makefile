# make            build the game: build/clockwork
# make setup      install what playing needs and is missing (Debian packages; sudo where not root)
# make setup-dev  install what tests and lint need, too; test, check, fuzz, lint and plots do so by themselves
# make run        build and play; without a display: a headless demonstration
# make dev        build and play, and go on with every change of code, levels and settings
# make test       build and pass the tests, plain and then as `make check`
# make check      the tests under AddressSanitizer and UndefinedBehaviorSanitizer
# make fuzz       every harness of tests/fuzz for FUZZ_SECONDS (60), by clang's libFuzzer under the sanitizers
# make lint       format, who-may-include-whom, headers compile alone, no inexact maths
# make bench      the benchmarks
# make peers      the benchmarks' scenes in Box2D, the first picture of LÖVE: where they are installed
# make plots      draw the README's plots anew
# make pictures  take the README's pictures of the game anew, from the bundled replays and by playing (wants ImageMagick, Xvfb, xdotool)
# make replays    record the bundled replays anew, from their own inputs
# make medals     solve the levels for SECONDS (60) each, set their medals by the best time, record their ghosts
# make format     rewrite the sources with clang-format
# make install    game, library, headers, template, README and examples into PREFIX (/usr/local); make uninstall takes them away
# make fresh      try both README commands in new minimal roots of Debian 12 and 13 (as root; takes long)
# make clean      remove build/
# Variables: OUT=DIR  CHIPMUNK=DIR  MUSL=DIR  CC=gcc|clang  OPT='-O3 -march=native'  MODE=plain|check|fuzz  LEVELS='first-wind gear-works' SECONDS=60 (medals)

CC      := $(if $(filter default,$(origin CC)),gcc,$(CC))
OUT     ?= build
MODE    ?= plain
OPT     ?= $(if $(filter check,$(MODE)),-O1 -g1,-O2 -g)
PREFIX  ?= /usr/local
VERSION  = $(shell sed -n 's/^\#define CW_VERSION "\(.*\)"/\1/p' include/clockwork/base.h)

# The sources of Chipmunk and of musl's maths, unpacked. `make setup` fetches them; elsewhere name your own.
CHIPMUNK ?= .cache/sources/Chipmunk2D-Chipmunk-7.0.3
MUSL     ?= .cache/sources/musl-1.2.3

# On all cores, unless -j was given.
JOBS     = $(if $(findstring -j,$(MAKEFLAGS)),,-j$(shell nproc))

# --- setup: before all else, in a make of its own -----------------------------------------------------------
# What follows asks for compilers and libraries as soon as it is read, so they must be there before. `setup` brings
# what playing needs, the goals below bring the rest; the other goals then run in a make that sees it all.
DEV_GOALS := setup-dev test check fuzz lint plots fresh
NEEDS_DEV := $(filter $(DEV_GOALS),$(MAKECMDGOALS))
ifneq ($(if $(READY),,$(filter setup,$(MAKECMDGOALS))$(NEEDS_DEV)),)
OTHERS  := $(filter-out setup setup-dev,$(MAKECMDGOALS))
.PHONY: $(MAKECMDGOALS) ready
$(MAKECMDGOALS): ready
	@:
ready:
	@scripts/setup.sh $(if $(NEEDS_DEV),dev,play)
	@$(if $(wildcard $(CHIPMUNK)),$(if $(wildcard $(MUSL)),true,false),false) || scripts/sources.sh .cache/sources
	@$(if $(OTHERS),$(MAKE) --no-print-directory $(JOBS) READY=yes $(OTHERS))
else

# --- compiler ---------------------------------------------------------------------------------------------
# Compilers must neither fold nor rewrite calls of inexact functions: results would depend on them.
INEXACT := sin cos tan asin acos atan atan2 sinh cosh tanh exp exp2 log log2 log10 pow cbrt hypot sincos \
  expm1 log1p exp10 erf erfc tgamma lgamma
EXACT   := -ffp-contract=off $(foreach f,$(INEXACT),-fno-builtin-$f -fno-builtin-$ff)
# A newer library may deprecate what the oldest one has no other name for.
WARN    := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes -Werror -Wno-deprecated-declarations
, := ,
SANITIZE := $(if $(filter check fuzz,$(MODE)),-fsanitize=address$(,)undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
FUZZING := $(if $(filter fuzz,$(MODE)),-fsanitize=fuzzer)
# Against what files and devices of others might do; sanitizers bring stricter checks of their own.
OPTIMISED := $(filter-out -O0,$(filter -O%,$(OPT)))
HARDEN  := -fstack-protector-strong $(if $(OPTIMISED),$(if $(SANITIZE),,-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2))
HARDEN_LINK := -Wl$(,)-z$(,)relro$(,)-z$(,)now
PKGS    := sdl2 SDL2_image sndfile freetype2 harfbuzz fribidi fontconfig inih jansson expat zlib libzstd
# SDL's headers would bring each vector instruction of the processor as a function: a third of the compiler's time.
NARROW  := $(foreach f,MM XMM EMM PMM IMM,-DSDL_DISABLE_$fINTRIN_H)
SYSTEM  := $(NARROW) -isystem $(CHIPMUNK)/include $(patsubst -I%,-isystem %,$(shell pkg-config --cflags-only-I $(PKGS) 2>/dev/null))
CFLAGS_ALL = -std=c17 -D_GNU_SOURCE -Iinclude -Isrc -Isrc/engine -Isrc/tools -Isrc/windup -Itests $(SYSTEM) $(WARN) $(EXACT) $(OPT) $(HARDEN) $(SANITIZE) $(FUZZING:=-no-link) $(CFLAGS)
LIBS    := $(shell pkg-config --libs $(PKGS) 2>/dev/null) -lxxhash -llz4 -lpthread -lm
# Of what an object or a program is made, beside its files: it is built anew when this text changes.
OF_CC   := $(shell $(CC) --version 2>&1 | head -n 1)
RECIPE   = $(OF_CC) $(shell pkg-config --modversion $(PKGS) 2>/dev/null) $(CFLAGS_ALL) $(FAST) $(WIDE) $(value OF_FILE) $(LIBS) $(LDFLAGS)

# WIDE: the span painter's inner loops, once more for wider vectors (draw/pixels.h). FAST: loops over thousands of pixels, corners, bodies.
WIDE    := -mavx2
FAST    := src/engine/sim/body.c $(addprefix src/engine/draw/,pixels_plain.c pixels_avx2.c draw_push.c renderer.c geometry_painter.c sprite_triangles.c \
  span_painter.c raster.c)
# Tests are many and do little themselves: compiling them is what takes time.
OF_FILE  = $(if $(filter $(FAST),$<),-O3) $(and $(findstring /test_,$<),$(filter -O2,$(OPT)),-O1) $(if $(findstring src/engine/draw/pixels_avx2.c,$<),$(WIDE))

# --- what is built ----------------------------------------------------------------------------------------
OBJ     := $(OUT)/$(MODE)
# FOLDERS compiles only these folders of the engine; REST, a library built before, has the others (tests/packaging/exact.sh).
FOLDERS ?= *
ENGINE  := $(patsubst %.c,$(OBJ)/%.o,$(wildcard $(foreach f,$(FOLDERS),src/engine/$f/*.c)))
TOOLS   := $(if $(REST),,$(patsubst %.c,$(OBJ)/%.o,$(wildcard src/tools/*/*.c)))
GAME    := $(patsubst %.c,$(OBJ)/%.o,$(wildcard src/windup/*.c src/windup/*/*.c))
OBJECT  := $(patsubst $(OBJ)/%,$(OBJ)/pic/%,$(GAME))
SUPPORT := $(patsubst %.c,$(OBJ)/%.o,$(wildcard tests/support/*.c))
# One program for each folder: build/plain/tests/test_sim has the tests of tests/engine/sim. Those of tests/door start the
# installed program, which is plain.
TEST_FILES := $(wildcard tests/*/test_*.c tests/*/*/test_*.c)
TESTS   := $(addprefix $(OBJ)/tests/test_,$(notdir $(patsubst %/,%,$(sort $(dir $(TEST_FILES))))))
TESTS   := $(if $(filter plain,$(MODE)),$(TESTS),$(filter-out %/test_door,$(TESTS)))
FUZZERS := $(patsubst %.c,$(OBJ)/%,$(wildcard tests/fuzz/fuzz_*.c))
FILES   := $(ENGINE) $(TOOLS) $(GAME) $(SUPPORT) $(TEST_FILES) $(wildcard tests/fuzz/*.c)
EXAMPLES := $(patsubst %.c,$(OBJ)/%,$(wildcard tests/example/*.c))
PROGRAM := $(if $(filter plain,$(MODE)),$(OUT)/clockwork,$(OBJ)/clockwork)
EXACTLY := $(OUT)/exact/libchipmunk-arena.a $(OUT)/exact/libexactmath.a
# The sanitizers' library stands in front of all others and has inexact maths of its own: take all of ours.
ALL_OF   = $(if $(SANITIZE),-Wl$(,)--whole-archive $1 -Wl$(,)--no-whole-archive,$1)
# Objects that wait for link-time optimisation would keep all names: gcc makes real ones of them.
RELOCATABLE := -r $(if $(findstring -flto,$(OPT)),$(if $(findstring clang,$(CC)),-flto,$(OPT) -flinker-output=nolto-rel))
EXACT_LIBS = $(OUT)/exact/libchipmunk-arena.a $(call ALL_OF,$(OUT)/exact/libexactmath.a)

.PHONY: all run dev game.so test check fuzz fuzzers lint bench peers plots pictures replays medals fresh format install uninstall clean program tests FORCE
.DELETE_ON_ERROR:
.SECONDARY:
all: program
program: $(PROGRAM)
tests: $(TESTS) $(EXAMPLES) $(FUZZERS:=.o)
fuzzers: $(FUZZERS)

# Everything is made beside its place and moved there when it is whole: what was interrupted is never taken for done.
LINK     = $(CC) $(OPT) $(SANITIZE) $(HARDEN_LINK) -Wl$(,)--as-needed -o $@.new $(filter %.o %/libengine.a %/libclockwork.a,$^) $1 $(LIBS) $(LDFLAGS)

# Windup and the tests know the inside of the engine: they get its objects as they are.
$(OBJ)/libengine.a: $(ENGINE) $(TOOLS) $(OBJ)/files
	@rm -f $@.new && ar rcs $@.new $(ENGINE) $(TOOLS) && mv $@.new $@

# It has all of the engine, and shows what is public to games that it loads, which bring none.
$(PROGRAM): $(OBJ)/src/main.o $(GAME) $(ENGINE) $(TOOLS) $(OBJ)/libengine.a $(EXACTLY) $(OUT)/exact/public.list $(OBJ)/files
	@echo "  link $@"
	@$(call LINK,-Wl$(,)--dynamic-list=$(OUT)/exact/public.list -Wl$(,)--whole-archive $(EXACTLY) -Wl$(,)--no-whole-archive)
	@scripts/check-imports.sh $@.new
	@mv $@.new $@

.SECONDEXPANSION:
$(TESTS): $(OBJ)/tests/test_%: $$(addprefix $(OBJ)/,$$(addsuffix .o,$$(basename $$(wildcard tests/$$*/test_*.c tests/*/$$*/test_*.c)))) \
  $(SUPPORT) $(GAME) $(OBJ)/libengine.a $(REST) $(EXACTLY) $(OBJ)/files
	@echo "  link $@"
	@$(call LINK,$(EXACT_LIBS) $(shell pkg-config --libs check)) && mv $@.new $@

$(OBJ)/tests/fuzz/%: $(OBJ)/tests/fuzz/%.o $(OBJ)/tests/fuzz/input.o $(OBJ)/tests/fuzz/level_maker.o $(GAME) \
  $(OBJ)/libengine.a $(EXACTLY) $(OBJ)/files
	@echo "  link $@"
	@$(call LINK,$(EXACT_LIBS)) $(FUZZING) && mv $@.new $@

# What other games get: engine, Chipmunk in the arena and exact maths in one object, in which only what
# include/clockwork/ declares, Chipmunk's own names and those of maths can be seen, or clash, or be forgotten.
$(OBJ)/clockwork.o: $(ENGINE) $(EXACTLY) $(OBJ)/files
	@$(CC) $(RELOCATABLE) -nostdlib -o $@.new $(ENGINE) -Wl,--whole-archive $(EXACTLY) -Wl,--no-whole-archive
	@objcopy --localize-hidden $@.new && mv $@.new $@
$(OBJ)/libclockwork.a: $(OBJ)/clockwork.o
	@rm -f $@.new && ar rcs $@.new $< && mv $@.new $@

# The game of the README and its like, made as their reader would: with the library and nothing of ours beside it.
$(EXAMPLES): %: %.o $(OBJ)/libclockwork.a
	@echo "  link $@"
	@$(call LINK) && mv $@.new $@

$(OBJ)/%.o: %.c $(OBJ)/recipe
	@mkdir -p $(@D)
	@echo "  compile $<"
	@$(CC) $(CFLAGS_ALL) $(OF_FILE) $(if $(filter src/%,$<),-fvisibility=hidden) -MMD -MP -MF $@.d.new -MT $@ -c -o $@.new $< && mv $@.d.new $(@:.o=.d) && mv $@.new $@

# Windup as a shared object, for `clockwork dev`: without the engine, which the program that loads it has.
game.so: $(OUT)/game.so
$(OUT)/game.so: $(OBJECT) $(OBJ)/files
	@echo "  link $@"
	@$(CC) -shared $(OPT) $(SANITIZE) -o $@.new $(OBJECT) $(LDFLAGS) && mv $@.new $@
$(OBJ)/pic/%.o: %.c $(OBJ)/recipe
	@mkdir -p $(@D)
	@echo "  compile $<"
	@$(CC) $(CFLAGS_ALL) -fPIC -fvisibility=hidden -MMD -MP -MF $@.d.new -MT $@ -c -o $@.new $< && mv $@.d.new $(@:.o=.d) && mv $@.new $@

# Two texts that are written only when they change: flags and versions; which files there are.
$(OBJ)/recipe: FORCE
	@pkg-config --exists $(PKGS) || { echo "Libraries are missing: make setup" >&2; exit 1; }
	@test -n "$(CHIPMUNK_OBJECTS)" -a -n "$(MATHS_OBJECTS)" || { echo "The sources of Chipmunk or musl are missing: make setup" >&2; exit 1; }
	@mkdir -p $(@D) && echo '$(RECIPE)' | cmp -s - $@ || echo '$(RECIPE)' >$@
$(OBJ)/files: FORCE
	@mkdir -p $(@D) && echo '$(FILES)' | cmp -s - $@ || echo '$(FILES)' >$@

# --- exactness: Chipmunk allocates from our arena, and maths gives the same bits on every CPU ----------------
# Both are compiled from their sources, without fused multiply-adds, by the flags that Debian's packages are built with.
# Queries lock their space by way of us, so that they may run in views of a world that is write-protected.
BY_SOURCE = $(OPT_EXACT) -w -fPIC $(EXACT) -fstack-protector-strong -ffile-prefix-map=$(dir $<)=
OPT_EXACT := -O2 -g1
LOCKS    := -DcpSpaceLock=arena_cpSpaceLock -DcpSpaceUnlock=arena_cpSpaceUnlock
CHIPMUNK_OBJECTS := $(patsubst $(CHIPMUNK)/src/%.c,$(OUT)/exact/chipmunk/%.o,$(filter-out %/cpHastySpace.c,$(wildcard $(CHIPMUNK)/src/*.c)))
CHIPMUNK_FLAGS = -std=gnu99 -Iinclude -Isrc/engine -I$(CHIPMUNK)/include -include src/engine/sim/chipmunk_names.h $(if $(filter %/cpSpaceStep.c,$<),,$(LOCKS))
$(OUT)/exact/chipmunk/%.o: $(CHIPMUNK)/src/%.c src/engine/sim/chipmunk_names.h src/engine/sim/arena.h include/clockwork/base.h $(OUT)/exact/origin
	@mkdir -p $(@D)
	@$(CC) $(CHIPMUNK_FLAGS) $(BY_SOURCE) -c -o $@.new $< && mv $@.new $@

# musl's sin, pow and so on choose no variant by CPU, unlike glibc's.
MATHS    := __sin __cos __tan __sindf __cosdf __tandf __rem_pio2 __rem_pio2f __rem_pio2_large __expo2 __expo2f __math_% exp_data exp2f_data \
  log_data logf_data log2_data log2f_data pow_data powf_data $(foreach f,sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh atan2 sincos \
  exp exp2 exp10 expm1 log log2 log10 log1p pow cbrt hypot,$f $ff)
MATHS_OBJECTS := $(patsubst $(MUSL)/src/math/%.c,$(OUT)/exact/maths/%.o,$(filter $(addprefix $(MUSL)/src/math/,$(MATHS:=.c)),$(wildcard $(MUSL)/src/math/*.c)))
MUSL_HEADERS = $(addprefix -I$(MUSL)/,arch/$(ARCH) arch/generic src/include src/internal) -I$(OUT)/exact/musl -I$(MUSL)/include
ARCH     := $(shell uname -m)
MUSL_FLAGS = -std=c99 -D_XOPEN_SOURCE=700 -nostdinc -ffreestanding -fexcess-precision=standard -frounding-math $(MUSL_HEADERS) \
  -U__FP_FAST_FMA -U__FP_FAST_FMAF
$(OUT)/exact/maths/%.o: $(MUSL)/src/math/%.c $(OUT)/exact/musl/bits/alltypes.h
	@mkdir -p $(@D)
	@$(CC) $(MUSL_FLAGS) $(BY_SOURCE) -c -o $@.new $< && mv $@.new $@
$(OUT)/exact/musl/bits/alltypes.h: $(OUT)/exact/origin
	@mkdir -p $(@D)
	@sed -f $(MUSL)/tools/mkalltypes.sed $(MUSL)/arch/$(ARCH)/bits/alltypes.h.in $(MUSL)/include/alltypes.h.in >$@.new && mv $@.new $@

$(OUT)/exact/libchipmunk-arena.a: $(CHIPMUNK_OBJECTS)
$(OUT)/exact/libexactmath.a: $(MATHS_OBJECTS)
$(EXACTLY): $(OUT)/exact/origin
	@rm -f $@.new && ar rcs $@.new $(filter %.o,$^) && mv $@.new $@

# Which sources, compiler and flags: what is built of them is built again when this text changes.
ORIGIN   = $(OF_CC) $(CHIPMUNK) $(CHIPMUNK_FLAGS) $(MUSL_FLAGS) $(MATHS) $(OPT_EXACT) $(EXACT) $(value BY_SOURCE)
$(OUT)/exact/origin: FORCE | $(OBJ)/recipe
	@mkdir -p $(@D) && echo '$(ORIGIN)' | cmp -s - $@ || echo '$(ORIGIN)' >$@

# What games in shared objects find in the program: the names of the headers, of Chipmunk and of C's maths.
$(OUT)/exact/public.list: $(wildcard include/clockwork/*.h) $(EXACTLY)
	@{ echo '{'; { grep -ohE '\<cw_[a-z0-9_]+' $(filter %.h,$^) | grep -vx cw_game_object; \
	  nm -g --defined-only $(EXACTLY) | awk 'NF == 3 && $$3 ~ /^(_?cp[A-Z_v]|[a-z])/ && $$3 !~ /^arena_/ {print $$3}'; } | \
	  sort -u | sed 's/$$/;/'; echo '};'; } >$@.new && mv $@.new $@

# --- the rest -----------------------------------------------------------------------------------------------
run: program
	@$(OUT)/clockwork

# Its build is `make game.so` again, in the background.
dev: program game.so
	@$(OUT)/clockwork dev .

test:
	@tests/run.sh "$(MAKE) $(JOBS)" "$(OUT)"

check:
	@tests/run.sh "$(MAKE) $(JOBS)" "$(OUT)" check

fuzz:
	@tests/fuzz/fuzz.sh "$(MAKE) $(JOBS)" "$(OUT)"

lint:
	@scripts/lint.sh "$(OUT)" "$(CC)" $(CFLAGS_ALL)

fresh:
	@tests/packaging/fresh.sh

bench: program
	@$(OUT)/clockwork bench

peers: program
	@scripts/peers/peers.sh $(OUT)

plots: program
	scripts/pacing_plot.sh $(OUT)/clockwork >$(OUT)/pacing.svg
	mv $(OUT)/pacing.svg assets/readme/pacing.svg
	$(OUT)/clockwork lab --headless --csv $(OUT)/lab.csv
	gnuplot -e "series='$(OUT)/lab.csv'" scripts/lab.gnuplot >$(OUT)/lab.svg
	mv $(OUT)/lab.svg assets/readme/lab.svg

pictures: program
	scripts/pictures.sh $(OUT)/clockwork
	scripts/dev_pictures.sh $(OUT)/clockwork

# After a change of rules, hash or fingerprint. A run that no longer finishes is left as it was: let the
# bot make another (clockwork play LEVEL --headless --bot --record FILE).
replays: program
	@for f in assets/replays/*.cwr; do \
	  $(OUT)/clockwork replay $$f --record $$f.new && $(OUT)/clockwork verify $$f.new | grep ' finished=yes ' \
	  && mv $$f.new $$f || { rm -f $$f.new; exit 1; }; done

# Times are of this machine: let it have nothing else to do.
SECONDS  = 60
medals: program
	@scripts/medals.sh $(OUT)/clockwork $(SECONDS) $(LEVELS)

format:
	clang-format -i $$(git ls-files '*.c' '*.h')

# All that an installation has: a new one leaves nothing of an older one. Its .pc goes where it goes.
TO        = $(DESTDIR)$(PREFIX)
INSTALLED = bin/clockwork lib/libclockwork.a lib/pkgconfig/clockwork.pc include/clockwork share/clockwork share/windup \
  share/man/man1/clockwork.1 share/doc/clockwork
# The README with all that it shows and names, in the places that it gives.
DOCS      = README.md docs CHANGELOG.md LICENSE assets/README.md $(foreach f,png svg webp,$(wildcard assets/readme/*.$f)) tests/example
COPYRIGHT = LICENSE $(CHIPMUNK)/LICENSE.txt $(MUSL)/COPYRIGHT
install: program $(OBJ)/libclockwork.a
	rm -rf $(addprefix $(TO)/,$(INSTALLED))
	install -d $(addprefix $(TO)/,bin lib/pkgconfig include/clockwork/physics/chipmunk share/clockwork share/windup/assets share/man/man1 \
	  share/doc/clockwork)
	install -m 755 $(OUT)/clockwork $(TO)/bin/
	install -m 644 $(OBJ)/libclockwork.a $(TO)/lib/
	install -m 644 include/clockwork/*.h $(TO)/include/clockwork/
	install -m 644 $(CHIPMUNK)/include/chipmunk/*.h $(TO)/include/clockwork/physics/chipmunk/
	printf '%s\n' 'prefix=$${pcfiledir}/../..' 'pkgdatadir=$${prefix}/share/clockwork' \
	  'docdir=$${prefix}/share/doc/clockwork' 'Name: Clockwork' \
	  'Description: runtime for 2D games that replay bit for bit' 'Version: $(VERSION)' \
	  'Cflags: -I$${prefix}/include -I$${prefix}/include/clockwork/physics $(EXACT)' \
	  'Libs: -Wl,--as-needed -L$${prefix}/lib -lclockwork $(LIBS)' >$(TO)/lib/pkgconfig/clockwork.pc
	$(OUT)/clockwork --help | awk -f src/engine/cli/man.awk >$(TO)/share/man/man1/clockwork.1
	cat $(COPYRIGHT) >$(TO)/share/clockwork/licences.txt
	cp -r assets/template $(TO)/share/clockwork/
	cp -r --parents $(DOCS) $(TO)/share/doc/clockwork/
	cp -r config.ini $(TO)/share/windup/
	cp -r $(addprefix assets/,art lab levels replays) $(TO)/share/windup/assets/
	chmod -R u=rwX,go=rX $(addprefix $(TO)/,$(INSTALLED))

uninstall:
	rm -rf $(addprefix $(TO)/,$(INSTALLED))

clean:
	rm -rf $(OUT)

-include $(shell find $(OBJ) -name '*.d' 2>/dev/null)
endif
