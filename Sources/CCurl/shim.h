// libcurl, with one typed door for each kind of argument of its variadic functions.
#pragma once
#include <curl/curl.h>

#undef curl_easy_setopt
#undef curl_easy_getinfo
#undef curl_multi_setopt

typedef size_t (*ccurl_data_callback)(char *_Nonnull, size_t, size_t, void *_Nullable);
typedef curl_socket_t (*ccurl_socket_callback)(void *_Nullable, curlsocktype, struct curl_sockaddr *_Nonnull);

// Options of an easy handle.
static inline CURLcode ccurl_set_long(CURL *h, CURLoption o, long v) { return curl_easy_setopt(h, o, v); }
static inline CURLcode ccurl_set_string(CURL *h, CURLoption o, const char *_Nullable v) {
  return curl_easy_setopt(h, o, v);
}
static inline CURLcode ccurl_set_pointer(CURL *h, CURLoption o, void *_Nullable v) {
  return curl_easy_setopt(h, o, v);
}
static inline CURLcode ccurl_set_list(CURL *h, CURLoption o, struct curl_slist *_Nullable v) {
  return curl_easy_setopt(h, o, v);
}

// Each callback is set together with what it is called with.
static inline CURLcode ccurl_set_write(CURL *h, ccurl_data_callback f, void *_Nullable u) {
  CURLcode c = curl_easy_setopt(h, CURLOPT_WRITEFUNCTION, f);
  return c ? c : curl_easy_setopt(h, CURLOPT_WRITEDATA, u);
}
static inline CURLcode ccurl_set_header(CURL *h, ccurl_data_callback f, void *_Nullable u) {
  CURLcode c = curl_easy_setopt(h, CURLOPT_HEADERFUNCTION, f);
  return c ? c : curl_easy_setopt(h, CURLOPT_HEADERDATA, u);
}
static inline CURLcode ccurl_set_open_socket(CURL *h, ccurl_socket_callback f, void *_Nullable u) {
  CURLcode c = curl_easy_setopt(h, CURLOPT_OPENSOCKETFUNCTION, f);
  return c ? c : curl_easy_setopt(h, CURLOPT_OPENSOCKETDATA, u);
}

// What an easy handle knows.
static inline CURLcode ccurl_get_long(CURL *h, CURLINFO i, long *_Nonnull v) { return curl_easy_getinfo(h, i, v); }
static inline CURLcode ccurl_get_offset(CURL *h, CURLINFO i, curl_off_t *_Nonnull v) {
  return curl_easy_getinfo(h, i, v);
}
static inline CURLcode ccurl_get_string(CURL *h, CURLINFO i, const char *_Nullable *_Nonnull v) {
  return curl_easy_getinfo(h, i, v);
}
static inline CURLcode ccurl_get_pointer(CURL *h, CURLINFO i, void *_Nullable *_Nonnull v) {
  return curl_easy_getinfo(h, i, v);
}

static inline CURLcode ccurl_get_list(CURL *h, CURLINFO i, struct curl_slist *_Nullable *_Nonnull v) {
  return curl_easy_getinfo(h, i, v);
}

// What handles share: cookies, under locks of ours.
#undef curl_share_setopt
typedef void (*ccurl_lock_callback)(CURL *_Nullable, curl_lock_data, curl_lock_access, void *_Nullable);
typedef void (*ccurl_unlock_callback)(CURL *_Nullable, curl_lock_data, void *_Nullable);
static inline CURLSHcode ccurl_share_cookies(
    CURLSH *s, ccurl_lock_callback lock, ccurl_unlock_callback unlock, void *_Nullable user) {
  CURLSHcode c = curl_share_setopt(s, CURLSHOPT_LOCKFUNC, lock);
  if (!c) c = curl_share_setopt(s, CURLSHOPT_UNLOCKFUNC, unlock);
  if (!c) c = curl_share_setopt(s, CURLSHOPT_USERDATA, user);
  return c ? c : curl_share_setopt(s, CURLSHOPT_SHARE, CURL_LOCK_DATA_COOKIE);
}

// The multi handle.
static inline CURLMcode ccurl_multi_set_long(CURLM *m, CURLMoption o, long v) { return curl_multi_setopt(m, o, v); }
// The result of a finished transfer: a union in CURLMsg, awkward in Swift.
static inline CURLcode ccurl_message_result(const CURLMsg *_Nonnull m) { return m->data.result; }

// Constants that are macros Swift does not import.
static inline long ccurl_global_default(void) { return CURL_GLOBAL_DEFAULT; }
static inline curl_socket_t ccurl_socket_bad(void) { return CURL_SOCKET_BAD; }
static inline curl_version_info_data *_Nullable ccurl_version_info(void) {
  return curl_version_info(CURLVERSION_NOW);
}
