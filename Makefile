# make            build the game: build/clockwork
# make setup      install the packages that playing needs, and those of the goals beside it (Debian; with sudo unless root)
# make run        build and play; without a display, run a headless demonstration
# make dev        build and play, and reload code, levels and settings when they are saved
# make test       build and pass the tests that are not slow: `make setup test` installs what they need
# make check      pass everything else: slow tests, all tests under AddressSanitizer and UndefinedBehaviorSanitizer, faults, exactness,
#                 a game made outside the tree
# make lint       check the format, the include arrows, that headers compile alone, that no inexact maths is linked, and search for faults
# make docs       write the manual and the reference of the headers as a site with a search field: build/docs/index.html
# make install    install game, library, headers, template, manual and examples into PREFIX (/usr/local)
# make uninstall  remove them
# make dist       make Debian packages of all that: build/deb
# make release    make all packages and a file of their checksums: build/release (docs/shipping.md says what it needs)
# make clean      remove build/
# make help       print these lines
#
# Variables: OUT=DIR  CHIPMUNK=DIR  MUSL=DIR  CC=gcc|clang  OPT='-O3 -march=native'  MODE=plain|check|thread|coverage|fuzz
#            ARCH=arm64 (from x86-64, into build/arm64: `make ARCH=arm64 setup all`)
# Windows and web pages: scripts/ports.mk. Fuzzing, coverage, nights, medals, pictures and the like are scripts: docs/contributing.md.
MACHINE  := $(shell uname -m)
# Of another processor the compiler and tools have its name in front, and Debian's packages of its libraries lie in a folder of their own
# (scripts/sysroot.sh). Another system (PORT) is described in scripts/ports.mk, whose variables replace those that are set by ?= here.
ARCH     ?= $(MACHINE)
TARGET   := $(ARCH:arm64=aarch64)
export CROSS := $(or $(PORT_CROSS),$(if $(filter-out $(MACHINE),$(TARGET)),$(TARGET)-linux-gnu-))
SYSTEM   ?= linux
SYSROOT  := $(if $(PORT),,$(CROSS:%=.cache/sysroot/$(ARCH)))
CC       := $(strip $(if $(filter default,$(origin CC)),$(CROSS)gcc $(SYSROOT:%=--sysroot=%),$(CC)))
PKGCONF  ?= $(if $(SYSROOT),env PKG_CONFIG_SYSROOT_DIR=$(SYSROOT) PKG_CONFIG_LIBDIR=$(SYSROOT)/usr/lib/$(TARGET)-linux-gnu/pkgconfig:$(SYSROOT)/usr/share/pkgconfig) pkg-config
OUT      ?= build$(CROSS:%=/$(ARCH))
MODE     ?= plain
OPT      ?= $(if $(filter check thread,$(MODE)),-O1 -g1,$(if $(filter coverage,$(MODE)),-O0 -g1,-O2 -g1))
PREFIX   ?= /usr/local
CHIPMUNK ?= .cache/sources/Chipmunk2D-Chipmunk-7.0.3
MUSL     ?= .cache/sources/musl-1.2.3
OBJ      := $(OUT)/$(MODE)
, := ,

# --- flags ------------------------------------------------------------------------------------------------
PKGS     ?= sdl2 SDL2_image sndfile freetype2 harfbuzz fribidi fontconfig jansson expat zlib libzstd
# A newer library may deprecate a function whose replacement the oldest supported one lacks.
WARN     := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes -Werror -Wno-deprecated-declarations
# Results must not depend on the compiler: it neither fuses operations nor folds or rewrites calls of inexact functions. Nor do
# they depend on the processor: chars are signed and Chipmunk's numbers have 64 bits everywhere.
INEXACT  := sin cos tan asin acos atan atan2 sinh cosh tanh exp exp2 log log2 log10 pow cbrt hypot sincos \
  expm1 log1p exp10 erf erfc tgamma lgamma
EXACT    := -ffp-contract=off -fsigned-char $(foreach t,HASH_VALUE COLLISION_TYPE GROUP,-DCP_$t_TYPE=uint64_t) \
  $(foreach f,$(INEXACT),-fno-builtin-$f -fno-builtin-$ff)
