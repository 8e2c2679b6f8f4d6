/* SPDX-License-Identifier: MIT */
/* The DDC in C99. Link libddc.so (CMake target ddc::c).
 *
 * Functions that return int return a ddc_status; they throw and print nothing. A read that does
 * not return DDC_OK leaves the caller's variables unchanged. Any number of threads may use a table
 * at once, but only one at a time may use a group. Times are in nanoseconds; a time-out of 0 checks
 * once without waiting, a negative one never ends. */
#ifndef DDC_DDC_H
#define DDC_DDC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define DDC_API __attribute__((visibility("default")))
#else
#define DDC_API
#endif

/* Grows when a function below changes its meaning or its arguments. */
#define DDC_ABI_VERSION 1
/* Bytes of a string entry without its terminator. */
#define DDC_MAX_STRING 199
/* The programs' entries begin at this id. */
#define DDC_FIRST_PROGRAM_ID 0x4000

typedef enum ddc_status {
    DDC_OK = 0,
    DDC_NO_DATA = 1,      /* the entry is empty */
    DDC_WRONG_TYPE = 2,   /* the entry holds another type */
    DDC_OUT_OF_RANGE = 3, /* the id or index does not exist */
    DDC_HALF_WRITTEN = 4, /* a writer died while writing it, and it has not been written since */
    DDC_TIMED_OUT = 5,    /* ddc_explain names the process that holds the lock */
    DDC_TOO_LONG = 6,     /* a string of more than DDC_MAX_STRING bytes, or than the buffer */
    DDC_READ_ONLY = 7,    /* the table was opened for reading */
    DDC_INTERRUPTED = 8,  /* a signal ended a wait that has ends_on_signal */
    DDC_BUSY = 9,         /* called in a signal handler that interrupted a write */
    DDC_TRUNCATED = 10,   /* the table's memory was truncated; all its values are lost */
    /* Returned by opening and creating only; ddc_last_error has the details. */
    DDC_NOT_FOUND = 100,
    DDC_EXISTS = 101,
    DDC_NO_ACCESS = 102, /* also if users other than you and root may write the table */
    DDC_OTHER_LAYOUT = 103,
    DDC_HALF_CREATED = 104,
    DDC_INVALID = 105, /* an argument is NULL, or an option is invalid */
    DDC_SYSTEM = 106,  /* a system call failed, or memory ran out */
    DDC_LOCKED = 107   /* a process holds the table's file lock exclusively */
} ddc_status;

typedef enum ddc_type {
    DDC_TYPE_NO_DATA = 0,
    DDC_TYPE_BOOL = 1,
    DDC_TYPE_INT32 = 2,
    DDC_TYPE_DOUBLE = 3,
    DDC_TYPE_STRING = 4
} ddc_type;

typedef struct ddc_table ddc_table;
typedef struct ddc_group ddc_group;

/* Initialise it with ddc_options_init, which sets every field to its default. */
typedef struct ddc_options {
    size_t size;      /* of this struct */
    const char* name; /* NULL: the environment's DDC_NAME, or "vcg" */
    bool read_only;
    int32_t capacity;        /* number of entries; used, as mode, only if the table is created */
    uint32_t mode;           /* 0: 0600, and 0660 with a group */
    int64_t group_id;        /* group that shares the table; -1: the one in DDC_GROUP, or none */
    int64_t open_timeout_ns; /* longest wait for a process that is creating the table */
    int64_t lock_timeout_ns; /* longest wait of a write for the lock */
    int64_t spin_ns;         /* how long a wait spins before it sleeps */
} ddc_options;

/* DDC_ABI_VERSION of the library in use. */
DDC_API int ddc_abi_version(void);
/* The library's version, such as "1.0.0". */
DDC_API const char* ddc_version(void);
/* English text for a status; never NULL. */
DDC_API const char* ddc_strerror(int status);
/* Message of this thread's last failure to open or create; "" if there was none. It is valid until
 * the next such failure. */
DDC_API const char* ddc_last_error(void);

DDC_API void ddc_options_init(ddc_options* options);
/* `options` may be NULL for the defaults. `table`, set only on DDC_OK, is closed by ddc_close. */
DDC_API int ddc_open(const ddc_options* options, ddc_table** table);
DDC_API int ddc_create(const ddc_options* options, ddc_table** table);
DDC_API int ddc_open_or_create(const ddc_options* options, ddc_table** table);
/* `table` may be NULL. */
DDC_API void ddc_close(ddc_table* table);

DDC_API const char* ddc_name(const ddc_table* table);
DDC_API int32_t ddc_capacity(const ddc_table* table);
/* Number of times that the lock was recovered from a dead writer since the table was created. */
DDC_API uint64_t ddc_take_overs(const ddc_table* table);
/* Writes a sentence about a status that an operation of this table has just returned. It is cut to
 * `size` bytes including its terminator. */
DDC_API int ddc_explain(const ddc_table* table, int status, char* buffer, size_t size);

DDC_API int ddc_read_bool(const ddc_table* table, int32_t id, bool* value);
DDC_API int ddc_read_int32(const ddc_table* table, int32_t id, int32_t* value);
DDC_API int ddc_read_double(const ddc_table* table, int32_t id, double* value);
/* Reads a string with its terminator. `length`, if not NULL, is its length without the terminator;
 * it is also set if the buffer is too small (DDC_TOO_LONG). DDC_MAX_STRING + 1 bytes are always
 * enough. */
