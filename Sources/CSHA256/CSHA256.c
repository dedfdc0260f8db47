#include "CSHA256.h"
#include "blocks.h"

#include <string.h>

static const uint32_t initial_words[8] = {
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
};

static void store_words(const uint32_t *words, uint8_t *digest) {
  for (int i = 0; i < 8; i++) {
    digest[4 * i] = (uint8_t)(words[i] >> 24);
    digest[4 * i + 1] = (uint8_t)(words[i] >> 16);
    digest[4 * i + 2] = (uint8_t)(words[i] >> 8);
    digest[4 * i + 3] = (uint8_t)words[i];
  }
}

// Pads the last `rest` (under 64) bytes, of a message of `length` bytes, and finishes.
static void finish_tail(uint32_t *words, const uint8_t *tail, size_t rest, uint64_t length, uint8_t *digest) {
  uint8_t block[128];
  size_t size = rest < 56 ? 64 : 128;
  if (rest > 0) memcpy(block, tail, rest);
  memset(block + rest, 0, size - rest);
  block[rest] = 0x80;
  uint64_t bits = length << 3;
  for (int i = 0; i < 8; i++) block[size - 1 - i] = (uint8_t)(bits >> (8 * i));
  csha256_compress(words, block, size / 64);
  store_words(words, digest);
}

void csha256_hash(const void *bytes, size_t count, uint8_t *digest) {
  uint32_t words[8];
  const uint8_t *at = bytes;
  size_t blocks = count / 64;
  memcpy(words, initial_words, sizeof words);
  if (blocks > 0) csha256_compress(words, at, blocks);
  finish_tail(words, blocks > 0 ? at + 64 * blocks : at, count % 64, count, digest);
}

void csha256_link(const uint8_t *previous, const void *body, size_t count, uint8_t *link) {
  uint8_t both[64];
  memcpy(both, previous, 32);
  csha256_hash(body, count, both + 32);
  csha256_hash(both, 64, link);
}

void csha256_begin(csha256_state *state) {
  memcpy(state->words, initial_words, sizeof initial_words);
  memset(state->pending, 0, sizeof state->pending);
  state->length = 0;
}

void csha256_update(csha256_state *state, const void *bytes, size_t count) {
  const uint8_t *at = bytes;
  if (count == 0) return;
  size_t held = state->length % 64;
  state->length += count;
  if (held > 0) {
    size_t taken = 64 - held < count ? 64 - held : count;
    memcpy(state->pending + held, at, taken);
    at += taken;
    count -= taken;
    if (held + taken < 64) return;
    csha256_compress(state->words, state->pending, 1);
  }
  if (count >= 64) {
    csha256_compress(state->words, at, count / 64);
    at += count / 64 * 64;
  }
  if (count % 64 > 0) memcpy(state->pending, at, count % 64);
}

void csha256_finish(csha256_state *state, uint8_t *digest) {
  finish_tail(state->words, state->pending, state->length % 64, state->length, digest);
}
