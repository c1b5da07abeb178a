# exact.mk: builds Chipmunk and the maths of musl from their sources into OUT. The Makefile calls it with ARCH, as musl names it, OUT, CC,
# CHIPMUNK, MUSL, LTO and EXACT, the flags that keep compilers from changing results. LTO lets the linker inline Chipmunk into its callers. Chipmunk's soft assertions are off: src/runtime/sim refuses first what they caught.
COMMON   := -g1 -w $(EXACT)
# Queries lock their space through us, so that they can run in views of a write-protected world.
LOCKS    := -DcpSpaceLock=arena_cpSpaceLock -DcpSpaceUnlock=arena_cpSpaceUnlock
HEADERS  := src/runtime/sim/chipmunk_names.h src/runtime/sim/arena.h include/clockwork/base.h include/clockwork/unit.h
CHIPMUNK_FLAGS := -std=gnu99 -O3 $(LTO) -DNDEBUG -Iinclude -Isrc/runtime -I$(CHIPMUNK)/include -include src/runtime/sim/chipmunk_names.h
# musl's functions choose no variant by processor, unlike glibc's.
MATHS    := __sin __cos __tan __sindf __cosdf __tandf __rem_pio2 __rem_pio2f __rem_pio2_large __expo2 __expo2f __math_% exp_data exp2f_data \
  log_data logf_data log2_data log2f_data pow_data powf_data $(foreach f,sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh atan2 sincos \
  exp exp2 exp10 expm1 log log2 log10 log1p pow cbrt hypot,$f $ff)
MUSL_FLAGS := -std=c99 -O2 -D_XOPEN_SOURCE=700 -nostdinc -ffreestanding -fexcess-precision=standard -frounding-math \
  $(addprefix -I$(MUSL)/,arch/$(ARCH) arch/generic src/include src/internal) -I$(OUT)/musl -I$(MUSL)/include -U__FP_FAST_FMA -U__FP_FAST_FMAF

# musl's types of 64 bits are long, which has 32 bits on Windows.
LONGER   := $(if $(findstring mingw,$(CROSS)),| sed 's/_\(Addr\|Int64\|Reg\) long$$/_\1 long long/')

SOURCES  := $(filter-out %/cpHastySpace.c,$(wildcard $(CHIPMUNK)/src/*.c))
PHYSICS  := $(SOURCES:$(CHIPMUNK)/src/%.c=$(OUT)/chipmunk/%.o)
NUMBERS  := $(patsubst $(MUSL)/src/math/%.c,$(OUT)/maths/%.o,$(filter $(MATHS:%=$(MUSL)/src/math/%.c),$(wildcard $(MUSL)/src/math/*.c)))
.PHONY: all FORCE
all: $(OUT)/libchipmunk-arena.a $(OUT)/libexactmath.a
$(OUT)/libchipmunk-arena.a: $(PHYSICS)
$(OUT)/libexactmath.a: $(NUMBERS)
%.a: $(OUT)/origin
	@rm -f $@.new && $(CROSS)ar rcs $@.new $(filter %.o,$^) && mv $@.new $@

$(OUT)/chipmunk/cpSpaceStep.o: LOCKS :=
$(OUT)/chipmunk/%.o: $(CHIPMUNK)/src/%.c $(HEADERS) $(OUT)/origin
	@mkdir -p $(@D) && $(CC) $(CHIPMUNK_FLAGS) $(LOCKS) $(COMMON) -ffile-prefix-map=$(dir $<)= -c -o $@.new $< && mv $@.new $@
$(OUT)/maths/%.o: $(MUSL)/src/math/%.c $(OUT)/musl/bits/alltypes.h
	@mkdir -p $(@D) && $(CC) $(MUSL_FLAGS) $(COMMON) -ffile-prefix-map=$(dir $<)= -c -o $@.new $< && mv $@.new $@
$(OUT)/musl/bits/alltypes.h: $(OUT)/origin
	@mkdir -p $(@D) && sed -f $(MUSL)/tools/mkalltypes.sed $(MUSL)/arch/$(ARCH)/bits/alltypes.h.in $(MUSL)/include/alltypes.h.in $(LONGER) >$@.new && mv $@.new $@

# The compiler, sources and flags of all objects. The text changes only with its content, and then all are built again.
ORIGIN   := $(shell $(CC) --version | sed -n 1p) $(CHIPMUNK_FLAGS) $(LOCKS) $(MUSL_FLAGS) $(MATHS) $(COMMON) $(words $(LONGER))
$(OUT)/origin: FORCE
	@mkdir -p $(@D) && echo '$(ORIGIN)' | cmp -s - $@ || echo '$(ORIGIN)' >$@
