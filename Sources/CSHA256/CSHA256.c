#include "CSHA256.h"
