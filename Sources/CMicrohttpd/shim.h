#pragma once
#include <sys/types.h>
#include <sys/socket.h>
#include <netinet/in.h>
#include <string.h>
#include <microhttpd.h>

// Swift calls no function with variable arguments, and most options of libmicrohttpd are given that way.
struct framewire_http_limits {
  unsigned int connections;
  unsigned int idle_seconds;
  size_t connection_bytes;
};
// Is told what a request asks for, as it came.
typedef void *(*framewire_http_target)(void *closure, const char *target, struct MHD_Connection *connection);
// Listens at 127.0.0.1 alone. No thread: the caller waits for the descriptor of its epoll.
static inline struct MHD_Daemon *framewire_http_start(
    unsigned short port, struct framewire_http_limits limits, framewire_http_target target, MHD_AccessHandlerCallback handle,
    MHD_RequestCompletedCallback completed, MHD_NotifyConnectionCallback connected, void *closure) {
  struct sockaddr_in address = {.sin_family = AF_INET};
  address.sin_port = (unsigned short)((port >> 8) | (port << 8));
  unsigned char *host = (unsigned char *)&address.sin_addr;
  host[0] = 127, host[1] = 0, host[2] = 0, host[3] = 1;
  return MHD_start_daemon(
      MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME, port, 0, 0, handle, closure,
      MHD_OPTION_SOCK_ADDR, (struct sockaddr *)&address,
      MHD_OPTION_CONNECTION_LIMIT, limits.connections,
      MHD_OPTION_CONNECTION_TIMEOUT, limits.idle_seconds,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, limits.connection_bytes,
      MHD_OPTION_STRICT_FOR_CLIENT, 1,
      MHD_OPTION_URI_LOG_CALLBACK, target, closure,
      MHD_OPTION_NOTIFY_COMPLETED, completed, closure,
      MHD_OPTION_NOTIFY_CONNECTION, connected, closure,
      MHD_OPTION_END);
}
static inline int framewire_http_epoll(struct MHD_Daemon *daemon) {
  const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_EPOLL_FD);
  return info ? info->epoll_fd : -1;
}
static inline unsigned short framewire_http_port(struct MHD_Daemon *daemon) {
  const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT);
  return info ? info->port : 0;
}
static inline size_t framewire_http_length(const char *text) { return text ? strlen(text) : 0; }
// From the method to the empty line, both with what ends them.
static inline size_t framewire_http_head(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
  return info ? info->header_size : 0;
}
static inline int framewire_http_socket(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info ? info->connect_fd : -1;
}
// What is on its way to a slow reader is out of date when it comes, so the kernel is to hold little of it.
static inline void framewire_http_hold_little(struct MHD_Connection *connection, int bytes) {
  setsockopt(framewire_http_socket(connection), SOL_SOCKET, SO_SNDBUF, &bytes, sizeof bytes);
}

// libmicrohttpd has no call that closes a connection; it does so when it finds that nothing more comes.
static inline void framewire_http_hang_up(struct MHD_Connection *connection) {
  shutdown(framewire_http_socket(connection), SHUT_RDWR);
}
// A socket that is closed with something unread is reset, and who is refused may not see why.
static inline void framewire_http_drain(struct MHD_Connection *connection) {
  char bytes[8192];
  for (int times = 0; times < 16; times++)
    if (recv(framewire_http_socket(connection), bytes, sizeof bytes, MSG_DONTWAIT) <= 0) break;
}

// The importer takes the names of enums apart in ways that depend on its version.
static const enum MHD_Result framewire_http_yes = MHD_YES;
static const enum MHD_Result framewire_http_no = MHD_NO;
static const enum MHD_ConnectionNotificationCode framewire_http_started = MHD_CONNECTION_NOTIFY_STARTED;
static const enum MHD_ValueKind framewire_http_header = MHD_HEADER_KIND;
static const enum MHD_ResponseMemoryMode framewire_http_copy = MHD_RESPMEM_MUST_COPY;
