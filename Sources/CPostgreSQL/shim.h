#pragma once
#include <dlfcn.h>
#if __has_include(<postgresql/libpq-fe.h>) /* where Debian has it */
#include <postgresql/libpq-fe.h>
#else
#include <libpq-fe.h>
#endif
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

/* ioctl is variadic. How many bytes can be read without waiting; 0 if that cannot be said. */
static inline int kiroku_readable_bytes(int descriptor) {
    int count = 0;
    return ioctl(descriptor, FIONREAD, &count) == 0 ? count : 0;
}

/* The functions of libpq that are called. It is loaded when the first server is asked for: with the libraries that it needs, that
   takes longer than a whole command without a server. */
#define KIROKU_LIBPQ(function) \
    function(PQbackendPID) function(PQcancel) function(PQclear) function(PQcmdTuples) function(PQconndefaults) \
    function(PQconnectPoll) function(PQconnectStartParams) function(PQconninfo) function(PQconninfoFree) \
    function(PQconninfoParse) function(PQconsumeInput) function(PQenterPipelineMode) function(PQerrorMessage) \
    function(PQescapeIdentifier) function(PQexitPipelineMode) function(PQfinish) function(PQflush) \
    function(PQfreeCancel) function(PQfreemem) function(PQgetCancel) function(PQgetCopyData) function(PQgetisnull) \
    function(PQgetlength) function(PQgetResult) function(PQgetvalue) function(PQhost) function(PQisBusy) \
    function(PQnfields) function(PQnotifies) function(PQntuples) function(PQparameterStatus) \
    function(PQpipelineSync) function(PQputCopyData) function(PQputCopyEnd) function(PQresultErrorField) \
    function(PQresultStatus) function(PQsendPrepare) function(PQsendQuery) function(PQsendQueryParams) \
    function(PQsendQueryPrepared) function(PQserverVersion) function(PQsetErrorVerbosity) function(PQsetnonblocking) \
    function(PQsetNoticeReceiver) function(PQsetSingleRowMode) function(PQsocket) function(PQstatus)

typedef struct {
#define KIROKU_MEMBER(name) __typeof__(&name) name;
    KIROKU_LIBPQ(KIROKU_MEMBER)
#undef KIROKU_MEMBER
} KirokuLibpq;

/* Loads libpq. Returns why that is not possible, or NULL. */
static inline const char *kiroku_load_libpq(KirokuLibpq *libpq) {
    void *library = dlopen("libpq.so.5", RTLD_NOW | RTLD_LOCAL);
    if (!library) return dlerror();
#define KIROKU_FIND(name) if (!(libpq->name = (__typeof__(&name))dlsym(library, #name))) return dlerror();
    KIROKU_LIBPQ(KIROKU_FIND)
#undef KIROKU_FIND
    return 0;
}

/* Swift does not import character constants. */
enum {
    kiroku_error_code = PG_DIAG_SQLSTATE,
    kiroku_error_message = PG_DIAG_MESSAGE_PRIMARY,
    kiroku_error_detail = PG_DIAG_MESSAGE_DETAIL,
    kiroku_error_schema = PG_DIAG_SCHEMA_NAME,
    kiroku_error_table = PG_DIAG_TABLE_NAME,
    kiroku_error_constraint = PG_DIAG_CONSTRAINT_NAME,
};

/* Whose program is at the other end of a Unix socket; returns 0 for other sockets. The structure has a name for _GNU_SOURCE only. */
static inline int kiroku_peer_user(int descriptor, unsigned int *user) {
    struct { int process; unsigned int user, group; } peer;
    struct sockaddr_storage address;
    socklen_t address_size = sizeof address, peer_size = sizeof peer;
    if (getsockname(descriptor, (struct sockaddr *)&address, &address_size) != 0 || address.ss_family != AF_UNIX) return 0;
    *user = getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &peer_size) == 0 ? peer.user : (unsigned int)-1;
    return 1;
}