DDC_API int ddc_read_string(const ddc_table* table, int32_t id, char* buffer, size_t size,
                            size_t* length);
/* The type that an entry has now, and its write counter (either may be NULL). */
DDC_API int ddc_read_type(const ddc_table* table, int32_t id, ddc_type* type, uint64_t* sequence);

DDC_API int ddc_write_bool(ddc_table* table, int32_t id, bool value);
DDC_API int ddc_write_int32(ddc_table* table, int32_t id, int32_t value);
DDC_API int ddc_write_double(ddc_table* table, int32_t id, double value);
DDC_API int ddc_write_string(ddc_table* table, int32_t id, const char* text);
/* Empties `count` entries from `first` on. */
DDC_API int ddc_write_no_data(ddc_table* table, int32_t first, int32_t count);

/* A group: a list of entries that are read or written as one consistent snapshot. */
DDC_API int ddc_group_new(ddc_group** group);
DDC_API void ddc_group_free(ddc_group* group);
/* `index`, if not NULL, is set to the position of the new entry in the group: 0, 1, ... */
DDC_API int ddc_group_add(ddc_group* group, int32_t id, ddc_type type, size_t* index);
DDC_API size_t ddc_group_size(const ddc_group* group);
/* Set the value that ddc_write_group writes. */
DDC_API int ddc_group_set_bool(ddc_group* group, size_t index, bool value);
DDC_API int ddc_group_set_int32(ddc_group* group, size_t index, int32_t value);
DDC_API int ddc_group_set_double(ddc_group* group, size_t index, double value);
DDC_API int ddc_group_set_string(ddc_group* group, size_t index, const char* text);
/* Return the value of the last ddc_read_group, or of a later set. */
DDC_API int ddc_group_get_bool(const ddc_group* group, size_t index, bool* value);
DDC_API int ddc_group_get_int32(const ddc_group* group, size_t index, int32_t* value);
DDC_API int ddc_group_get_double(const ddc_group* group, size_t index, double* value);
/* The text is valid until the group is read, set or freed. */
DDC_API int ddc_group_get_string(const ddc_group* group, size_t index, const char** text);
/* Result of the last read for that entry. */
DDC_API int ddc_group_status(const ddc_group* group, size_t index);
/* DDC_OK if every entry could be read; else the first other status. */
DDC_API int ddc_read_group(const ddc_table* table, ddc_group* group);
DDC_API int ddc_write_group(ddc_table* table, const ddc_group* group);

/* A value of a group; the member depends on the type of the entry. 0 for a string. */
typedef union ddc_value {
    bool as_bool;
    int32_t as_int32;
    double as_double;
    uint64_t bits; /* the whole union */
} ddc_value;

/* Calls ddc_read_group and copies the values of all entries. `count` must be the size of the group
 * (else DDC_INVALID). For languages in which each call is expensive. */
DDC_API int ddc_read_group_values(const ddc_table* table, ddc_group* group, ddc_value* values,
                                  size_t count);
/* Sets all `count` entries except strings, then calls ddc_write_group. */
DDC_API int ddc_write_group_values(ddc_table* table, ddc_group* group, const ddc_value* values,
                                   size_t count);

/* Wait for a value: DDC_OK as soon as the entry has that type and value, else DDC_TIMED_OUT. */
DDC_API int ddc_wait_bool(const ddc_table* table, int32_t id, bool value, int64_t timeout_ns);
DDC_API int ddc_wait_int32(const ddc_table* table, int32_t id, int32_t value, int64_t timeout_ns);
DDC_API int ddc_wait_double(const ddc_table* table, int32_t id, double value, int64_t timeout_ns);

/* An entry and the write counter (ddc_read_type) that it last had. */
typedef struct ddc_watch {
    int32_t id;
    uint64_t sequence;
} ddc_watch;

/* Sets `sequence` of each watch to the current write counter, 0 for an id that does not exist. */
DDC_API int ddc_watch_from_now(const ddc_table* table, ddc_watch* watches, size_t count);
/* Sets the `count` watches to the group's entries and to their write counters at its last read. */
DDC_API int ddc_watch_from_read(const ddc_group* group, ddc_watch* watches, size_t count);

/* Waits until one of the entries is written again. With `ends_on_signal` a signal ends the wait
 * (DDC_INTERRUPTED). */
DDC_API int ddc_wait_for_change(const ddc_table* table, const ddc_watch* watches, size_t count,
                                int64_t timeout_ns, bool ends_on_signal);

/* The work of a program. ddc_run_program opens and closes the table. The body returns DDC_OK, or
 * the status of a failed operation of the table; then the program fails. */
typedef int (*ddc_program_body)(ddc_table* table, int32_t reference_id);

/* The whole main() of a program that is called with a reference id. It opens standard streams that
 * are closed, answers --help (-h) with `purpose` and --version with `version`, opens or creates the
 * table and calls `body`, which runs until ddc_program_stopped(). Call it once, in the thread of
 * main(): it handles SIGINT and SIGTERM from then on. Returns the exit code: 0 when `body` has
 * returned DDC_OK; 1 if it has failed, or the table cannot be opened; 2 for invalid arguments. The
 * reason is written to standard error, after the program's name. */
DDC_API int ddc_run_program(int argc, char** argv, const char* purpose, const char* version,
                            ddc_program_body body);
/* True after the first SIGINT or SIGTERM; false before ddc_run_program has called the body. */
DDC_API bool ddc_program_stopped(void);

#ifdef __cplusplus
}
#endif

#endif
