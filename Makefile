# make            build the game: build/clockwork
# make setup      install the packages that playing needs, and those of the goals beside it (Debian; with sudo unless root)
# make setup-dev  install all packages that anything needs; check, fuzz, lint, plots and docs install theirs by themselves
# make run        build and play; without a display, run a headless demonstration
# make dev        build and play, and reload code, levels and settings when they are saved
# make test       build and pass the tests that are not slow: `make setup test` installs what they need
# make check      pass everything else: slow tests, all tests under AddressSanitizer and UndefinedBehaviorSanitizer, faults, exactness,
#                 a game made outside the tree
# make fuzz       run every harness of tests/fuzz for FUZZ_SECONDS (60) under clang's libFuzzer and the sanitizers, from where
#                 it ended the last time; FUZZ_RUNS=N: until it has had so many executions in all; FUZZ='map level': only these
# make nightly    run all machines that look for faults, eight hours on two cores, and print a page; it resumes
# make coverage   run the tests that need no window, and print how many lines and branches of each folder they reach;
#                 FUZZ='map level': give these harnesses their corpora, and print what they reach of their readers
# make lint       check the format, the include arrows, that headers compile alone, and that no inexact maths is linked
# make analyze    search all sources with clang-tidy and its analyser, gcc -fanalyzer and cppcheck (lint has the quick part of that)
# make bench      run the benchmarks
# make peers      run the benchmarks' scenes in Box2D and time the first picture of LÖVE, where they are installed
# make plots      draw the plot of the manual again
# make docs       write the manual and the reference of the headers as a site with a search field: build/docs/index.html
# make pictures   take the pictures of the manual and of the level cards again (needs ImageMagick, Xvfb, xdotool)
# make replays    record the bundled replays again from their own inputs
# make medals     solve each level from four seeds for SECONDS (300), set its medals by the best time, record its ghosts; resumes
# make format     reformat the sources with clang-format
# make install    install game, library, headers, template, manual and examples into PREFIX (/usr/local)
# make install-windows  install library and headers to build games for Windows, too, into PREFIX/x86_64-w64-mingw32
# make uninstall  remove them
# make deb        make Debian packages of all that in build/deb; `make fresh` installs and removes them, too. With ARCH=arm64 in
#                 build/arm64/deb, once build/clockwork is there: its help and libraries are the same
# make setup-windows  install what building for Windows needs, and build the libraries for it once, into .cache/windows
# make windows    build the game for Windows: build/windows/clockwork.exe
# make dist-windows  pack it as an archive to hand out: build/windows/Windup-VERSION-windows-x86_64.zip
# make test-windows  play that archive under Wine, in a window with real keys, and compare it with the game here
# make setup-web  install what building for a page needs, and build the libraries for it once (into .cache/web)
# make web        build the game for browsers: build/web/page, a folder for any file server (docs/web.md)
# make dist-web   pack that folder as an archive to hand out: build/web/Windup-VERSION-web.zip
# make test-web   play that folder in a headless Chromium, with keys, fingers and a controller, and compare it with the game here
# make install-web  install library and headers to build games for browsers, too, into PREFIX/wasm32-emscripten
# make release    make all packages and a file of their checksums: build/release (docs/shipping.md says what it needs)
# make exact-everywhere  compare bundled runs, random input and the sync test on every platform that can be built or emulated
#                 here (arm64, Windows by Wine), and print a row for each (10 minutes of two cores; TICKS=6000)
# make fresh      try both README commands, `make check`, ARCH=arm64 and the packages in new minimal roots of Debian 12 and 13 (as root;
#                 two hours); CASES="'bookworm test' 'trixie check'": only these
# make clean      remove build/
# Variables: OUT=DIR  CHIPMUNK=DIR  MUSL=DIR  CC=gcc|clang  OPT='-O3 -march=native'  MODE=plain|check|thread|coverage|fuzz
#            LEVELS='first-wind gear-works' SECONDS=300 (medals)  ARCH=arm64 (from x86-64, into build/arm64: `make ARCH=arm64 setup program`)
MACHINE  := $(shell uname -m)
# Goals named so are for Windows, or for a page, and then all are.
$(if $(filter %windows,$(MAKECMDGOALS)),$(if $(filter %web,$(MAKECMDGOALS)),$(error Make goals for Windows and for the web one after the other)))
SYSTEM   ?= $(if $(filter %windows,$(MAKECMDGOALS)),windows,$(if $(filter %web,$(MAKECMDGOALS)),web,linux))
WINDOWS  := $(filter windows,$(SYSTEM))
WEB      := $(filter web,$(SYSTEM))
ARCH     ?= $(if $(WINDOWS),x86_64,$(if $(WEB),wasm32,$(MACHINE)))
TARGET   := $(ARCH:arm64=aarch64)
# Another processor's or system's compiler and tools have its name in front. Its libraries lie in a folder of their own: Debian's packages
# (scripts/sysroot.sh), or what scripts/libraries.mk builds from sources.
export CROSS := $(if $(WINDOWS),x86_64-w64-mingw32-,$(if $(WEB),em,$(if $(filter-out $(MACHINE),$(TARGET)),$(TARGET)-linux-gnu-)))
BUILT    := $(addprefix .cache/,$(WINDOWS) $(WEB))
SYSROOT  := $(if $(BUILT),,$(CROSS:%=.cache/sysroot/$(ARCH)))
CC       := $(strip $(if $(filter default,$(origin CC)),$(CROSS)$(if $(WEB),cc,gcc) $(SYSROOT:%=--sysroot=%),$(CC)))
PKGCONF  := $(if $(SYSROOT),env PKG_CONFIG_SYSROOT_DIR=$(SYSROOT) PKG_CONFIG_LIBDIR=$(SYSROOT)/usr/lib/$(TARGET)-linux-gnu/pkgconfig:$(SYSROOT)/usr/share/pkgconfig) \
  $(BUILT:%=env PKG_CONFIG_LIBDIR=%) pkg-config
