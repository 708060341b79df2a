// libarchive, with a door for its variadic archive_set_error.
#pragma once
#include <archive.h>
#include <archive_entry.h>
