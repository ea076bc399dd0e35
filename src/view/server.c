/* SPDX-License-Identifier: BSD-3-Clause */
#include "view/server.h"

#include <errno.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <unistd.h>

#include "util/error.h"
#include "util/json.h"

const bool server_is_there = true;

/* a browser opens six; more are answered rather than dropped */
enum { CONNECTIONS = 2000, IDLE_SECONDS = 20, HEADER_BYTES = 32 << 10 };
enum { BODY_BYTES = 256 << 20 }; /* of a file of triangles */

struct server {
  struct MHD_Daemon *daemon;
  const struct view_options *options;
};

/* A request while it comes. */
struct exchange {
  char *target, *body;
  size_t size, room;
  bool begun;
};

/* Scripts, workers and data come from this server alone, and no other site may show the page in a frame. */
static const char policy[] = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; "
                             "style-src 'self' 'unsafe-inline'; "
                             "connect-src 'self'; img-src 'self' data: blob:; base-uri 'none'; form-action "
                             "'none'; frame-ancestors 'none'";

/* Sends the response and releases it; NULL means that there was no memory for one. */
static enum MHD_Result answer(struct MHD_Connection *connection, unsigned status, const char *type,
                              struct MHD_Response *response) {
  if (!response) return MHD_NO;
  MHD_add_response_header(response, "Content-Type", type);
  MHD_add_response_header(response, "Content-Security-Policy", policy);
  MHD_add_response_header(response, "X-Content-Type-Options", "nosniff");
  MHD_add_response_header(response, "Referrer-Policy", "no-referrer");
  MHD_add_response_header(response, "Cross-Origin-Resource-Policy", "same-origin");
  MHD_add_response_header(response, "Cache-Control", "no-store");
  if (status == MHD_HTTP_METHOD_NOT_ALLOWED) MHD_add_response_header(response, "Allow", "GET, HEAD");
  enum MHD_Result queued = MHD_queue_response(connection, status, response);
  MHD_destroy_response(response);
  return queued;
}

static enum MHD_Result refuse_request(struct MHD_Connection *connection, unsigned status, const char *text) {
  return answer(connection, status, "text/plain; charset=utf-8",
                MHD_create_response_from_buffer(strlen(text), (void *)text, MHD_RESPMEM_MUST_COPY));
}

static enum MHD_Result answer_json(struct MHD_Connection *connection, unsigned status, json_t *json) {
  char *text = json ? json_text(json, JSON_COMPACT) : NULL;
  json_decref(json);
  return answer(connection, status, "application/json",
                text ? MHD_create_response_from_buffer(strlen(text), text, MHD_RESPMEM_MUST_FREE) : NULL);
}

static json_t *runs_json(const struct view_options *o) {
  json_t *runs = json_array();
  for (size_t i = 0; i < o->run_count && (i == 0 || *o->runs[i].folder); i++)
    json_array_append_new(runs, json_pack("{s:o}", "name", json_name(o->runs[i].folder)));
  return json_pack("{s:s, s:o}", "version", AMPHI_VERSION, "runs", runs);
}

static enum MHD_Result answer_page(struct MHD_Connection *connection, const struct page *page,
                                   const char *name) {
  const struct page_file *file = page_find(page, name);
  if (!file) return refuse_request(connection, MHD_HTTP_NOT_FOUND, "no such file\n");
  return answer(connection, MHD_HTTP_OK, file->type,
                MHD_create_response_from_buffer(file->size, file->data, MHD_RESPMEM_PERSISTENT));
}

static enum MHD_Result answer_file(struct MHD_Connection *connection, const struct view_run *run,
                                   const char *name) {
  static const char bytes[] = "application/octet-stream";
  int fd;
  size_t size;
  if (run->experiment && strcmp(name, "experiment.csv") == 0)
    return answer(
        connection, MHD_HTTP_OK, bytes,
        MHD_create_response_from_buffer(run->experiment_size, run->experiment, MHD_RESPMEM_PERSISTENT));
  if (outputs_open(run, name, &fd, &size))
    return refuse_request(connection, MHD_HTTP_NOT_FOUND, "no such file\n");
  struct MHD_Response *response = MHD_create_response_from_fd64(size, fd); /* closes it */
  if (!response) close(fd);
  return answer(connection, MHD_HTTP_OK, bytes, response);
}

static enum MHD_Result answer_studio(struct MHD_Connection *connection, const struct view_studio *studio,
                                     const struct view_ask *ask) {
  struct view_answer a = {0};
  const unsigned status = studio->answer(studio->self, ask, &a);
  if (a.run) return answer_file(connection, a.run, a.name);
  if (a.text)
    return answer(connection, status, "application/json",
                  MHD_create_response_from_buffer(strlen(a.text), (void *)a.text, MHD_RESPMEM_PERSISTENT));
  return answer_json(connection, status, a.json);
}