OUT      ?= build$(if $(BUILT),/$(SYSTEM),$(CROSS:%=/$(ARCH)))
EXE      := $(WINDOWS:%=.exe)
MODE     ?= plain
OPT      ?= $(if $(filter check thread,$(MODE)),-O1 -g1,$(if $(filter coverage,$(MODE)),-O0 -g1,-O2 -g1))
PREFIX   ?= /usr/local
CHIPMUNK ?= .cache/sources/Chipmunk2D-Chipmunk-7.0.3
MUSL     ?= .cache/sources/musl-1.2.3
OBJ      := $(OUT)/$(MODE)
, := ,

# --- flags ------------------------------------------------------------------------------------------------
PKGS     := $(if $(BUILT),libraries,sdl2 SDL2_image sndfile freetype2 harfbuzz fribidi fontconfig jansson expat zlib libzstd)
# A newer library may deprecate a function whose replacement the oldest supported one lacks.
WARN     := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes -Werror -Wno-deprecated-declarations
# Windows' headers make float of every number that isnan is asked about.
WARN     += $(WINDOWS:%=-Wno-float-conversion)
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
NARROW   := $(foreach f,MM XMM EMM PMM IMM,-DSDL_DISABLE_$fINTRIN_H) -DSDL_DISABLE_ARM_NEON_H $(WINDOWS:%=-DSDL_MAIN_HANDLED)
INCLUDE  := -Iinclude -Isrc -Isrc/runtime -Isrc/workshop -Isrc/windup -Itests -isystem $(CHIPMUNK)/include
FOREIGN   = $(patsubst -I%,-isystem %,$(shell $(PKGCONF) --cflags$(if $(BUILT),,-only-I) $(PKGS) 2>/dev/null))
# WebAssembly keeps return addresses where no array reaches them.
PROTECT  := $(if $(WEB),,-fstack-protector-strong)
FLAGS     = -std=c17 -D_GNU_SOURCE $(INCLUDE) $(FOREIGN) $(NARROW) $(WARN) $(EXACT) $(OPT) $(PROTECT) $(FORTIFY) \
  $(SANITIZE) $(FUZZING:=-no-link) $(CFLAGS)
