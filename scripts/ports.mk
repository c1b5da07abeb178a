# Builds Windup and the library for Windows and for web pages, in the root of the sources:
#
# make -f scripts/ports.mk setup-windows    install what that needs, and build the libraries for it once, into .cache/windows
# make -f scripts/ports.mk windows          build the game as players get it, the runtime alone: build/windows/windup.exe
# make -f scripts/ports.mk dist-windows     pack it as an archive to hand out: build/windows/Windup-VERSION-windows-x86_64.zip
# make -f scripts/ports.mk test-windows     play that archive under Wine, in a window with real keys, and compare it with the game here
# make -f scripts/ports.mk install-windows  install library and headers to build games for it into PREFIX/x86_64-w64-mingw32
# make -f scripts/ports.mk setup-web        the same for pages, into .cache/web
# make -f scripts/ports.mk web              build the page: build/web/page, a folder for any file server (docs/web.md)
# make -f scripts/ports.mk dist-web         pack that folder: build/web/Windup-VERSION-web.zip
# make -f scripts/ports.mk test-web         play it in a headless Chromium, with keys, fingers and a controller, and compare it with the game here
# make -f scripts/ports.mk install-web      install library and headers to build games for pages into PREFIX/wasm32-emscripten
#
# `program` builds a maker's program (build/windows/clockwork.exe, build/web/clockwork.js) of all that these systems have of the workshop:
# tests/packaging/everywhere.sh compares it with the one here. The rules are the Makefile's. Variables that are set here replace its own.
$(if $(filter %windows,$(MAKECMDGOALS)),$(if $(filter %web,$(MAKECMDGOALS)),$(error Make goals for Windows and for the web one after the other)))
SYSTEM   ?= $(if $(filter %web,$(MAKECMDGOALS)),web,windows)
PORT     := $(SYSTEM)
LIBRARIES := .cache/$(PORT)
OUT      ?= build/$(PORT)
PKGCONF  := env PKG_CONFIG_LIBDIR=$(LIBRARIES) pkg-config
PKGS     := libraries
PKG_FLAGS := --cflags
OTHER_LIBS :=
DATA      = $(addprefix assets/,art levels replays) $(TEXT)
LIBRARIES_ARE := shipped
SITE     :=
PUBLIC   :=
KITS     = $(OBJ)/libclockwork.a
# Sections of functions are tried on Linux only.
SECTIONS :=
# What starts programs or watches files is for Linux.
LACKS    := bench/% live/dev_% ask/debug
SETUP    := make -f scripts/ports.mk setup-$(PORT)
, := ,

ifeq ($(PORT),windows)
ARCH     := x86_64
PORT_CROSS := x86_64-w64-mingw32-
PORT_PREFIX := /x86_64-w64-mingw32
EXE      := .exe
SYSTEMS  := windows desktop none
# Windows' headers make float of every number that isnan is asked about.
PORT_FLAGS := -Wno-float-conversion -DSDL_MAIN_HANDLED
PORT_OBJECTS = $(OUT)/windup.o
# A stack as large as Linux's, and no console beside the window.
LINKING  := -static -fstack-protector-strong -Wl,--gc-sections -Wl,--stack,8388608 -mwindows
LIBRARY_LINKING = $(LINKING)
# The linker leaves places in tables for unwinding as they were before it joins sections; so it joins none of these.
PORT_RELOCATABLE := '-Wl,--unique=.[px]data*'
else
ARCH     := wasm32
PORT_CROSS := em
PORT_PREFIX := /wasm32-emscripten
SYSTEMS  := web posix none
CC       := $(if $(filter default,$(origin CC)),emcc,$(CC))
LACKS    += lab/% new/% solve/%
EXACT_ARCH := arm
PIC      :=
# WebAssembly keeps return addresses where no array reaches them.
PROTECT  :=
LINKING  :=
LIBRARY_LINKING :=
OBJCOPY  := :
endif

.DEFAULT_GOAL := $(PORT)
include Makefile

