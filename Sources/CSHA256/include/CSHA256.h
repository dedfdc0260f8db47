#ifndef CSHA256_H
#define CSHA256_H

#include <stddef.h>
#include <stdint.h>

// SHA-256 as FIPS 180-4 defines it. All functions are pure on what they are given; any thread may call any of them.

/// A hash in progress. Between two blocks (`length` a multiple of 64) it is the whole block state: it may be copied,
/// kept, and resumed from later.
typedef struct {
  uint32_t words[8];
  uint64_t length;
  uint8_t pending[64];
} csha256_state;

void csha256_begin(csha256_state *_Nonnull state);
void csha256_update(csha256_state *_Nonnull state, const void *_Nullable bytes, size_t count);
/// Writes the 32 bytes of the digest. `state` is spent afterwards.
void csha256_finish(csha256_state *_Nonnull state, uint8_t *_Nonnull digest);

/// The digest of `count` bytes at once; needs no state and copies no whole block.
void csha256_hash(const void *_Nullable bytes, size_t count, uint8_t *_Nonnull digest);

/// SHA-256(previous 32 bytes, SHA-256(body)): one link of the journal's chain.
void csha256_link(const uint8_t *_Nonnull previous, const void *_Nullable body, size_t count, uint8_t *_Nonnull link);

/// The block function, by the processor's instructions where it has them. `blocks` holds `count` times 64 bytes.
void csha256_compress(uint32_t *_Nonnull words, const uint8_t *_Nonnull blocks, size_t count);
/// The block function in portable C.
void csha256_compress_portable(uint32_t *_Nonnull words, const uint8_t *_Nonnull blocks, size_t count);

#endif