LIBS      = $(shell $(PKGCONF) --libs $(PKGS) 2>/dev/null)$(if $(BUILT),, -lxxhash -llz4 -lpthread -lm)
COMPILER  = $(shell $(CC) --version 2>&1 | sed -n 1p)

# --- what is built ----------------------------------------------------------------------------------------
# FOLDERS compiles only these folders of the engine; REST, a library built before, has the others (tests/packaging/exact.sh).
FOLDERS  ?= *
# Of the files that ask the operating system (src/runtime/platform) only SYSTEM's own are compiled, NAME_linux.c, and those that it has
# in common with another one. So it is with files for one kind of processor, and with those that use what is installed on Linux and
# comes with the program elsewhere.
COMMON   := $(if $(WINDOWS),desktop none shipped,$(if $(WEB),posix none shipped,posix desktop installed))
OTHERS   := $(filter-out $(SYSTEM) $(COMMON),linux windows web posix desktop none shipped installed) $(if $(filter-out x86_64,$(TARGET)),avx2)
objects   = $(patsubst %.c,$(OBJ)/%.o,$(filter-out $(foreach o,$(OTHERS),%_$o.c),$(wildcard $1)))
# A process that gave up its rights could not write what it counted.
RIGHTS   := $(if $(filter coverage,$(MODE)),none,linux)
# Files of the workshop that the runtime still calls: this list may only get shorter.
LENT     := $(if $(filter-out *,$(FOLDERS)),,$(filter-out %/dev_build.c %/dev_command.c %/dev_runner.c %/dev_trial.c %/dev_work.c %/dev_board.c %/dev_keep.c %/dev_knobs.c %/dev_versions.c %/dev_picture.c %/debug.c %/sweep.c %/sweep_svg.c %/sweep_trial.c %/tools_windows.c,$(wildcard $(addprefix src/workshop/,ask/*.c change/*.c check/*.c fields/*.c inspect/*.c live/*.c main/*.c panel/*.c practice/*.c system/*.c))))
ENGINE   := $(patsubst %sandbox_linux.o,%sandbox_$(RIGHTS).o,$(call objects,$(foreach f,$(FOLDERS),src/runtime/$f/*.c) $(LENT)))
TOOLS    := $(if $(REST)$(WEB),,$(call objects,$(if $(WINDOWS),$(addprefix src/workshop/,main/tools_windows.c lab/*.c new/*.c solve/*.c),$(filter-out $(LENT) %/tools_windows.c,$(wildcard src/workshop/*/*.c)))))
GAME     := $(call objects,src/windup/*.c src/windup/*/*.c)
SUPPORT  := $(call objects,tests/support/*.c)
FUZZERS  := $(patsubst %.o,%,$(call objects,tests/fuzz/fuzz_*.c))
EXAMPLES := $(patsubst %.o,%,$(call objects,docs/example/*.c))
# One test program for each folder: build/plain/tests/test_sim has the tests of tests/runtime/sim. Those of tests/door start
# the installed program, which is plain.
TEST_DIRS := $(sort $(dir $(wildcard tests/*/test_*.c tests/*/*/test_*.c)))
TESTS    := $(patsubst %,$(OBJ)/tests/test_%,$(filter-out $(if $(filter plain,$(MODE)),,door),$(notdir $(TEST_DIRS:/=))))
# What the game reads of assets/.
DATA     := $(addprefix assets/,art $(if $(WEB),,lab) levels replays)
PROGRAM  := $(if $(filter plain,$(MODE)),$(OUT)/clockwork,$(OBJ)/clockwork)$(EXE)
# `clockwork debug` reads variables of the code of ticks.
$(OBJ)/src/runtime/sim/%.o $(OBJ)/src/workshop/ask/debug.o $(OBJ)/src/windup/%.o: OPT_OF_FILE = $(if $(filter -g%,$(OPT)),-g)
# Loops over thousands of pixels, corners or bodies are optimised further; tests are many and do little, so they compile fast.
FAST     := src/runtime/sim/body.c src/runtime/draw/draw_push.c $(addprefix src/runtime/paint/,pixels_plain.c pixels_avx2.c renderer.c geometry_painter.c \
  span_painter.c raster.c)
