// zlib, with a door for inflateInit2, which is a macro. Input is read only.
#pragma once
#define ZLIB_CONST
#include <zlib.h>

static inline int czlib_start_inflating(z_stream *_Nonnull stream, int window_bits) {
  return inflateInit2(stream, window_bits);
}