static enum MHD_Result answer_request(struct server *server, struct MHD_Connection *connection,
                                      const struct exchange *x, bool post) {
  const struct view_options *o = server->options;
  const struct request r = request_parse(x->target, o->key, o->run_count);
  const bool studio = o->studio != NULL;
  switch (post && r.kind != REQUEST_STUDIO ? REQUEST_NOTHING : r.kind) {
  case REQUEST_FRONT:
    return answer_page(connection, o->page, studio ? "studio.html" : "index.html");
  case REQUEST_RESULTS:
    if (!studio) break;
    return answer_page(connection, o->page, "index.html");
  case REQUEST_PAGE:
    return answer_page(connection, o->page, r.name);
  case REQUEST_RUNS:
    return answer_json(connection, MHD_HTTP_OK, runs_json(o));
  case REQUEST_RUN:
    return answer_json(connection, MHD_HTTP_OK, outputs_list(&o->runs[r.run]));
  case REQUEST_FILE:
    return answer_file(connection, &o->runs[r.run], r.name);
  case REQUEST_STUDIO:
    if (!studio) break;
    return answer_studio(connection, o->studio,
                         &(struct view_ask){post, r.word, r.name, x->body ? x->body : "", x->size});
  case REQUEST_NOTHING:
    break;
  }
  return refuse_request(connection, MHD_HTTP_NOT_FOUND, "nothing here; the address is what amphi printed\n");
}

/* ---- where a request comes from ---- */

struct heads {
  const char *host, *origin, *site, *type;
  int hosts;
  bool body, chunked;
  unsigned long long length;
};

static enum MHD_Result see_head(void *to, enum MHD_ValueKind kind, const char *key, const char *value) {
  struct heads *h = to;
  (void)kind;
  if (!value) value = "";
  if (strcasecmp(key, "Host") == 0) h->host = value, h->hosts++;
  if (strcasecmp(key, "Origin") == 0) h->origin = value;
  if (strcasecmp(key, "Sec-Fetch-Site") == 0) h->site = value;
  if (strcasecmp(key, "Content-Type") == 0) h->type = value;
  if (strcasecmp(key, "Transfer-Encoding") == 0) h->body = h->chunked = true;
  if (strcasecmp(key, "Content-Length") == 0 && strcmp(value, "0") != 0) {
    h->body = true;
    h->length = strtoull(value, NULL, 10);
  }
  return MHD_YES;
}

/* Refuses posts that another site could cause: its forms cannot send these types without asking first, and
 * its scripts send their origin. */
static unsigned find_post_fault(const struct heads *h, const char **text) {
  *text = "a page of this server says where it is from, and sends JSON or bytes\n";
  if (!h->origin || !h->type) return MHD_HTTP_FORBIDDEN;
  if (strcmp(h->type, "application/json") != 0 && strcmp(h->type, "application/octet-stream") != 0)
    return MHD_HTTP_FORBIDDEN;
  *text = "its length is not said\n";
  if (h->chunked) return MHD_HTTP_LENGTH_REQUIRED;
  *text = "more than 256 MiB\n";
  return h->length > BODY_BYTES ? MHD_HTTP_CONTENT_TOO_LARGE : 0;
}

/* 0, or the HTTP status of the refusal. Refused are requests that reach this server under another host's
 * name, and those that another site's form or script sends. */
static unsigned find_fault(struct MHD_Connection *connection, const char *method, bool writes,
                           const char **text) {
  struct heads h = {0};
  MHD_get_connection_values(connection, MHD_HEADER_KIND, see_head, &h);
  *text = "this server answers pages of its own only\n";
  if (h.hosts != 1 || !request_host_is_here(h.host)) return MHD_HTTP_FORBIDDEN;
  if (h.origin && !request_origin_is_ours(h.origin, h.host)) return MHD_HTTP_FORBIDDEN;
  if (h.site && strcmp(h.site, "same-origin") != 0 && strcmp(h.site, "none") != 0) return MHD_HTTP_FORBIDDEN;
  if (writes && strcmp(method, "POST") == 0) return find_post_fault(&h, text);
  *text = "this server only reads\n";
  if (strcmp(method, "GET") != 0 && strcmp(method, "HEAD") != 0) return MHD_HTTP_METHOD_NOT_ALLOWED;
  if (h.body) return MHD_HTTP_BAD_REQUEST;
  return 0;
}

/* Keeps the requested target, as it came, until the request is answered; NULL without memory. */
static void *keep_target(void *server, const char *target, struct MHD_Connection *connection) {
  (void)server, (void)connection;
  struct exchange *x = calloc(1, sizeof *x);
  if (x && !(x->target = strdup(target))) {
    free(x);
    return NULL;
  }
  return x;
}

