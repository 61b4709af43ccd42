#pragma once
#include <libpq-fe.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>

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