SANITIZE := $(if $(filter check fuzz,$(MODE)),-fsanitize=address$(,)undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
SANITIZE += $(if $(filter thread,$(MODE)),-fsanitize=thread)$(if $(filter coverage,$(MODE)),--coverage -fprofile-update=atomic)
FUZZING  := $(if $(filter fuzz,$(MODE)),-fsanitize=fuzzer)
# The sanitizers bring stricter checks than _FORTIFY_SOURCE, which needs an optimising compiler.
FORTIFY  := $(if $(strip $(SANITIZE)),,$(if $(filter-out -O0,$(filter -O%,$(OPT))),-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2))
# Without these, SDL's headers declare every vector instruction of the processor: a third of the compiler's time.
NARROW   := $(foreach f,MM XMM EMM PMM IMM,-DSDL_DISABLE_$fINTRIN_H) -DSDL_DISABLE_ARM_NEON_H
INCLUDE  := -Iinclude -Isrc -Isrc/runtime -Isrc/workshop -Isrc/windup -Itests -isystem $(CHIPMUNK)/include
FOREIGN   = $(patsubst -I%,-isystem %,$(shell $(PKGCONF) $(or $(PKG_FLAGS),--cflags-only-I) $(PKGS) 2>/dev/null))
PROTECT  ?= -fstack-protector-strong
# What a game does not use of the runtime is left out of it.
SECTIONS ?= -ffunction-sections -fdata-sections
FLAGS     = -std=c17 -D_GNU_SOURCE $(INCLUDE) $(FOREIGN) $(NARROW) $(WARN) $(PORT_FLAGS) $(EXACT) $(OPT) $(PROTECT) $(SECTIONS) $(FORTIFY) \
  $(SANITIZE) $(FUZZING:=-no-link) $(CFLAGS)
OTHER_LIBS ?= -lxxhash -llz4 -lpthread -lm
LIBS      = $(shell $(PKGCONF) --libs $(PKGS) 2>/dev/null) $(OTHER_LIBS)
COMPILER  = $(shell $(CC) --version 2>&1 | sed -n 1p)

# --- what is built ----------------------------------------------------------------------------------------
# FOLDERS compiles only these folders of the engine; REST, a library built before, has the others (tests/packaging/exact.sh).
FOLDERS  ?= *
# What differs between systems lies in folders of their names, such as src/runtime/platform/linux; only those of SYSTEMS are compiled.
SYSTEMS  ?= linux posix desktop
# Libraries are installed on Linux and shipped with the program elsewhere. Some loops are for one kind of processor.
LIBRARIES_ARE ?= installed
OTHERS   := $(filter-out $(LIBRARIES_ARE),shipped installed) $(if $(filter-out x86_64,$(TARGET)),avx2)
objects   = $(patsubst %.c,$(OBJ)/%.o,$(filter-out $(foreach o,$(OTHERS),%_$o.c),$(wildcard $1)))
in        = $(foreach f,$1,$f/*.c $(SYSTEMS:%=$f/%/*.c))
# A process that gave up its rights could not write what it counted.
RIGHTS   := $(if $(filter coverage,$(MODE)),none,linux)
# The engine's translations lie in the program, so they are of its version wherever it is.
TEXTS    := $(if $(REST),,$(OBJ)/src/runtime/host/texts.o)
# The two halves. A finished game has the runtime alone, which begins in ALONE; a program for its maker has both.
RUNTIME  := $(patsubst %linux/sandbox.o,%$(RIGHTS)/sandbox.o,$(call objects,$(call in,$(FOLDERS:%=src/runtime/%)))) $(TEXTS)
WORKSHOP := $(if $(REST),,$(filter-out $(LACKS:%=$(OBJ)/src/workshop/%.o),$(call objects,$(call in,src/workshop/*))))
ALONE    := $(OBJ)/src/runtime/program/finished_game.o
BOTH     := $(filter-out $(ALONE),$(RUNTIME)) $(WORKSHOP)
GAME     := $(call objects,src/windup/*.c src/windup/*/*.c)
SUPPORT  := $(call objects,tests/support/*.c)
FUZZERS  := $(patsubst %.o,%,$(call objects,tests/fuzz/fuzz_*.c))
EXAMPLES := $(patsubst %.o,%,$(call objects,docs/example/*.c))
# One test program for each folder: build/plain/tests/test_sim has the tests of tests/runtime/sim. Those of tests/door start
# the installed program, which is plain.
TEST_DIRS := $(sort $(dir $(wildcard tests/*/test_*.c tests/*/*/test_*.c)))
TESTS    := $(patsubst %,$(OBJ)/tests/test_%,$(filter-out $(if $(filter plain,$(MODE)),,door),$(notdir $(TEST_DIRS:/=))))
# What the game reads of assets/, without pseudo-languages (scripts/texts.sh).
TEXT     := $(filter-out %_XA.po %_XB.po,$(wildcard assets/text/*.po))
DATA     ?= $(addprefix assets/,art lab levels replays) $(TEXT)
PROGRAM  := $(if $(filter plain,$(MODE)),$(OUT)/clockwork,$(OBJ)/clockwork)$(EXE)
# `clockwork debug` reads variables of the code of ticks.
$(OBJ)/src/runtime/sim/%.o $(OBJ)/src/workshop/ask/debug.o $(OBJ)/src/windup/%.o: OPT_OF_FILE = $(if $(filter -g%,$(OPT)),-g)
# Loops over thousands of pixels, corners or bodies are optimised further; tests are many and do little, so they compile fast.
FAST     := src/runtime/sim/body.c src/runtime/draw/draw_push.c $(addprefix src/runtime/paint/,pixels.c pixels_avx2.c renderer.c geometry_painter.c \
  span_painter.c raster.c)
$(FAST:%.c=$(OBJ)/%.o): OPT_OF_FILE := -O3
$(OBJ)/src/runtime/paint/pixels_avx2.o: OPT_OF_FILE += -mavx2
$(foreach d,$(TEST_DIRS),$(OBJ)/$(d)%.o): OPT_OF_FILE := $(if $(filter -O2,$(OPT)),-O0)
SOURCES   := $(sort $(dir $(wildcard $(patsubst %,%/*.c,src src/* src/*/* src/*/*/* tests/* tests/*/* docs/example))))
FOLDERS_OF_OBJECTS := $(SOURCES:%=$(OBJ)/%) $(patsubst %,$(OBJ)/pic/%,$(filter src/windup/%,$(SOURCES)))
# Callbacks of tests use only some of their parameters.
$(OBJ)/tests/%.o: ALLOWED := -Wno-unused-parameter
# Comparisons in the simulation and of similar names tell libFuzzer nothing about its input, and noting them takes half of its time.
$(OBJ)/src/runtime/sim/%.o $(OBJ)/src/runtime/base/number.o $(OBJ)/src/windup/%.o: COVERAGE := $(FUZZING:%=-fno-sanitize-coverage=trace-cmp)

