# page.mk: a page is a folder of files for any server (docs/web.md). The maker's program, clockwork.js, runs in node, from a command line. The Makefile
# includes it.
PAGE_FLAGS := -O3 -sENVIRONMENT=web,node -sALLOW_MEMORY_GROWTH=1 -sINITIAL_MEMORY=64MB -sTOTAL_STACK=4MB -lnodefs.js \
  -sDEFAULT_LIBRARY_FUNCS_TO_INCLUDE='$$autoResumeAudioContext,$$dynCall'
# A game of a maker is linked with the same.
$(OUT)/page.flags: scripts/web/page.mk
	@mkdir -p $(@D) && echo "$(subst $$,\$$,$(PAGE_FLAGS))" | tr ' ' '\n' >$@
$(OUT)/windup.js: $(RUNTIME)
$(OUT)/clockwork.js: $(BOTH)
$(OUT)/windup.js $(OUT)/clockwork.js: $(OBJ)/src/main.o $(GAME) $(EXACT_LIBS) scripts/web/node.js
	@echo "  link $@" && NODE_PATH=/usr/share/nodejs $(CC) $(PAGE_FLAGS) --pre-js scripts/web/node.js -o $@ $(filter %.o,$^) \
	  $(call whole,$(EXACT_LIBS)) $(LIBS)
$(OUT)/page/index.html: $(OUT)/windup.js $(OUT)/fonts $(wildcard scripts/web/*) $(shell find config.ini $(DATA) -type f)
	@KIT=$(OUT) scripts/web/dist.sh $(@D) Windup $(OUT)/windup.js assets/art/icon.svg config.ini $(DATA)
# Loops over pixels in vectors of 16 bytes, which browsers have had as long as DecompressionStream (2023).
$(filter $(OBJ)/src/runtime/draw/% $(OBJ)/src/runtime/paint/%,$(FAST:%.c=$(OBJ)/%.o)): OPT_OF_FILE += -msimd128