static void drop_exchange(void *server, struct MHD_Connection *connection, void **state,
                          enum MHD_RequestTerminationCode code) {
  (void)server, (void)connection, (void)code;
  struct exchange *x = *state;
  if (x) {
    free(x->target);
    free(x->body);
    free(x);
  }
  *state = NULL;
}

/* Appends data to the body, and a terminating 0. */
static bool take_body(struct exchange *x, const char *data, size_t size) {
  if (x->size + size > BODY_BYTES) return false;
  if (x->size + size + 1 > x->room) {
    const size_t room = 2 * (x->size + size) + 1;
    char *grown = realloc(x->body, room);
    if (!grown) return false;
    x->body = grown;
    x->room = room;
  }
  memcpy(x->body + x->size, data, size);
  x->size += size;
  x->body[x->size] = 0;
  return true;
}

static enum MHD_Result handle_request(void *self, struct MHD_Connection *connection, const char *url,
                                      const char *method, const char *version, const char *data, size_t *size,
                                      void **state) {
  const char *text;
  struct server *server = self;
  struct exchange *x = *state;
  (void)url, (void)version;
  if (!x) return MHD_NO;
  const bool post = strcmp(method, "POST") == 0;
  if (!x->begun) {
    const struct view_options *o = server->options;
    x->begun = true;
    const unsigned fault = find_fault(connection, method, o->studio != NULL, &text);
    if (fault) return refuse_request(connection, fault, text);
    /* No body is taken but for the studio. */
    if (post && request_parse(x->target, o->key, o->run_count).kind == REQUEST_STUDIO) return MHD_YES;
    return answer_request(server, connection, x, post);
  }
  if (*size == 0) return answer_request(server, connection, x, post);
  if (!take_body(x, data, *size)) return MHD_NO;
  *size = 0;
  return MHD_YES;
}

/* ---- the server ---- */

int server_make_key(char key[VIEW_KEY + 1]) {
  unsigned char bytes[VIEW_KEY / 2];
  CHECK(getrandom(bytes, sizeof bytes, 0) == sizeof bytes, STATUS_FAILED, "no random numbers: %s",
        strerror(errno));
  for (int i = 0; i < VIEW_KEY / 2; i++) snprintf(key + 2 * i, 3, "%02x", bytes[i]);
  return STATUS_OK;
}

/* Each connection and each file that is being sent is a descriptor. */
static unsigned allow_connections(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit)) return CONNECTIONS / 8;
  const rlim_t wanted = 2 * CONNECTIONS + 64;
  limit.rlim_cur = limit.rlim_max < wanted ? limit.rlim_max : wanted;
  if (setrlimit(RLIMIT_NOFILE, &limit)) return CONNECTIONS / 8;
  return limit.rlim_cur < wanted ? (unsigned)limit.rlim_cur / 3 : CONNECTIONS;
}

static void say_nothing(void *self, const char *format, va_list arguments) {
  (void)self, (void)format, (void)arguments;
}

int server_start(struct server **server, const struct view_options *options, int *port) {
  const struct sockaddr_in address = {.sin_family = AF_INET,
                                      .sin_port = htons((uint16_t)options->port),
                                      .sin_addr = {htonl(INADDR_LOOPBACK)}};
  struct server *s = *server = calloc(1, sizeof *s);
  CHECK(s, STATUS_FAILED, "out of memory");
  s->options = options;
  s->daemon = MHD_start_daemon(
      MHD_USE_EPOLL_INTERNAL_THREAD | MHD_USE_ERROR_LOG, 0, NULL, NULL, handle_request, s,
      MHD_OPTION_EXTERNAL_LOGGER, say_nothing, NULL, MHD_OPTION_SOCK_ADDR, &address,
      MHD_OPTION_URI_LOG_CALLBACK, keep_target, s, MHD_OPTION_NOTIFY_COMPLETED, drop_exchange, s,
      MHD_OPTION_CONNECTION_LIMIT, allow_connections(), MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)IDLE_SECONDS,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)HEADER_BYTES, MHD_OPTION_STRICT_FOR_CLIENT, 1,
      MHD_OPTION_LISTENING_ADDRESS_REUSE, 0u, MHD_OPTION_LISTEN_BACKLOG_SIZE, 1024u, MHD_OPTION_END);
  const int reason = errno;
  const union MHD_DaemonInfo *info =
      s->daemon ? MHD_get_daemon_info(s->daemon, MHD_DAEMON_INFO_BIND_PORT) : NULL;
  if (info) {
    *port = info->port;
    return STATUS_OK;
  }
  server_stop(s);
  *server = NULL;
  return error_set(STATUS_USAGE, "cannot listen at port %d of 127.0.0.1: %s", options->port,
                   strerror(reason));
}

void server_stop(struct server *server) {
  if (server && server->daemon) MHD_stop_daemon(server->daemon);
  free(server);
}