.PHONY: all program exact tests fuzzers game.so setup installed run dev test check lint docs install uninstall dist release clean help FORCE
.DELETE_ON_ERROR:
.SECONDARY:
all: program
program: $(PROGRAM)
tests: $(TESTS) $(EXAMPLES) $(if $(filter plain,$(MODE)),,$(FUZZERS))
fuzzers: $(FUZZERS)
game.so: $(OUT)/game.so

# --- setup ------------------------------------------------------------------------------------------------
# Packages are installed before anything is compiled. All cores are used unless -j says otherwise.
goals     = $(filter $1,$(MAKECMDGOALS))
FIRST     := $(call goals,clean) $(if $(call goals,setup $(PORT:%=setup-%) check lint docs),installed)
WANTED    := play $(if $(call goals,test check),test) $(if $(call goals,check),check) $(if $(call goals,lint docs),dev)
ifeq ($(filter -j%,$(MAKEFLAGS)),)
MAKEFLAGS += -j$(shell nproc)
endif
setup test check lint docs: | $(FIRST)
check: | $(call goals,test)
installed:
	@scripts/setup.sh $(WANTED) $(or $(PORT),$(CROSS:%=$(ARCH)))
	@[ -z "$(SYSROOT)" ] || scripts/sysroot.sh $(ARCH) $(SYSROOT) libc6-dev $$(scripts/setup.sh libraries)
	@[ -e $(CHIPMUNK)/src/cpSpace.c -a -e $(MUSL)/src/math/sin.c ] || scripts/sources.sh .cache/sources play

