#include "platform/library.h"

#include "platform/file.h"
#include "platform/system_windows.h"

#include <windows.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char LIBRARY_SDL_IMAGE[] = "SDL2_image.dll";

void library_find_beside(char path[PATH_BYTES_MAX], const void *neighbour, const char *name)
{
    HMODULE module = NULL;
    wchar_t wide[WIDE_MAX];
    char folder[PATH_BYTES_MAX] = "";
    DWORD length = GetModuleHandleExW(GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS |
                                          GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT,
                                      neighbour, &module)
                       ? GetModuleFileNameW(module, wide, WIDE_MAX)
                       : 0;
    char *slash = length > 0 && length < WIDE_MAX && path_from_wide(wide, folder)
                      ? strrchr(folder, '/')
                      : NULL;
    if (slash != NULL) {
        *slash = '\0';
    }
    if (slash == NULL || !path_join(path, folder, name) || !file_is_readable(path)) {
        snprintf(path, PATH_BYTES_MAX, "%s", name);
    }
}

/* What a library needs is looked for beside it first. */
void *library_open(const char *path, CwError *error)
{
    wchar_t wide[WIDE_MAX];
    char words[256];
    bool named = strpbrk(path, "/\\") != NULL;
    wchar_t *name = named ? NULL : wide_text(path);
    HMODULE library = named && wide_path(path, wide)
                          ? LoadLibraryExW(wide, NULL, LOAD_WITH_ALTERED_SEARCH_PATH)
                      : name != NULL ? LoadLibraryW(name)
                                     : NULL;
    if (library == NULL) {
        describe_failure(words, sizeof words);
        cw_error_set(error, "%s: %s", path, words);
    }
    free(name);
    return (void *)library;
}

void *library_open_apart(const char *path, CwError *error)
{
    return library_open(path, error);
}

bool library_find_symbol(void *library, const char *name, void *pointer, CwError *error)
{
    FARPROC address = GetProcAddress((HMODULE)library, name);
    memcpy(pointer, &address, sizeof address);
    return address != NULL || cw_error_set(error, "the library has no %s", name);
}

bool library_defines(void *library, const char *name)
{
    return GetProcAddress((HMODULE)library, name) != NULL;
}

const char *library_c_version(void)
{
    return NULL;
}

/* ---- files ---- */

/* The bytes [offset, offset + size) of a file of `bytes`; NULL when it ends before. */
static const void *part(const void *file, size_t bytes, uint64_t offset, uint64_t size)
{
    return offset <= bytes && size <= bytes - offset ? (const char *)file + offset : NULL;
}

/* NULL: no program or library of Windows for this machine. */
static const IMAGE_NT_HEADERS64 *head_of(const void *file, size_t bytes)
{
    const IMAGE_DOS_HEADER *begin = part(file, bytes, 0, sizeof *begin);
    bool known = begin != NULL && begin->e_magic == IMAGE_DOS_SIGNATURE && begin->e_lfanew % 4 == 0;
    const IMAGE_NT_HEADERS64 *head =
        known ? part(file, bytes, (uint64_t)begin->e_lfanew, sizeof *head) : NULL;
    bool fits = head != NULL && head->Signature == IMAGE_NT_SIGNATURE &&
                head->FileHeader.Machine == IMAGE_FILE_MACHINE_AMD64;
    return fits ? head : NULL;
}

bool library_check(const char *path, const void *bytes, size_t size, CwError *error)
{
    const IMAGE_NT_HEADERS64 *head = head_of(bytes, size);
    return (head != NULL && (head->FileHeader.Characteristics & IMAGE_FILE_DLL) != 0) ||
           cw_error_set(error, "%s: no library for this machine: link it with -shared", path);
}

/* What lies at an address of the program when it is loaded: `size` bytes, or NULL. */
static const void *at_address(const void *file, size_t bytes, DWORD address, size_t size)
{
    const IMAGE_NT_HEADERS64 *head = head_of(file, bytes);
    const IMAGE_SECTION_HEADER *sections = IMAGE_FIRST_SECTION(head);
    uint64_t before = (uint64_t)((const char *)sections - (const char *)file);
    int count = head->FileHeader.NumberOfSections;
    if (part(file, bytes, before, (uint64_t)count * sizeof *sections) == NULL) {
        return NULL;
    }
    for (int i = 0; i < count; i++) {
        DWORD offset = address - sections[i].VirtualAddress;
        if (address >= sections[i].VirtualAddress && offset < sections[i].SizeOfRawData) {
            return part(file, bytes, (uint64_t)sections[i].PointerToRawData + offset, size);
        }
    }
    return NULL;
}

/* Of one library: the list of the names' addresses ends with 0. */
static bool visit_names(const void *file, size_t bytes, DWORD list,
                        void (*visit)(const char *, void *), void *context)
{
    const IMAGE_THUNK_DATA64 *thunk;
    for (; (thunk = at_address(file, bytes, list, sizeof *thunk)) != NULL; list += sizeof *thunk) {
        if (thunk->u1.AddressOfData == 0) {
            return true;
        }
        DWORD name = (DWORD)thunk->u1.AddressOfData + offsetof(IMAGE_IMPORT_BY_NAME, Name);
        const char *text = at_address(file, bytes, name, 1);
        bool numbered = IMAGE_SNAP_BY_ORDINAL64(thunk->u1.Ordinal);
        if (!numbered && text != NULL &&
            memchr(text, '\0', bytes - (size_t)(text - (const char *)file)) != NULL) {
            visit(text, context);
        }
    }
    return false;
}

bool library_visit_imports(const void *bytes, size_t size, void (*visit)(const char *, void *),
                           void *context)
{
    const IMAGE_NT_HEADERS64 *head = head_of(bytes, size);
    const IMAGE_IMPORT_DESCRIPTOR *library;
    bool good = head != NULL;
    DWORD at =
        good ? head->OptionalHeader.DataDirectory[IMAGE_DIRECTORY_ENTRY_IMPORT].VirtualAddress : 0;
    for (; good && (library = at_address(bytes, size, at, sizeof *library)) != NULL &&
           library->Name != 0;
         at += sizeof *library) {
        good = visit_names(bytes, size, library->OriginalFirstThunk, visit, context);
    }
    return good;
}
