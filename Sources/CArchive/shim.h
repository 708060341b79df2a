// libarchive, with a door for its variadic archive_set_error.
#pragma once
#include <archive.h>
#include <archive_entry.h>

// The text becomes the archive's error sentence, as it stands.
static inline void carchive_set_error(struct archive *_Nonnull archive, int code, const char *_Nonnull text) {
  archive_set_error(archive, code, "%s", text);
}
