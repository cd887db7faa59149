#pragma once
#include <nats/nats.h>
#include <stdatomic.h>
#include <stdlib.h>

// The list of a message's header names is the caller's to free(3); Swift's own libc module stays out of `Nats`.
static inline void framewire_nats_free(void *memory) { free(memory); }

// What streams refused of what was published without waiting. The library tells that in a thread of its own, where
// nothing of ours runs but this.
typedef struct {
  atomic_ullong count;
  atomic_int status;
  atomic_int code;
} framewire_nats_refusals;

static inline void *framewire_nats_refusals_create(void) {
  return calloc(1, sizeof(framewire_nats_refusals));
}
static inline void framewire_nats_refused(jsCtx *context, jsPubAckErr *error, void *refusals) {
  framewire_nats_refusals *kept = (framewire_nats_refusals *)refusals;
  (void)context;
  atomic_store(&kept->status, (int)error->Err);
  atomic_store(&kept->code, (int)error->ErrCode);
  atomic_fetch_add(&kept->count, 1);
}
static inline unsigned long long framewire_nats_refusals_take(void *refusals, int *status, int *code) {
  framewire_nats_refusals *kept = (framewire_nats_refusals *)refusals;
  unsigned long long count = atomic_exchange(&kept->count, 0);
  *status = atomic_load(&kept->status);
  *code = atomic_load(&kept->code);
  return count;
}
// A structure with atomic members is none to Swift, and neither is a function's address that it has not made itself.
static inline void framewire_nats_listen(jsOptions *options, void *refusals) {
  options->PublishAsync.ErrHandler = framewire_nats_refused;
  options->PublishAsync.ErrHandlerClosure = refusals;
}