$(FAST:%.c=$(OBJ)/%.o): OPT_OF_FILE := -O3
$(OBJ)/src/runtime/paint/pixels_avx2.o: OPT_OF_FILE += -mavx2
$(foreach d,$(TEST_DIRS),$(OBJ)/$(d)%.o): OPT_OF_FILE := $(if $(filter -O2,$(OPT)),-O1)
SOURCES   := $(sort $(dir $(wildcard $(patsubst %,%/*.c,src src/* src/*/* tests/* tests/*/* docs/example))))
FOLDERS_OF_OBJECTS := $(SOURCES:%=$(OBJ)/%) $(patsubst %,$(OBJ)/pic/%,$(filter src/windup/%,$(SOURCES)))
# Callbacks of tests use only some of their parameters.
$(OBJ)/tests/%.o: ALLOWED := -Wno-unused-parameter
# Comparisons in the simulation and of similar names tell libFuzzer nothing about its input, and noting them takes half of its time.
$(OBJ)/src/runtime/sim/%.o $(OBJ)/src/runtime/base/number.o $(OBJ)/src/windup/%.o: COVERAGE := $(FUZZING:%=-fno-sanitize-coverage=trace-cmp)

.PHONY: all exact program web setup-web dist-web install-web test-web release windows setup-windows dist-windows test-windows install-windows tests fuzzers game.so run dev setup setup-dev installed test check fuzz nightly coverage lint analyze exact-everywhere fresh bench peers plots docs pictures replays \
  medals format install uninstall deb clean FORCE
.DELETE_ON_ERROR:
.SECONDARY:
all: program
program: $(if $(WEB),$(OUT)/page/index.html,$(PROGRAM) $(WINDOWS:%=$(OUT)/fonts))
windows web: program
setup-windows setup-web: setup
install-windows install-web: install
install-web: $(OUT)/page.flags
test-web: web
	@$(MAKE) -s SYSTEM=linux OUT=build program
	@tests/packaging/web.sh $(OUT)/page build/clockwork
dist-web: web
	@scripts/web/pack.sh $(OUT)/page $(OUT)/Windup-$(VERSION)-web.zip
release:
	@scripts/release.sh "$(MAKER)" "$(VERSION)"
test-windows: dist-windows $(OBJ)/seam.exe
	@$(MAKE) -s SYSTEM=linux OUT=build install PREFIX="$(CURDIR)/build/installed"
	@$(MAKE) -s install-windows PREFIX="$(CURDIR)/build/installed"
	@tests/packaging/windows.sh $(OUT)/Windup-$(VERSION)-windows-x86_64.zip build/clockwork build/installed $(OBJ)/seam.exe
dist-windows: program
	@SOURCE_DATE_EPOCH=$$(git log -1 --format=%ct 2>/dev/null) KIT=$(OUT) scripts/windows/dist.sh \
	  $(OUT)/Windup-$(VERSION)-windows-x86_64.zip Windup windup $(PROGRAM) config.ini $(DATA)
tests: $(TESTS) $(EXAMPLES) $(if $(filter plain,$(MODE)),,$(FUZZERS))
fuzzers: $(FUZZERS)
game.so: $(OUT)/game.so

# --- setup ------------------------------------------------------------------------------------------------
# Packages are installed before anything is compiled. All cores are used unless -j says otherwise.
CHECK_GOALS := check fuzz coverage
DEV_GOALS := setup-dev nightly lint analyze plots docs fresh
goals     = $(filter $1,$(MAKECMDGOALS))
FIRST     := $(call goals,clean) $(if $(call goals,setup setup-windows setup-web $(CHECK_GOALS) $(DEV_GOALS)),installed)
WANTED    := play $(if $(call goals,test $(CHECK_GOALS) $(DEV_GOALS)),test) $(if $(call goals,$(CHECK_GOALS) $(DEV_GOALS)),check) $(if $(call goals,$(DEV_GOALS)),dev)
ifeq ($(filter -j%,$(MAKEFLAGS)),)
MAKEFLAGS += -j$(shell nproc)
endif
setup test $(CHECK_GOALS) $(DEV_GOALS): | $(FIRST)
check: | $(call goals,test)
installed:
	@scripts/setup.sh $(WANTED) $(if $(BUILT),$(SYSTEM),$(CROSS:%=$(ARCH)))
	@[ -z "$(SYSROOT)" ] || scripts/sysroot.sh $(ARCH) $(SYSROOT) libc6-dev $$(scripts/setup.sh libraries)
	@[ -e $(CHIPMUNK)/src/cpSpace.c -a -e $(MUSL)/src/math/sin.c ] || scripts/sources.sh .cache/sources play
	@[ -z "$(BUILT)" ] || scripts/sources.sh .cache/sources libraries
	@[ -z "$(BUILT)" ] || $(MAKE) -s -f scripts/libraries.mk SYSTEM=$(SYSTEM) FROM=.cache/sources OUT=$(BUILT) CC='$(CC)' CXX='$(patsubst emcc,em++,$(CC:gcc=g++))'