# --- compiling and linking --------------------------------------------------------------------------------
# Every output is made under another name, or in a folder `unfinished`, and renamed when it is complete, so an interruption leaves nothing half made.
# These two texts change only with their content, and then everything that depends on them is made again.
keep = echo '$1' | cmp -s - $@ || echo '$1' >$@
$(OBJ)/flags: FORCE | $(FIRST)
	@$(PKGCONF) --exists $(PKGS) || { echo "Libraries are missing: $(or $(SETUP),make setup)" >&2; exit 1; }
	@[ -e $(CHIPMUNK)/src/cpSpace.c -a -e $(MUSL)/src/math/sin.c ] || { echo "The sources of Chipmunk or musl are missing: $(or $(SETUP),make setup)" >&2; exit 1; }
	@mkdir -p $(FOLDERS_OF_OBJECTS:=unfinished) && $(call keep,$(FLAGS))
$(OBJ)/tools: FORCE | $(OBJ)/flags
	@$(call keep,$(COMPILER) $(shell $(PKGCONF) --modversion $(PKGS) 2>/dev/null) $(LIBS) $(LDFLAGS) $(FAST) $(RUNTIME) $(WORKSHOP) $(GAME) $(SUPPORT))

# Progress is for people.
tell    = $(if $(MAKE_TERMOUT),echo "  $1" &&)
half    = $(@D)/unfinished/$(*F)
compile = $(call tell,compile $<) \
  $(CC) @$(OBJ)/flags $(OPT_OF_FILE) $(COVERAGE) $(ALLOWED) $1 -MMD -MP -MF $(half).d -MT $@ -c -o $(half).o $< && mv $(half).d $(half).o $(@D)
$(OBJ)/%.o: %.c $(OBJ)/flags $(OBJ)/tools
	@$(call compile)
$(OBJ)/pic/%.o: %.c $(OBJ)/flags $(OBJ)/tools
	@$(call compile,-fPIC -fvisibility=hidden -DCW_TUNING)

