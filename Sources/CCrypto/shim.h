// libcrypto: digests, ciphers and signatures, by OpenSSL's EVP interface.
#pragma once
#include <openssl/evp.h>
#include <openssl/err.h>
