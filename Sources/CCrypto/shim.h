// libcrypto: digests, ciphers and signatures.
#pragma once
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
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

// Keys of Ed25519 (RFC 8032) in PEM (RFC 7468).

// A key that a password guards is none: nobody is asked.
static inline int ccrypto_no_password(char *_Nullable buffer, int size, int writes, void *_Nullable user) {
  (void)buffer, (void)size, (void)writes, (void)user;
  return -1;
}

typedef enum { CCRYPTO_KEY_GOOD, CCRYPTO_KEY_UNREADABLE, CCRYPTO_KEY_OF_OTHER_KIND } ccrypto_key_result;

// The key is the caller's to free with EVP_PKEY_free; null unless it is good.
static inline EVP_PKEY *_Nullable ccrypto_ed25519(
    const void *_Nonnull pem, int size, int is_private, ccrypto_key_result *_Nonnull result) {
  *result = CCRYPTO_KEY_UNREADABLE;
  BIO *source = BIO_new_mem_buf(pem, size);
  if (source == NULL) return NULL;
  EVP_PKEY *key = is_private ? PEM_read_bio_PrivateKey(source, NULL, ccrypto_no_password, NULL)
                             : PEM_read_bio_PUBKEY(source, NULL, ccrypto_no_password, NULL);
  BIO_free(source);
  ERR_clear_error();
  if (key == NULL) return NULL;
  if (EVP_PKEY_get_id(key) != EVP_PKEY_ED25519) {
    *result = CCRYPTO_KEY_OF_OTHER_KIND;
    EVP_PKEY_free(key);
    return NULL;
  }
  *result = CCRYPTO_KEY_GOOD;
  return key;
}

// Writes the 64 bytes of a signature; 0 where libcrypto cannot.
static inline int ccrypto_ed25519_sign(
    EVP_PKEY *_Nonnull key, const void *_Nullable bytes, size_t count, unsigned char *_Nonnull signature) {
  EVP_MD_CTX *context = EVP_MD_CTX_new();
  if (context == NULL) return 0;
  size_t length = 64;
  int done = EVP_DigestSignInit(context, NULL, NULL, NULL, key) == 1 &&
      EVP_DigestSign(context, signature, &length, (const unsigned char *)bytes, count) == 1 && length == 64;
  EVP_MD_CTX_free(context);
  ERR_clear_error();
  return done;
}

static inline int ccrypto_ed25519_verify(
    EVP_PKEY *_Nonnull key, const void *_Nullable bytes, size_t count, const unsigned char *_Nonnull signature,
    size_t length) {
  EVP_MD_CTX *context = EVP_MD_CTX_new();
  if (context == NULL) return 0;
  int good = EVP_DigestVerifyInit(context, NULL, NULL, NULL, key) == 1 &&
      EVP_DigestVerify(context, signature, length, (const unsigned char *)bytes, count) == 1;
  EVP_MD_CTX_free(context);
  ERR_clear_error();
  return good;
}