$(OBJ)/texts.c: scripts/embed.sh $(wildcard assets/text/engine/*.po) $(OBJ)/flags
	@scripts/embed.sh $(filter %.po,$^) >$@.new && mv $@.new $@
$(TEXTS): $(OBJ)/texts.c $(OBJ)/tools
	@$(call compile)

LINKING  ?= -Wl$(,)-z$(,)relro$(,)-z$(,)now -Wl$(,)--as-needed
# Tests write their counts before they abort (tests/support/test.c).
LINKING += $(if $(filter coverage,$(MODE)),-Wl$(,)-u$(,)__gcov_dump)
link = $(call tell,link $@) \
  $(CC) $(OPT) $(SANITIZE) $(LINKING) -o $@.new $(filter %.o %/libengine.a %/libclockwork-workshop.a,$^) $1 $(LIBS) $(LDFLAGS)
archive = rm -f $@.new && $(CROSS)ar rcs $@.new $(filter %.o,$^) && mv $@.new $@
whole = -Wl,--whole-archive $1 -Wl,--no-whole-archive

# Chipmunk that allocates in our arena, and maths with the same bits on every processor, built from their sources.
PIC      ?= -fPIC
EXACT_LIBS := $(OUT)/exact/libchipmunk-arena.a $(OUT)/exact/libexactmath.a
$(EXACT_LIBS): exact
	@:
exact: $(OBJ)/flags
	@$(MAKE) -s -f scripts/exact.mk ARCH='$(or $(EXACT_ARCH),$(TARGET))' OUT='$(OUT)/exact' CC='$(CC)' CHIPMUNK='$(CHIPMUNK)' MUSL='$(MUSL)' LTO='$(filter -flto%,$(OPT))' EXACT='$(EXACT) $(PIC) $(PROTECT) $(SECTIONS)'
# The sanitizers' library has inexact maths in front of all others, so every function of ours must be linked.
EXACTLY   := $(if $(strip $(SANITIZE)),$(call whole,$(EXACT_LIBS)),$(EXACT_LIBS))

# Windup and the tests use the engine's inside, so they get its objects as they are.
$(OBJ)/libengine.a: $(BOTH)
	@$(archive)
# The program is for makers: it has both halves and shows its public names to games that it loads as shared objects.
PUBLIC    ?= $(OUT)/exact/public.list
$(PROGRAM): $(OBJ)/src/main.o $(GAME) $(BOTH) $(EXACT_LIBS) $(PUBLIC) $(PORT_OBJECTS)
	@$(call link,$(PUBLIC:%=-Wl$(,)--dynamic-list=%) $(call whole,$(EXACT_LIBS)))
	@CC='$(CC)' scripts/check-imports.sh $@.new $(OUT)/exact/libexactmath.a && mv $@.new $@
# The same game as its players get it. All maths are ours, for libraries that are linked statically as well.
$(OUT)/windup$(EXE): $(OBJ)/src/main.o $(GAME) $(RUNTIME) $(EXACT_LIBS) $(PORT_OBJECTS)
	@$(call link,-Wl$(,)--gc-sections $(call whole,$(EXACT_LIBS)))
	@CC='$(CC)' scripts/check-imports.sh $@.new $(OUT)/exact/libexactmath.a && mv $@.new $@
VERSION   := $(shell sed -n 's/^.define CW_VERSION "\(.*\)"/\1/p' include/clockwork/base.h)
# Other games get the runtime, or both halves, with Chipmunk and the maths as one object that shows only public names, so no name
# can clash with a game's. Objects made for link-time optimisation would keep all names: they are compiled here.
OBJCOPY  ?= $(CROSS)objcopy
RELOCATABLE := -r $(PORT_RELOCATABLE) $(if $(findstring -flto,$(OPT)),$(if $(findstring clang,$(CC)),-flto,$(OPT) -flinker-output=nolto-rel))
$(OBJ)/clockwork.o: $(RUNTIME)
$(OBJ)/clockwork-workshop.o: $(BOTH)
$(OBJ)/clockwork.o $(OBJ)/clockwork-workshop.o: $(EXACT_LIBS) $(OUT)/exact/public.names
	@$(CC) $(RELOCATABLE) -nostdlib -o $@.new $(filter $(OBJ)/src/%,$^) $(call whole,$(EXACT_LIBS)) && \
	  $(OBJCOPY) --remove-section=.drectve --wildcard --keep-global-symbols=$(OUT)/exact/public.names $@.new && mv $@.new $@
$(OBJ)/libclockwork.a: $(OBJ)/clockwork.o
	@$(archive)
$(OBJ)/libclockwork-workshop.a: $(OBJ)/clockwork-workshop.o
	@$(archive)
# `clockwork dev` loads Windup as a shared object without the engine.
$(OUT)/game.so: $(GAME:$(OBJ)/%=$(OBJ)/pic/%)
	@$(call tell,link $@) $(CC) -shared $(OPT) $(SANITIZE) -o $@.new $^ $(LDFLAGS) && mv $@.new $@
# The public names: those of the headers, of Chipmunk and of the maths.
$(OUT)/exact/public.list: scripts/public-names.sh $(wildcard include/clockwork/*.h) $(EXACT_LIBS)
	@$^ >$@.new && mv $@.new $@
# Objects for Windows have addresses of names in other objects, too.
$(OUT)/exact/public.names: $(OUT)/exact/public.list
	@{ sed '1d; $$d; s/;//' $< && echo '.refptr.*'; } >$@.new && mv $@.new $@

# Memory may run out where a test says (tests/support/failing_memory.h).
WRAPPED   := $(foreach f,malloc calloc realloc strdup strndup,-Wl$(,)--wrap=$f)

.SECONDEXPANSION:
$(TESTS): $(OBJ)/tests/test_%: $$(call objects,tests/$$*/test_*.c tests/*/$$*/test_*.c) $(SUPPORT) $(GAME) $(OBJ)/libengine.a $(REST) $(EXACT_LIBS)
	@$(call link,$(WRAPPED) $(REST) $(EXACTLY) $(shell $(PKGCONF) --libs check) -lX11) && mv $@.new $@
