// libcrypto: digests, ciphers and signatures.
#pragma once
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/sha.h>

// The streaming digests by their plain functions: the state is a value without heap, nothing is looked up,
// and nothing can fail. OpenSSL 3 marks them as superseded by EVP, whose start can fail and costs an allocation.
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wdeprecated-declarations"
static inline void ccrypto_sha256_start(SHA256_CTX *_Nonnull state) { SHA256_Init(state); }
static inline void ccrypto_sha256_update(
    SHA256_CTX *_Nonnull state, const void *_Nullable bytes, size_t count) {
  if (count > 0) SHA256_Update(state, bytes, count);
}
static inline void ccrypto_sha256_finish(SHA256_CTX *_Nonnull state, unsigned char *_Nonnull digest) {
  SHA256_Final(digest, state);
}
static inline void ccrypto_sha1_start(SHA_CTX *_Nonnull state) { SHA1_Init(state); }
static inline void ccrypto_sha1_update(SHA_CTX *_Nonnull state, const void *_Nullable bytes, size_t count) {
  if (count > 0) SHA1_Update(state, bytes, count);
}
static inline void ccrypto_sha1_finish(SHA_CTX *_Nonnull state, unsigned char *_Nonnull digest) {
  SHA1_Final(digest, state);
}
#pragma clang diagnostic pop
