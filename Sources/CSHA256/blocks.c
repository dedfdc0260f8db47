#include "blocks.h"
#include "CSHA256.h"

const uint32_t csha256_round_constants[64] __attribute__((aligned(64))) = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static inline uint32_t rotate(uint32_t x, int n) { return (x >> n) | (x << (32 - n)); }

static inline uint32_t load_big_endian(const uint8_t *p) {
  return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | (uint32_t)p[3];
}

// W(t) for t >= 16, kept in a ring of the last sixteen words.
static inline uint32_t next_word(uint32_t *ring, int t) {
  uint32_t before15 = ring[(t + 1) & 15], before2 = ring[(t + 14) & 15];
  uint32_t sigma0 = rotate(before15, 7) ^ rotate(before15, 18) ^ (before15 >> 3);
  uint32_t sigma1 = rotate(before2, 17) ^ rotate(before2, 19) ^ (before2 >> 10);
  return ring[t & 15] += sigma0 + ring[(t + 9) & 15] + sigma1;
}

static void compress_one(uint32_t *words, const uint8_t *block) {
  uint32_t ring[16];
  uint32_t a = words[0], b = words[1], c = words[2], d = words[3];
  uint32_t e = words[4], f = words[5], g = words[6], h = words[7];
  for (int t = 0; t < 16; t++) ring[t] = load_big_endian(block + 4 * t);
  for (int t = 0; t < 64; t++) {
    uint32_t w = t < 16 ? ring[t] : next_word(ring, t);
    uint32_t choice = g ^ (e & (f ^ g));
    uint32_t majority = (a & b) | (c & (a | b));
    uint32_t t1 = h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + choice + csha256_round_constants[t] + w;
    uint32_t t2 = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + majority;
    h = g, g = f, f = e, e = d + t1;
    d = c, c = b, b = a, a = t1 + t2;
  }
  words[0] += a, words[1] += b, words[2] += c, words[3] += d;
  words[4] += e, words[5] += f, words[6] += g, words[7] += h;
}

void csha256_compress_portable(uint32_t *words, const uint8_t *blocks, size_t count) {
  for (size_t i = 0; i < count; i++) compress_one(words, blocks + 64 * i);
}

#if defined(__x86_64__)

// 0 unknown, 1 portable, 2 hardware. Every thread that races to fill it in computes the same answer.
static int chosen = 0;

static bool uses_hardware(void) {
  int known = __atomic_load_n(&chosen, __ATOMIC_RELAXED);
  if (known == 0) {
    known = csha256_x86_available() ? 2 : 1;
    __atomic_store_n(&chosen, known, __ATOMIC_RELAXED);
  }
  return known == 2;
}

void csha256_compress(uint32_t *words, const uint8_t *blocks, size_t count) {
  if (uses_hardware()) csha256_compress_x86(words, blocks, count);
  else csha256_compress_portable(words, blocks, count);
}

#else

void csha256_compress(uint32_t *words, const uint8_t *blocks, size_t count) {
  csha256_compress_portable(words, blocks, count);
}

#endif
