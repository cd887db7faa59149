#pragma once
#include <nats/nats.h>
#include <stdlib.h>

// The list of a message's header names is the caller's to free(3); Swift's own libc module stays out of `Nats`.
static inline void framewire_nats_free(void *memory) { free(memory); }
