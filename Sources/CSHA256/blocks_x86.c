#include "blocks.h"

#if defined(__x86_64__)

#include <cpuid.h>
#include <immintrin.h>

bool csha256_x86_available(void) {
  unsigned a, b, c, d;
  if (!__get_cpuid(1, &a, &b, &c, &d)) return false;
  bool ssse3 = (c >> 9) & 1, sse41 = (c >> 19) & 1;
  if (!__get_cpuid_count(7, 0, &a, &b, &c, &d)) return false;
  return ssse3 && sse41 && ((b >> 29) & 1);
}

// Four rounds on the schedule words `w`, which stand at 4 * `group`.
#define ROUNDS(group, w)                                                                                    \
  do {                                                                                                      \
    __m128i kw = _mm_add_epi32(w, _mm_load_si128((const __m128i *)&csha256_round_constants[4 * (group)]));  \
    cdgh = _mm_sha256rnds2_epu32(cdgh, abef, kw);                                                           \
    abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(kw, 0x0e));                                  \
  } while (0)

// The next four schedule words into `w0`, from the sixteen before them.
#define SCHEDULE(w0, w1, w2, w3)                                                                            \
  (w0 = _mm_sha256msg2_epu32(                                                                               \
       _mm_add_epi32(_mm_sha256msg1_epu32(w0, w1), _mm_alignr_epi8(w3, w2, 4)), w3))

#define SIXTEEN_ROUNDS(group)      \
  do {                             \
    SCHEDULE(w0, w1, w2, w3);      \
    ROUNDS((group), w0);           \
    SCHEDULE(w1, w2, w3, w0);      \
    ROUNDS((group) + 1, w1);       \
    SCHEDULE(w2, w3, w0, w1);      \
    ROUNDS((group) + 2, w2);       \
    SCHEDULE(w3, w0, w1, w2);      \
    ROUNDS((group) + 3, w3);       \
  } while (0)

__attribute__((target("sha,sse4.1,ssse3"))) void
csha256_compress_x86(uint32_t *words, const uint8_t *blocks, size_t count) {
  const __m128i big_endian = _mm_set_epi64x(0x0c0d0e0f08090a0bLL, 0x0405060700010203LL);
  // The instructions want the state as (a b e f) and (c d g h), the highest lane first.
  __m128i cdab = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)words), 0xb1);
  __m128i efgh = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)(words + 4)), 0x1b);
  __m128i abef = _mm_alignr_epi8(cdab, efgh, 8);
  __m128i cdgh = _mm_blend_epi16(efgh, cdab, 0xf0);
  for (; count > 0; count--, blocks += 64) {
    const __m128i abef_before = abef, cdgh_before = cdgh;
    __m128i w0 = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)blocks), big_endian);
    __m128i w1 = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)(blocks + 16)), big_endian);
    __m128i w2 = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)(blocks + 32)), big_endian);
    __m128i w3 = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)(blocks + 48)), big_endian);
    ROUNDS(0, w0);
    ROUNDS(1, w1);
    ROUNDS(2, w2);
    ROUNDS(3, w3);
    SIXTEEN_ROUNDS(4);
    SIXTEEN_ROUNDS(8);
    SIXTEEN_ROUNDS(12);
    abef = _mm_add_epi32(abef, abef_before);
    cdgh = _mm_add_epi32(cdgh, cdgh_before);
  }
  __m128i feba = _mm_shuffle_epi32(abef, 0x1b);
  __m128i dchg = _mm_shuffle_epi32(cdgh, 0xb1);
  _mm_storeu_si128((__m128i *)words, _mm_blend_epi16(feba, dchg, 0xf0));
  _mm_storeu_si128((__m128i *)(words + 4), _mm_alignr_epi8(dchg, feba, 8));
}

#endif
