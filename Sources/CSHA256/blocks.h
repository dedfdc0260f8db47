#ifndef CSHA256_BLOCKS_H
#define CSHA256_BLOCKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

extern const uint32_t csha256_round_constants[64];

#if defined(__x86_64__)
bool csha256_x86_available(void);
void csha256_compress_x86(uint32_t *words, const uint8_t *blocks, size_t count);
#endif

#endif