# --- compiling and linking --------------------------------------------------------------------------------
# Every output is made under another name, or in a folder `new`, and renamed when it is complete, so an interruption leaves nothing half made.
# These two texts change only with their content, and then everything that depends on them is made again.
keep = echo '$1' | cmp -s - $@ || echo '$1' >$@
$(OBJ)/flags: FORCE | $(FIRST)
	@$(PKGCONF) --exists $(PKGS) || { echo "Libraries are missing: make setup$(BUILT:.cache/%=-%)" >&2; exit 1; }
	@[ -e $(CHIPMUNK)/src/cpSpace.c -a -e $(MUSL)/src/math/sin.c ] || { echo "The sources of Chipmunk or musl are missing: make setup$(BUILT:.cache/%=-%)" >&2; exit 1; }
	@mkdir -p $(FOLDERS_OF_OBJECTS:=new) && $(call keep,$(FLAGS))
$(OBJ)/tools: FORCE | $(OBJ)/flags
	@$(call keep,$(COMPILER) $(shell $(PKGCONF) --modversion $(PKGS) 2>/dev/null) $(LIBS) $(LDFLAGS) $(FAST) $(ENGINE) $(TOOLS) $(GAME) $(SUPPORT))

# Progress is for people.
tell    = $(if $(MAKE_TERMOUT),echo "  $1" &&)
new     = $(@D)/new/$(*F)
compile = $(call tell,compile $<) \
  $(CC) @$(OBJ)/flags $(OPT_OF_FILE) $(COVERAGE) $(ALLOWED) $1 -MMD -MP -MF $(new).d -MT $@ -c -o $(new).o $< && mv $(new).d $(new).o $(@D)
$(OBJ)/%.o: %.c $(OBJ)/flags $(OBJ)/tools
	@$(call compile)
$(OBJ)/pic/%.o: %.c $(OBJ)/flags $(OBJ)/tools
	@$(call compile,-fPIC -fvisibility=hidden -DCW_TUNING)

# On Windows a stack as large as Linux's, and no console beside the window.
LINKING := $(if $(WINDOWS),-static -fstack-protector-strong -Wl$(,)--gc-sections -Wl$(,)--stack$(,)8388608 -mwindows,-Wl$(,)-z$(,)relro$(,)-z$(,)now -Wl$(,)--as-needed)
# Tests write their counts before they abort (tests/support/test.c).
LINKING += $(if $(filter coverage,$(MODE)),-Wl$(,)-u$(,)__gcov_dump)
link = $(call tell,link $@) \
  $(CC) $(OPT) $(SANITIZE) $(LINKING) -o $@.new $(filter %.o %/libengine.a %/libclockwork.a,$^) $1 $(LIBS) $(LDFLAGS)
archive = rm -f $@.new && $(CROSS)ar rcs $@.new $(filter %.o,$^) && mv $@.new $@
whole = -Wl,--whole-archive $1 -Wl,--no-whole-archive

# Chipmunk that allocates in our arena, and maths with the same bits on every processor, built from their sources.
EXACT_LIBS := $(OUT)/exact/libchipmunk-arena.a $(OUT)/exact/libexactmath.a
$(EXACT_LIBS): exact
	@:
exact: $(OBJ)/flags
	@$(MAKE) -s -f scripts/exact.mk ARCH='$(if $(WEB),arm,$(TARGET))' OUT='$(OUT)/exact' CC='$(CC)' CHIPMUNK='$(CHIPMUNK)' MUSL='$(MUSL)' EXACT='$(EXACT) $(if $(WEB),,-fPIC $(PROTECT))'
# The sanitizers' library has inexact maths in front of all others, so every function of ours must be linked.
EXACTLY   := $(if $(strip $(SANITIZE)),$(call whole,$(EXACT_LIBS)),$(EXACT_LIBS))

# Windup and the tests use the engine's inside, so they get its objects as they are.
$(OBJ)/libengine.a: $(ENGINE) $(TOOLS)
	@$(archive)
# The program has the whole engine and shows its public names to games that it loads as shared objects.
PUBLIC    := $(if $(WINDOWS),,$(OUT)/exact/public.list)
$(PROGRAM): $(OBJ)/src/main.o $(GAME) $(ENGINE) $(TOOLS) $(EXACT_LIBS) $(PUBLIC) $(WINDOWS:%=$(OUT)/windup.o)
	@$(call link,$(PUBLIC:%=-Wl$(,)--dynamic-list=%) $(call whole,$(EXACT_LIBS)))
	@CC='$(CC)' scripts/check-imports.sh $@.new $(OUT)/exact/libexactmath.a && mv $@.new $@
