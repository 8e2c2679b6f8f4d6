/* SPDX-License-Identifier: MIT */
/* The DDC in C99. Link libddc.so (CMake target ddc::c).
 *
 * Functions that return int return a ddc_status; nothing is thrown and nothing is printed. A read
 * that does not return DDC_OK leaves the caller's variables as they were. A table may be used by
 * any number of threads at once, a group by one at a time. Times are in nanoseconds; a time-out
 * of 0 only looks, one below 0 never ends. */
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
/* Programs live at this id and above. */
#define DDC_FIRST_PROGRAM_ID 0x4000

typedef enum ddc_status {
    DDC_OK = 0,
    DDC_NO_DATA = 1,      /* the entry is empty */
    DDC_WRONG_TYPE = 2,   /* the entry holds another type */
    DDC_OUT_OF_RANGE = 3, /* the id or index does not exist */
    DDC_HALF_WRITTEN = 4, /* a writer died in the middle of it and it was not written since */
    DDC_TIMED_OUT = 5,    /* ddc_explain tells who was in the way */
    DDC_TOO_LONG = 6,     /* a string of more than DDC_MAX_STRING bytes, or than the buffer */
    DDC_READ_ONLY = 7,    /* the table was opened for reading */
    DDC_INTERRUPTED = 8,  /* a signal ended a wait that asked for it */
    DDC_BUSY = 9,         /* called in a signal handler that interrupted a write */
    DDC_TRUNCATED = 10,   /* the table's memory was cut short; nothing is left of it */
    /* Of opening and creating only; ddc_last_error tells more. */
    DDC_NOT_FOUND = 100,
    DDC_EXISTS = 101,
    DDC_NO_ACCESS = 102, /* or the table is one that others than you and root may write */
    DDC_OTHER_LAYOUT = 103,
    DDC_HALF_CREATED = 104,
    DDC_INVALID = 105, /* an argument is NULL, or an option makes no sense */
    DDC_SYSTEM = 106,  /* the operating system refused, or memory ran out */
    DDC_LOCKED = 107   /* a process holds the table's file lock and keeps all others out */
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

/* Fill it with ddc_options_init first: that sets every field to its default. */
typedef struct ddc_options {
    size_t size;      /* of this struct */
    const char* name; /* NULL: the environment's DDC_NAME, or "vcg" */
    bool read_only;
    int32_t capacity; /* used only by who creates the table, as is mode */
    uint32_t mode;    /* 0: 0600, and 0660 with a group */
    int64_t group_id; /* that shares the table; -1: the one that DDC_GROUP names, or none */
    int64_t open_timeout_ns;
    int64_t lock_timeout_ns;
    int64_t spin_ns; /* how long a wait looks before it sleeps */
} ddc_options;

DDC_API int ddc_abi_version(void);
/* The library's version, such as "1.0.0". */
DDC_API const char* ddc_version(void);
/* English text for a status; never NULL. */
DDC_API const char* ddc_strerror(int status);
/* Why opening or creating failed last in this thread; "" if it never did. */
DDC_API const char* ddc_last_error(void);

DDC_API void ddc_options_init(ddc_options* options);
/* `options` may be NULL for the defaults. `table` is set only on DDC_OK. */
DDC_API int ddc_open(const ddc_options* options, ddc_table** table);
DDC_API int ddc_create(const ddc_options* options, ddc_table** table);
DDC_API int ddc_open_or_create(const ddc_options* options, ddc_table** table);
DDC_API void ddc_close(ddc_table* table);

DDC_API const char* ddc_name(const ddc_table* table);
DDC_API int32_t ddc_capacity(const ddc_table* table);
/* Writers whose death was noticed and repaired since the table was created. */
DDC_API uint64_t ddc_take_overs(const ddc_table* table);
/* Writes a sentence about a status that an operation of this table just returned, cut off to
 * `size` bytes with its terminator. */
DDC_API int ddc_explain(const ddc_table* table, int status, char* buffer, size_t size);

DDC_API int ddc_read_bool(const ddc_table* table, int32_t id, bool* value);
DDC_API int ddc_read_int32(const ddc_table* table, int32_t id, int32_t* value);
DDC_API int ddc_read_double(const ddc_table* table, int32_t id, double* value);
/* Reads a string with its terminator. `length`, if not NULL, is its length without; it is also set
 * when the buffer is too small (DDC_TOO_LONG). DDC_MAX_STRING + 1 bytes are always enough. */
DDC_API int ddc_read_string(const ddc_table* table, int32_t id, char* buffer, size_t size,
                            size_t* length);
/* What an entry holds at the moment, and its write counter (either may be NULL). */
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
/* `index`, if not NULL, is the new entry's place in the group: 0, 1, ... */
DDC_API int ddc_group_add(ddc_group* group, int32_t id, ddc_type type, size_t* index);
DDC_API size_t ddc_group_size(const ddc_group* group);
DDC_API int ddc_group_set_bool(ddc_group* group, size_t index, bool value);
DDC_API int ddc_group_set_int32(ddc_group* group, size_t index, int32_t value);
DDC_API int ddc_group_set_double(ddc_group* group, size_t index, double value);
DDC_API int ddc_group_set_string(ddc_group* group, size_t index, const char* text);
DDC_API int ddc_group_get_bool(const ddc_group* group, size_t index, bool* value);
DDC_API int ddc_group_get_int32(const ddc_group* group, size_t index, int32_t* value);
DDC_API int ddc_group_get_double(const ddc_group* group, size_t index, double* value);
/* The text lives until the group is read, set or freed. */
DDC_API int ddc_group_get_string(const ddc_group* group, size_t index, const char** text);
/* Outcome of the last read for that entry. */
DDC_API int ddc_group_status(const ddc_group* group, size_t index);
DDC_API int ddc_read_group(const ddc_table* table, ddc_group* group);
DDC_API int ddc_write_group(ddc_table* table, const ddc_group* group);

/* A value of a group, by the type of its entry; that of a string is 0. */
typedef union ddc_value {
    bool as_bool;
    int32_t as_int32;
    double as_double;
    uint64_t bits; /* all of it */
} ddc_value;

/* As ddc_read_group, and copies what ddc_group_get_... would give for each of its `count` entries,
 * which must be all (else DDC_INVALID). Meant for languages in which each call costs. */
DDC_API int ddc_read_group_values(const ddc_table* table, ddc_group* group, ddc_value* values,
                                  size_t count);
/* Sets all `count` entries but strings, then does as ddc_write_group. */
DDC_API int ddc_write_group_values(ddc_table* table, ddc_group* group, const ddc_value* values,
                                   size_t count);

/* Waiting: DDC_OK as soon as the entry has that type and value, DDC_TIMED_OUT if it never did. */
DDC_API int ddc_wait_bool(const ddc_table* table, int32_t id, bool value, int64_t timeout_ns);
DDC_API int ddc_wait_int32(const ddc_table* table, int32_t id, int32_t value, int64_t timeout_ns);
DDC_API int ddc_wait_double(const ddc_table* table, int32_t id, double value, int64_t timeout_ns);

/* An entry and its write counter (ddc_read_type) when it was last looked at. */
typedef struct ddc_watch {
    int32_t id;
    uint64_t sequence;
} ddc_watch;

/* Sets `sequence` of each to what it is now, 0 for an id that does not exist. */
DDC_API int ddc_watch_from_now(const ddc_table* table, ddc_watch* watches, size_t count);
/* Fills in a watch for each of the group's `count` entries: written since the group was read? */
DDC_API int ddc_watch_from_read(const ddc_group* group, ddc_watch* watches, size_t count);

/* Waits until one of the entries has been written since. With `ends_on_signal` a signal ends the
 * wait (DDC_INTERRUPTED). */
DDC_API int ddc_wait_for_change(const ddc_table* table, const ddc_watch* watches, size_t count,
                                int64_t timeout_ns, bool ends_on_signal);

/* What a program does with its table, which ddc_run_program opens and closes. It returns DDC_OK, or
 * the status of an operation of the table, which then fails the program. */
typedef int (*ddc_program_body)(ddc_table* table, int32_t reference_id);

/* The whole main() of a program that is called with a reference id: opens the standard streams that
 * are closed, answers --help (-h) with `purpose` and --version with `version`, opens or creates the
 * table and calls `body`, which drives until ddc_program_stopped(). To be called once, by the
 * thread that main() is in: it handles SIGINT and SIGTERM from then on. Returns the exit code: 0
 * when `body` has returned DDC_OK; 1 if it has failed, or the table cannot be opened; 2 for
 * arguments that make no sense. The reason is on standard error, behind the program's name. */
DDC_API int ddc_run_program(int argc, char** argv, const char* purpose, const char* version,
                            ddc_program_body body);
/* True from the first SIGINT or SIGTERM on; false before ddc_run_program has called the body. */
DDC_API bool ddc_program_stopped(void);

#ifdef __cplusplus
}
#endif

#endif
