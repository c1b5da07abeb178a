# libraries.mk: builds the libraries of Clockwork from the sources in FROM (scripts/sources.sh) into OUT, for a system without
# packages of them: libraries.pc, with what a program needs to be compiled and linked with all, and licences.txt. The Makefile
# calls it with FROM, OUT, SYSTEM, CC, CXX and CROSS.
#
# A row has the folder, the licence in it and the folders of headers for who uses the library; below it are its sources, those of
# them that it does without, more folders of headers, and definitions that its users need (USE) or it alone.
, := ,
WINDOWS   := $(filter windows,$(SYSTEM))
WEB       := $(filter web,$(SYSTEM))

SDL2        := SDL2-2.32.4 LICENSE.txt include
SDL2.c      := $(addsuffix /*.c,$(addprefix src/,. atomic audio audio/disk audio/dummy cpuinfo dynapi events file haptic hidapi joystick \
  joystick/hidapi joystick/virtual libm locale misc power render render/software sensor stdlib thread timer video video/dummy \
  video/yuv2rgb $(if $(WINDOWS),audio/directsound audio/wasapi audio/winmm core/windows filesystem/windows haptic/windows joystick/windows \
  loadso/windows locale/windows misc/windows power/windows render/direct3d render/direct3d11 render/direct3d12 render/opengl render/opengles2 sensor/windows \
  thread/windows timer/windows video/windows) $(if $(WEB),audio/emscripten filesystem/emscripten joystick/emscripten loadso/dlopen locale/emscripten \
  misc/emscripten power/emscripten render/opengles2 sensor/dummy thread/generic timer/unix video/emscripten))) $(WINDOWS:%=src/thread/generic/SDL_syscond.c)
SDL2.I      := src/video/khronos src/hidapi/hidapi
# An older emscripten than SDL's lacks the macro that names what its JavaScript calls: the Makefile names that.
SDL2.D      := HAVE_LIBC=1 SDL_VIDEO_RENDER_D3D12=0 $(WEB:%=EM_JS_DEPS=_Static_assert sdlaudio sdlmouse sdlsysurl)
SDL2.libs   := $(WINDOWS:%=-lsetupapi -lwinmm -limm32 -lversion -lole32 -loleaut32 -luuid -lgdi32)

SDL2_image  := SDL2_image-2.6.3 LICENSE.txt .
SDL2_image.c := IMG*.c
SDL2_image.I := ../SDL2-2.32.4/include
# No other format reaches it (paint/art.c).
SDL2_image.D := USE_STBIMAGE LOAD_JPG LOAD_PNG LOAD_SVG SAVE_PNG=1

harfbuzz    := harfbuzz-10.2.0 COPYING src
harfbuzz.c  := src/harfbuzz.cc

freetype    := freetype-2.13.3 docs/FTL.TXT include
freetype.c  := $(foreach m,autofit bdf cff pcf pfr psaux pshinter psnames raster sdf sfnt smooth svg truetype type1 type42,src/$m/$m.c) \
  $(foreach m,base bbox bitmap cid debug fstype gasp glyph init mm patent stroke synth type1,src/base/ft$m.c) \
  src/cid/type1cid.c src/gzip/ftgzip.c src/lzw/ftlzw.c src/winfonts/winfnt.c $(if $(WINDOWS),builds/windows,src/base)/ftsystem.c
freetype.D  := FT2_BUILD_LIBRARY

fribidi     := fribidi-1.0.16 COPYING lib
fribidi.c   := lib/*.c
fribidi.USE := FRIBIDI_LIB_STATIC
fribidi.D   := HAVE_STRINGIZE=1 HAVE_STDLIB_H=1 HAVE_STRING_H=1

sndfile     := libsndfile-1.2.2 COPYING include
sndfile.c   := src/*.c src/ALAC/*.c src/G72x/*.c src/GSM610/*.c
sndfile.no  := src/test_%.c src/G72x/g72x_test.c
sndfile.I   := src ../libogg-1.3.5/include ../libvorbis-1.3.7/include ../flac-1.5.0/include ../opus-1.5.2/include
sndfile.D   := HAVE_EXTERNAL_XIPH_LIBS=1 CPU_IS_LITTLE_ENDIAN=1 CPU_IS_BIG_ENDIAN=0 CPU_CLIPS_POSITIVE=0 CPU_CLIPS_NEGATIVE=0 USE_WINDOWS_API=0 \
  OS_IS_WIN32=$(words $(WINDOWS)) $(WINDOWS:%=S_ISSOCK=S_ISFIFO) _FILE_OFFSET_BITS=64 HAVE_STDINT_H=1 HAVE_UNISTD_H=1 HAVE_SYS_TYPES_H=1 FLAC__NO_DLL \
  PACKAGE_NAME='"libsndfile"' PACKAGE_VERSION='"1.2.2"'
sndfile.in  := vorbis opus FLAC ogg

vorbis      := libvorbis-1.3.7 COPYING include
vorbis.c    := lib/*.c
vorbis.no   := lib/barkmel.c lib/psytune.c lib/tone.c
vorbis.I    := lib ../libogg-1.3.5/include

FLAC        := flac-1.5.0 COPYING.Xiph include
FLAC.c      := src/libFLAC/*.c $(WINDOWS:%=src/share/win_utf8_io/*.c)
FLAC.I      := src/libFLAC/include ../libogg-1.3.5/include
FLAC.D      := FLAC__HAS_OGG=1 FLAC__NO_ASM FLAC__NO_DLL HAVE_LROUND HAVE_INTTYPES_H HAVE_STDINT_H HAVE_FSEEKO PACKAGE_VERSION='"1.5.0"'

opus        := opus-1.5.2 COPYING include
opus.c      := celt/*.c silk/*.c silk/float/*.c src/*.c
opus.no     := %_demo.c src/opus_compare.c
opus.I      := celt silk silk/float
opus.D      := OPUS_BUILD VAR_ARRAYS

ogg         := libogg-1.3.5 COPYING include
ogg.c       := src/*.c

jansson     := jansson-2.14 LICENSE src
jansson.c   := src/*.c
jansson.D   := HAVE_STDINT_H

expat       := libexpat-R_2_8_3/expat COPYING lib
expat.c     := lib/xml*.c $(WINDOWS:%=lib/random_rand_s.c) $(WEB:%=lib/random_dev_urandom.c)
expat.no    := lib/xmltok_impl.c lib/xmltok_ns.c
expat.USE   := XML_STATIC
expat.D     := XML_NS XML_DTD XML_GE=1 XML_CONTEXT_BYTES=1024 $(WEB:%=XML_DEV_URANDOM)

z           := zlib-1.3.1 LICENSE .
z.c         := *.c
z.no        := gz%.c

zstd        := zstd-1.5.7 LICENSE lib
zstd.c      := lib/common/*.c lib/compress/*.c lib/decompress/*.c
zstd.D      := ZSTD_DISABLE_ASM=1

lz4         := lz4-1.10.0 lib/LICENSE lib
lz4.c       := lib/lz4.c

xxhash      := xxHash-0.8.3 LICENSE .
xxhash.c    := xxhash.c

cglm        := cglm-0.9.6 LICENSE include

# Fonts that ship.
dejavu      := fonts-dejavu-core doc/fonts-dejavu-core/copyright
oldstandard := fonts-oldstandard doc/fonts-oldstandard/copyright

# In the order of the linker. The LGPL wants that a player can replace those two: they are DLLs.
NAMES       := SDL2_image SDL2 harfbuzz freetype fribidi sndfile vorbis opus FLAC ogg jansson expat z zstd xxhash lz4 cglm dejavu oldstandard
DLLS        := $(WINDOWS:%=fribidi sndfile)

# --- rules ------------------------------------------------------------------------------------------------------------------
COMMON   := -O2 -w -ffunction-sections -fdata-sections $(WINDOWS:%=-D_WIN32_WINNT=0x0A00 -D__USE_MINGW_ANSI_STDIO=1) -I$(OUT)/include
VERSION  := $(shell $(CC) --version | sed -n 1p)
CODE     := $(foreach l,$(NAMES),$(if $($l.c),$l))
folder    = $(FROM)/$(word 1,$($1))
objects   = $(patsubst $(FROM)/%,$(OUT)/objects/%.o,$(filter-out $(addprefix $(folder)/,$($1.no)),$(wildcard $(addprefix $(folder)/,$($1.c)))))
includes  = $(addprefix -I$(folder)/,$(wordlist 3,9,$($1))) $($1.USE:%=-D%)
flags     = $(COMMON) $(includes) $(addprefix -I$(folder)/,$($1.I)) $($1.D:%=-D%)

.PHONY: all FORCE
all: $(OUT)/libraries.pc $(OUT)/licences.txt
define rules
$(OUT)/lib/lib$1.a: $(call objects,$1) $($1.in:%=$(OUT)/lib/lib%.a)
$(call objects,$1): $(OUT)/recipes/$1
$(call objects,$1): FLAGS = $(call flags,$1)
$(OUT)/recipes/$1: FORCE
endef
$(foreach l,$(CODE),$(eval $(call rules,$l)))
$(OUT)/recipes/%: FORCE | $(OUT)/include
	@mkdir -p $(@D) && echo '$(VERSION) $(call flags,$*)' | cmp -s - $@ || echo '$(VERSION) $(call flags,$*)' >$@
$(OUT)/objects/%.c.o: $(FROM)/%.c
	@mkdir -p $(@D) && $(CC) $(FLAGS) -c -o $@.new $< && mv $@.new $@
$(OUT)/objects/%.cc.o: $(FROM)/%.cc
	@mkdir -p $(@D) && $(CXX) -std=c++17 -fno-exceptions -fno-rtti -fno-threadsafe-statics $(FLAGS) -c -o $@.new $< && mv $@.new $@
# An archive, or a DLL and the archive that leads to it.
$(OUT)/lib/lib%.a:
	@echo "  library $*" && mkdir -p $(@D) && rm -f $@.new && $(if $(filter $*,$(DLLS)), \
	  $(CC) -shared -static -s -o $(@D)/$*.dll $(filter %.o,$^) $(filter %.a,$^) -Wl$(,)--out-implib$(,)$@.new, \
	  $(CROSS)ar rcs $@.new $(filter %.o,$^)) && mv $@.new $@

# What their configure would write.
$(OUT)/include:
	@mkdir -p $@.new/ogg && { echo '#include <stdint.h>'; printf 'typedef %s_t ogg_%s_t;\n' $(foreach t,int16 uint16 int32 uint32 int64 uint64,$t $t); } >$@.new/ogg/config_types.h && \
	  cp -r $(FROM)/opus-1.5.2/include $@.new/opus && \
	  for name in config expat_config jansson_private_config; do : >$@.new/$$name.h; done && echo '#define _WIN32_MAXVER 0x0603' >$@.new/winsdkver.h && \
	  sed 's/@json_inline@/inline/; s/@json_have_sync_builtins@/0/; s/@[a-z_]*@/1/' $(FROM)/jansson-2.14/src/jansson_config.h.in >$@.new/jansson_config.h && \
	  sed 's/@FRIBIDI_VERSION@/1.0.16/; s/@SIZEOF_INT@/4/; s/@.*MAJOR_VERSION@/1/; s/@.*MINOR_VERSION@/0/; s/@.*MICRO_VERSION@/16/; s/"@.*@"/"fribidi"/; /@/d' \
	    $(FROM)/fribidi-1.0.16/lib/fribidi-config.h.in >$@.new/fribidi-config.h && mv $@.new $@
$(OUT)/licences.txt: $(OUT)/libraries.pc
	@{ printf '%s\n' $(foreach l,$(NAMES),$(firstword $($l))); \
	  for l in $(foreach l,$(NAMES),$(firstword $($l))/$(word 2,$($l))); do printf '\n==== %s\n\n' "$$l" && cat "$(FROM)/$$l" || exit; done; } >$@.new && mv $@.new $@
$(OUT)/libraries.pc: $(CODE:%=$(OUT)/lib/lib%.a) FORCE
	@{ echo 'Name: libraries'; echo 'Description: what Clockwork needs'; echo 'Version: 1'; \
	  echo 'Cflags: -I$(OUT)/include $(foreach l,$(NAMES),$(call includes,$l))'; \
	  echo 'Libs: -L$(OUT)/lib $(CODE:%=-l%) $(foreach l,$(CODE),$($l.libs))'; } >$@.new && { cmp -s $@.new $@ || cp $@.new $@; }