# On Windows fonts, licences and two libraries lie beside it, and the system shows its icon and version.
VERSION   := $(shell sed -n 's/^.define CW_VERSION "\(.*\)"/\1/p' include/clockwork/base.h)
$(OUT)/fonts: LICENSE $(wildcard $(BUILT)/libraries.pc) | $(OBJ)/flags
	@rm -rf $@ $@.new && mkdir -p $@.new && \
	  cat LICENSE $(CHIPMUNK)/LICENSE.txt $(MUSL)/COPYRIGHT $(BUILT)/licences.txt $(wildcard /usr/share/doc/mingw-w64-common/copyright) >$(OUT)/licences.txt && cp $(patsubst %,.cache/sources/fonts-*/fonts/*/*/%.ttf,DejaVuSans DejaVuSans-Bold DejaVuSansMono OldStandard-Bold) $@.new && \
	  $(if $(WINDOWS),cp $(BUILT)/lib/*.dll $(OUT) &&) mv $@.new $@
$(OUT)/windup.o: include/clockwork/base.h scripts/windows/program.rc scripts/windows/program.manifest $(OUT)/icon.ico
	@$(CROSS)windres -Iscripts/windows -DPICTURE='\"$(OUT)/icon.ico\"' -DTITLE='\"Windup\"' -DVERSION='\"$(VERSION)\"' -DNUMBERS=$(subst .,$(,),$(VERSION)),0 scripts/windows/program.rc $@
$(OUT)/icon.ico: scripts/windows/icon.c assets/art/icon.svg | $(OBJ)/flags
	@mkdir -p $(OBJ) && cc -o $(OBJ)/icon $< $$(pkg-config --cflags --libs sdl2 SDL2_image) && $(OBJ)/icon assets/art/icon.svg $@
ifneq ($(WEB),)
include scripts/web/page.mk
endif
# Other games get the engine, Chipmunk and the maths as one object that shows only public names, so no name can clash with
# a game's, and no part can be left out. Objects made for link-time optimisation would keep all names: they are compiled here.
# The linker leaves places in tables for unwinding as they were before it joins sections; so it joins none of these.
RELOCATABLE := -r $(WINDOWS:%='-Wl$(,)--unique=.[px]data*') $(if $(findstring -flto,$(OPT)),$(if $(findstring clang,$(CC)),-flto,$(OPT) -flinker-output=nolto-rel))
$(OBJ)/clockwork.o: $(ENGINE) $(EXACT_LIBS) $(OUT)/exact/public.names
	@$(CC) $(RELOCATABLE) -nostdlib -o $@.new $(ENGINE) $(call whole,$(EXACT_LIBS)) && \
	  $(if $(WEB),:,$(CROSS)objcopy) --wildcard --keep-global-symbols=$(OUT)/exact/public.names $@.new && mv $@.new $@
$(OBJ)/libclockwork.a: $(OBJ)/clockwork.o
	@$(archive)
# `clockwork dev` loads Windup as a shared object without the engine.
$(OUT)/game.so: $(GAME:$(OBJ)/%=$(OBJ)/pic/%)
	@$(call tell,link $@) $(CC) -shared $(OPT) $(SANITIZE) -o $@.new $^ $(LDFLAGS) && mv $@.new $@
# The public names: those of the headers, of Chipmunk and of the maths.
$(OUT)/exact/public.list: $(wildcard include/clockwork/*.h) $(EXACT_LIBS)
	@scripts/public-names.sh $^ >$@.new && mv $@.new $@
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
$(OBJ)/seam.exe: $(OBJ)/tests/packaging/seam.o $(OBJ)/libengine.a $(EXACT_LIBS) $(OUT)/windup.o
	@$(call link) && mv $@.new $@
# The examples are linked as a reader of the README would link them.
$(EXAMPLES): %: %.o $(OBJ)/libclockwork.a
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
fuzz:
	@tests/fuzz/fuzz.sh "$(MAKER)" "$(OUT)"
nightly:
	@scripts/nightly.sh "$(MAKER)" "$(OUT)"
coverage:
	@scripts/coverage.sh "$(MAKER)" "$(OUT)"
lint: $(OBJ)/flags
	@scripts/lint.sh "$(OUT)" "$(CC)" @$(OBJ)/flags
analyze: $(OBJ)/flags
	@scripts/analyze.sh "$(OUT)" full
exact-everywhere:
	@tests/packaging/everywhere.sh "$(MAKER)" "$(OUT)"
fresh:
	@tests/packaging/fresh.sh $(CASES)
bench: program
	@$(OUT)/clockwork bench
peers: program
	@scripts/peers/peers.sh $(OUT)
plots: program
	scripts/pacing_plot.sh $(OUT)/clockwork >$(OUT)/pacing.svg && mv $(OUT)/pacing.svg assets/readme/pacing.svg
docs: $(OUT)/docs/index.html
$(OUT)/docs/index.html: $(wildcard README.md CHANGELOG.md docs/*.md docs/Doxyfile docs/site.css include/clockwork/*.h scripts/docs.*)
	@scripts/docs.sh $(OUT)
pictures: program
	scripts/pictures.sh $(OUT)/clockwork
	scripts/dev_pictures.sh $(OUT)/clockwork
replays: program
	scripts/replays.sh $(OUT)/clockwork
# Times depend on this machine: let it have nothing else to do.
SECONDS   = 300
medals: program
	@scripts/medals.sh $(OUT)/clockwork $(SECONDS) $(LEVELS)
format:
	clang-format -i $$(git ls-files '*.c' '*.h')

# --- installing -------------------------------------------------------------------------------------------
INSTALLS  = "$(OUT)" "$(CHIPMUNK)" "$(MUSL)" '$(EXACT)' '$(if $(WINDOWS),$(LINKING),$(if $(WEB),,-Wl$(,)--as-needed)) $(if $(CROSS),$(filter-out -L%,$(LIBS)),$(LIBS))'
INTO      = "$(DESTDIR)$(PREFIX)$(WINDOWS:%=/x86_64-w64-mingw32)$(WEB:%=/wasm32-emscripten)"
# The site is installed where Doxygen is there to write it.
SITE      = $(if $(WINDOWS)$(WEB),,$(if $(shell command -v doxygen),$(OUT)/docs/index.html))
install: program $(OBJ)/libclockwork.a $$(SITE)
	SYSTEM='$(WINDOWS)$(WEB)' scripts/install.sh $(INTO) $(INSTALLS)
uninstall:
	scripts/install.sh $(INTO)
deb: program $(OBJ)/libclockwork.a $$(SITE)
	@$(if $(CROSS),HELPER=$${HELPER:-build/clockwork}) scripts/deb.sh $(ARCH) $(INSTALLS)
clean:
	rm -rf $(OUT)

-include $(shell find $(OBJ) -name new -prune -o -name '*.d' -print 2>/dev/null)
