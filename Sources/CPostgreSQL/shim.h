#pragma once
#include <libpq-fe.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

/* ioctl is variadic. How many bytes can be read without waiting; 0 if that cannot be said. */
static inline int kiroku_readable_bytes(int descriptor) {
    int count = 0;
    return ioctl(descriptor, FIONREAD, &count) == 0 ? count : 0;
}

static inline void kiroku_ignore_notice(void *context, const PGresult *result) {}

/* Otherwise libpq writes what the server remarks to standard error. */
static inline void kiroku_ignore_notices(PGconn *connection) {
    PQsetNoticeReceiver(connection, kiroku_ignore_notice, 0);
}

/* Swift does not import character constants. */
static inline const char *kiroku_error_code(const PGresult *result) {
    return PQresultErrorField(result, PG_DIAG_SQLSTATE);
}

static inline const char *kiroku_error_message(const PGresult *result) {
    return PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
}

static inline const char *kiroku_error_detail(const PGresult *result) {
    return PQresultErrorField(result, PG_DIAG_MESSAGE_DETAIL);
}

static inline const char *kiroku_error_schema(const PGresult *result) {
    return PQresultErrorField(result, PG_DIAG_SCHEMA_NAME);
}

static inline const char *kiroku_error_table(const PGresult *result) {
    return PQresultErrorField(result, PG_DIAG_TABLE_NAME);
}

static inline const char *kiroku_error_constraint(const PGresult *result) {
    return PQresultErrorField(result, PG_DIAG_CONSTRAINT_NAME);
}

/* Whose program is at the other end of a Unix socket; returns 0 for other sockets. The structure has a name for _GNU_SOURCE only. */
static inline int kiroku_peer_user(int descriptor, unsigned int *user) {
    struct { int process; unsigned int user, group; } peer;
    struct sockaddr_storage address;
    socklen_t address_size = sizeof address, peer_size = sizeof peer;
    if (getsockname(descriptor, (struct sockaddr *)&address, &address_size) != 0 || address.ss_family != AF_UNIX) return 0;
    *user = getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &peer_size) == 0 ? peer.user : (unsigned int)-1;
    return 1;
}