$(OBJ)/tests/test_fuzz: $(OBJ)/tests/fuzz/support/seal.o
$(OBJ)/tests/test_map: $(OBJ)/tests/fuzz/support/pack.o
# Without libFuzzer a harness reads the files and folders that are its arguments.
$(FUZZERS): %: %.o $(call objects,tests/fuzz/support/*.c) $(if $(FUZZING),,$(OBJ)/tests/fuzz/driver/files.o) $(GAME) $(OBJ)/libengine.a $(EXACT_LIBS)
	@$(call link,$(EXACTLY)) $(FUZZING) && mv $@.new $@
# The examples are linked as a reader of the README would link them.
$(EXAMPLES): %: %.o $(OBJ)/libclockwork-workshop.a
	@$(call link) && mv $@.new $@

# --- running, testing, measuring --------------------------------------------------------------------------
run: program
	@$(OUT)/clockwork
dev: program game.so
	@$(OUT)/clockwork dev .
# A script gets make under this name, as make -n would run a script that gets $(MAKE).
MAKER     = env -u MAKEFLAGS $(MAKE)
BEGAN    := $(if $(call goals,test check),$(shell date +%s))
test:
	@$(if $(call goals,setup),,scripts/setup.sh missing $(WANTED) &&) tests/run.sh "$(MAKER)" "$(OUT)" $(BEGAN) test
check:
	@tests/run.sh "$(MAKER)" "$(OUT)" $(BEGAN) check
lint: $(OBJ)/flags $(OBJ)/libclockwork.a $(WORKSHOP)
	@scripts/lint.sh "$(OUT)" "$(CC)" @$(OBJ)/flags
docs: $(OUT)/docs/index.html
$(OUT)/docs/index.html: $(wildcard README.md CHANGELOG.md docs/*.md docs/Doxyfile docs/site.css include/clockwork/*.h scripts/docs.*)
	@scripts/docs.sh $(OUT)
# --- installing -------------------------------------------------------------------------------------------
KITS     ?= $(OBJ)/libclockwork.a $(OBJ)/libclockwork-workshop.a
INSTALLS  = "$(OUT)" "$(CHIPMUNK)" "$(MUSL)" '$(EXACT)' '$(LIBRARY_LINKING) $(if $(CROSS),$(filter-out -L%,$(LIBS)),$(LIBS))'
LIBRARY_LINKING ?= -Wl$(,)--as-needed
# The site is installed where Doxygen is there to write it.
SITE      ?= $(if $(shell command -v doxygen),$(OUT)/docs/index.html)
install: program $(KITS) $$(SITE)
	SYSTEM='$(PORT)' scripts/install.sh "$(DESTDIR)$(PREFIX)$(PORT_PREFIX)" $(INSTALLS)
uninstall:
	scripts/install.sh "$(DESTDIR)$(PREFIX)$(PORT_PREFIX)"
# The help and the libraries of another processor's program are those of this one's.
dist: program $(KITS) $$(SITE)
	@$(if $(CROSS),HELPER=$${HELPER:-build/clockwork}) scripts/deb.sh $(ARCH) $(INSTALLS)
release:
	@scripts/release.sh
help:
	@sed -n 's/^# //p; /^#$$/q' Makefile
clean:
	rm -rf $(OUT)

-include $(shell find $(OBJ) -name unfinished -prune -o -name '*.d' -print 2>/dev/null)