.PHONY: setup-$(PORT) $(PORT) dist-$(PORT) test-$(PORT) install-$(PORT) libraries
setup-$(PORT): setup
setup: libraries
$(OBJ)/flags: | $(if $(filter setup%,$(MAKECMDGOALS)),libraries)
libraries: | installed
	@scripts/sources.sh .cache/sources libraries
	@$(MAKE) -s -f scripts/libraries.mk SYSTEM=$(PORT) FROM=.cache/sources OUT=$(LIBRARIES) CC='$(CC)' CXX='$(patsubst emcc,em++,$(CC:gcc=g++))'
install-$(PORT): install
# Fonts and licences lie beside the program, and on Windows two libraries.
$(OUT)/fonts: LICENSE scripts/letters.sh $(wildcard $(LIBRARIES)/libraries.pc assets/text/*.po assets/text/engine/*.po) | $(OBJ)/flags
	@rm -rf $@ $@.new && mkdir -p $@.new && \
	  cat LICENSE $(CHIPMUNK)/LICENSE.txt $(MUSL)/COPYRIGHT $(LIBRARIES)/licences.txt $(wildcard /usr/share/doc/mingw-w64-common/copyright) \
	    /usr/share/doc/fonts-noto-cjk/copyright >$(OUT)/licences.txt && \
	  cp $(patsubst %,.cache/sources/fonts-*/fonts/*/*/%.ttf,DejaVuSans DejaVuSans-Bold DejaVuSansMono OldStandard-Bold) $@.new && \
	  scripts/letters.sh $@.new && \
	  { [ -z "$(EXE)" ] || cp $(LIBRARIES)/lib/*.dll $(OUT); } && mv $@.new $@

ifeq ($(PORT),windows)
windows: $(OUT)/windup.exe $(OUT)/fonts
dist-windows: windows
	@SOURCE_DATE_EPOCH=$$(git log -1 --format=%ct 2>/dev/null) KIT=$(OUT) scripts/windows/dist.sh \
	  $(OUT)/Windup-$(VERSION)-windows-x86_64.zip Windup windup $(OUT)/windup.exe config.ini $(DATA)
test-windows: dist-windows $(OBJ)/seam.exe
	@env -u CROSS $(MAKE) -s install PREFIX="$(CURDIR)/build/installed"
	@$(MAKE) -s -f scripts/ports.mk install-windows PREFIX="$(CURDIR)/build/installed"
	@tests/packaging/windows.sh $(OUT)/Windup-$(VERSION)-windows-x86_64.zip build/clockwork build/installed $(OBJ)/seam.exe
# The system shows an icon and the version.
$(OUT)/windup.o: include/clockwork/base.h scripts/windows/program.rc scripts/windows/program.manifest $(OUT)/icon.ico
	@$(CROSS)windres -Iscripts/windows -DPICTURE='\"$(OUT)/icon.ico\"' -DTITLE='\"Windup\"' -DVERSION='\"$(VERSION)\"' -DNUMBERS=$(subst .,$(,),$(VERSION)),0 scripts/windows/program.rc $@
$(OUT)/icon.ico: scripts/windows/icon.c assets/art/icon.svg | $(OBJ)/flags
	@mkdir -p $(OBJ) && cc -o $(OBJ)/icon $< $$(pkg-config --cflags --libs sdl2 SDL2_image) && $(OBJ)/icon assets/art/icon.svg $@
$(OBJ)/seam.exe: $(OBJ)/tests/packaging/seam.o $(OBJ)/libengine.a $(EXACT_LIBS) $(OUT)/windup.o
	@$(call link) && mv $@.new $@
else
include scripts/web/page.mk
web: $(OUT)/page/index.html
program: $(OUT)/clockwork.js
install-web: $(OUT)/page.flags
dist-web: web
	@scripts/web/pack.sh $(OUT)/page $(OUT)/Windup-$(VERSION)-web.zip
test-web: web
	@env -u CROSS $(MAKE) -s program
	@tests/packaging/web.sh $(OUT)/page build/clockwork
endif
