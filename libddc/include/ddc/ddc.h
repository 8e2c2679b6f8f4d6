/* SPDX-License-Identifier: MIT */
/** @file
 * The DDC in C99. Link libddc.so (CMake target ddc::c).
 *
 * Functions that return int return a ddc_status unless they say otherwise; they throw and print
 * nothing. They return DDC_INVALID for a NULL argument that is not said to be allowed. A read that
 * does not return DDC_OK leaves the caller's variables unchanged, unless it says otherwise. Any
 * number of threads may use a table at once, but only one at a time may use a group. Times are in
 * nanoseconds; a time-out of 0 checks once without waiting, a negative one never ends. */
#ifndef DDC_DDC_H
#define DDC_DDC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define DDC_API __attribute__((visibility("default"))) /**< Exported by libddc.so. */
#else
#define DDC_API
#endif

/** Grows when a function below changes its meaning or its arguments. */
#define DDC_ABI_VERSION 1
/** Bytes of a string entry without its terminator. */
#define DDC_MAX_STRING 199
/** The programs' entries begin at this id. */
#define DDC_FIRST_PROGRAM_ID 0x4000

/** Result of a function. Those from 100 on, except DDC_INVALID and DDC_SYSTEM, are returned by
 * opening and creating only; ddc_last_error then has the details. */
typedef enum ddc_status {
    DDC_OK = 0,
    DDC_NO_DATA = 1,      /**< the entry is empty */
    DDC_WRONG_TYPE = 2,   /**< the entry holds another type */
    DDC_OUT_OF_RANGE = 3, /**< the id or index does not exist */
    DDC_HALF_WRITTEN = 4, /**< a writer died while writing it, and it has not been written since */
    DDC_TIMED_OUT = 5,    /**< ddc_explain names the process that holds the lock */
    DDC_TOO_LONG = 6,     /**< a string of more than DDC_MAX_STRING bytes, or than the buffer */
    DDC_READ_ONLY = 7,    /**< the table was opened for reading */
    DDC_INTERRUPTED = 8,  /**< a signal ended a wait that has ends_on_signal */
    DDC_BUSY = 9,         /**< called in a signal handler that interrupted a write */
    DDC_TRUNCATED = 10,   /**< the table's memory was truncated; all its values are lost */
    DDC_NOT_FOUND = 100,
    DDC_EXISTS = 101,
    DDC_NO_ACCESS = 102,    /**< also if users other than you and root may write the table */
    DDC_OTHER_LAYOUT = 103, /**< another layout version, a damaged header, or not a table */
    DDC_HALF_CREATED = 104, /**< its creator died or is not ready; see ddc_open_or_create */
    DDC_INVALID = 105,      /**< an argument is NULL, or an option is invalid */
    DDC_SYSTEM = 106,       /**< a system call failed, or memory ran out */
    DDC_LOCKED = 107        /**< a process holds the table's file lock exclusively */
} ddc_status;

/** Type of the value that an entry has now. A write may change it. */
typedef enum ddc_type {
    DDC_TYPE_NO_DATA = 0, /**< the entry is empty */
    DDC_TYPE_BOOL = 1,
    DDC_TYPE_INT32 = 2,
    DDC_TYPE_DOUBLE = 3,
    DDC_TYPE_STRING = 4
} ddc_type;

/** An open table. */
typedef struct ddc_table ddc_table;
/** A list of entries that are read or written as one consistent snapshot. */
typedef struct ddc_group ddc_group;

/** How a table is opened or created. Initialise it with ddc_options_init, which sets every field to
 * its default. */
typedef struct ddc_options {
    size_t size;      /**< of this struct */
    const char* name; /**< NULL: the environment's DDC_NAME, or "vcg" */
    bool read_only;   /**< writes return DDC_READ_ONLY; needs no write permission; ddc_open only */
    int32_t capacity; /**< number of entries, 1 to 2^24; used, as mode, only by the creator */
    uint32_t mode;    /**< permission bits; 0: 0600, and 0660 with a group */
    int64_t group_id; /**< group that shares the table; -1: the one in DDC_GROUP, or none */
    int64_t open_timeout_ns; /**< longest wait for a process that is creating the table */
    int64_t lock_timeout_ns; /**< longest wait of a write for the lock, and of a read for writers */
    int64_t spin_ns; /**< how long a wait spins before it sleeps; whole microseconds count */
} ddc_options;

/** DDC_ABI_VERSION of the library in use. */
DDC_API int ddc_abi_version(void);
/** The library's version, such as "1.0.0". */
DDC_API const char* ddc_version(void);
/** English text for a ddc_status, or for any other number; never NULL, a constant. */
DDC_API const char* ddc_strerror(int status);
/** Message of this thread's last failure to open or create; "" if there was none. It is valid until
 * the next such failure. */
DDC_API const char* ddc_last_error(void);

/** Sets every field to its default; those of group_id and name are read from the environment when
 * the table is opened. Does nothing if `options` is NULL. */
DDC_API void ddc_options_init(ddc_options* options);
/** Opens an existing table. `options` may be NULL for the defaults. `*table`, set only on DDC_OK,
 * is closed by ddc_close. */
DDC_API int ddc_open(const ddc_options* options, ddc_table** table);
/** The same, but creates the table: DDC_EXISTS if there is one. */
DDC_API int ddc_create(const ddc_options* options, ddc_table** table);
/** Opens the table, and creates it first if it does not exist or is half-created. */
DDC_API int ddc_open_or_create(const ddc_options* options, ddc_table** table);
/** Closes the table, which continues to exist. `table` may be NULL. */
DDC_API void ddc_close(ddc_table* table);

/** The table's name; "" if `table` is NULL. Valid until ddc_close. */
DDC_API const char* ddc_name(const ddc_table* table);
/** Number of entries; their ids are 0 to that number - 1. 0 if `table` is NULL. */
DDC_API int32_t ddc_capacity(const ddc_table* table);
/** Number of times that the lock was recovered from a dead writer since the table was created. 0 if
 * `table` is NULL. */
DDC_API uint64_t ddc_take_overs(const ddc_table* table);
/** Writes a sentence about a status that an operation of this table has just returned. It is cut to
 * `size` bytes including its terminator. `size` must not be 0. */
DDC_API int ddc_explain(const ddc_table* table, int status, char* buffer, size_t size);

/** Reads an entry of type bool. It waits at most lock_timeout_ns for a writer of the entry. */
DDC_API int ddc_read_bool(const ddc_table* table, int32_t id, bool* value);
/** The same for an entry of type int32. */
DDC_API int ddc_read_int32(const ddc_table* table, int32_t id, int32_t* value);
/** The same for an entry of type double. */
DDC_API int ddc_read_double(const ddc_table* table, int32_t id, double* value);
/** Reads a string with its terminator. `length`, if not NULL, is its length without the terminator;
 * it is also set if the buffer is too small (DDC_TOO_LONG). DDC_MAX_STRING + 1 bytes are always
 * enough. */
DDC_API int ddc_read_string(const ddc_table* table, int32_t id, char* buffer, size_t size,
                            size_t* length);
/** The type that an entry has now, and its write counter (either may be NULL), which grows by 2
 * with each write. DDC_OK also for an empty entry. It waits at most 2 ms for a writer. */
DDC_API int ddc_read_type(const ddc_table* table, int32_t id, ddc_type* type, uint64_t* sequence);

/** Writes an entry, which gets the type bool. It waits at most lock_timeout_ns for the lock. */
DDC_API int ddc_write_bool(ddc_table* table, int32_t id, bool value);
/** The same with the type int32. */
DDC_API int ddc_write_int32(ddc_table* table, int32_t id, int32_t value);
/** The same with the type double. NaN and infinities are written as they are. */
DDC_API int ddc_write_double(ddc_table* table, int32_t id, double value);
/** The same with the type string. DDC_TOO_LONG for more than DDC_MAX_STRING bytes. */
DDC_API int ddc_write_string(ddc_table* table, int32_t id, const char* text);
/** Empties `count` entries from `first` on. Nothing is emptied if `count` is 0 or less (DDC_OK), or
 * if one of them is out of range. */
DDC_API int ddc_write_no_data(ddc_table* table, int32_t first, int32_t count);

/** Makes an empty group. `*group`, set only on DDC_OK, is freed by ddc_group_free. */
DDC_API int ddc_group_new(ddc_group** group);
/** `group` may be NULL. */
DDC_API void ddc_group_free(ddc_group* group);
/** Appends an entry with the value zero, false or empty. Each id must be added only once; `type`
 * must not be DDC_TYPE_NO_DATA. `index`, if not NULL, is set to the position of the new entry in
 * the group: 0, 1, ... */
DDC_API int ddc_group_add(ddc_group* group, int32_t id, ddc_type type, size_t* index);
/** Number of entries; 0 if `group` is NULL. */
DDC_API size_t ddc_group_size(const ddc_group* group);
/** Sets the value that ddc_write_group writes. DDC_WRONG_TYPE if it was not added as bool. */
DDC_API int ddc_group_set_bool(ddc_group* group, size_t index, bool value);
/** The same for int32. */
DDC_API int ddc_group_set_int32(ddc_group* group, size_t index, int32_t value);
/** The same for double. */
DDC_API int ddc_group_set_double(ddc_group* group, size_t index, double value);
/** The same for string. DDC_TOO_LONG for more than DDC_MAX_STRING bytes. */
DDC_API int ddc_group_set_string(ddc_group* group, size_t index, const char* text);
/** Returns the value of the last ddc_read_group that could read the entry, or of a later set.
 * DDC_WRONG_TYPE if the entry was not added as bool. */
DDC_API int ddc_group_get_bool(const ddc_group* group, size_t index, bool* value);
/** The same for int32. */
DDC_API int ddc_group_get_int32(const ddc_group* group, size_t index, int32_t* value);
/** The same for double. */
DDC_API int ddc_group_get_double(const ddc_group* group, size_t index, double* value);
/** The same for string. The text is valid until the group is read, set, extended or freed. */
DDC_API int ddc_group_get_string(const ddc_group* group, size_t index, const char** text);
/** Result of the last read for that entry; DDC_OK before the first. */
DDC_API int ddc_group_status(const ddc_group* group, size_t index);
/** Reads all entries as they were at one instant. DDC_OK if every entry could be read; else the
 * first other status, and the entries that could not be read keep their value. */
DDC_API int ddc_read_group(const ddc_table* table, ddc_group* group);
/** Writes all entries, so that ddc_read_group returns either all or none of them. */
DDC_API int ddc_write_group(ddc_table* table, const ddc_group* group);

/** A value of a group; the member depends on the type of the entry. 0 for a string. */
typedef union ddc_value {
    bool as_bool;
    int32_t as_int32;
    double as_double;
    uint64_t bits; /**< the whole union */
} ddc_value;

/** Calls ddc_read_group and copies the values of all entries, whatever it returns. `count` must be
 * the size of the group (else DDC_INVALID). For languages in which each call is expensive. */
DDC_API int ddc_read_group_values(const ddc_table* table, ddc_group* group, ddc_value* values,
                                  size_t count);
/** Sets all `count` entries except strings, then calls ddc_write_group. `count` must be the size of
 * the group. */
DDC_API int ddc_write_group_values(ddc_table* table, ddc_group* group, const ddc_value* values,
                                   size_t count);

/** Waits for a value: DDC_OK as soon as the entry has that type and value, else
 * DDC_TIMED_OUT, DDC_OUT_OF_RANGE or DDC_TRUNCATED. Signals do not end the wait. */
DDC_API int ddc_wait_bool(const ddc_table* table, int32_t id, bool value, int64_t timeout_ns);
/** The same for int32. */
DDC_API int ddc_wait_int32(const ddc_table* table, int32_t id, int32_t value, int64_t timeout_ns);
/** The same for double. NaN, as `value` or in the entry, is equal to no number. */
DDC_API int ddc_wait_double(const ddc_table* table, int32_t id, double value, int64_t timeout_ns);

/** An entry and the write counter (ddc_read_type) that it last had. */
typedef struct ddc_watch {
    int32_t id;        /**< set by the caller for ddc_watch_from_now */
    uint64_t sequence; /**< write counter */
} ddc_watch;

/** Sets `sequence` of each watch to the current write counter, 0 for an id that does not exist. */
DDC_API int ddc_watch_from_now(const ddc_table* table, ddc_watch* watches, size_t count);
/** Sets the `count` watches to the group's entries and to their write counters at its last read.
 * `count` must be the size of the group. */
DDC_API int ddc_watch_from_read(const ddc_group* group, ddc_watch* watches, size_t count);

/** Waits until one of the entries has been written since its `sequence`: DDC_OK, or DDC_TIMED_OUT.
 * With `ends_on_signal` a signal ends the wait (DDC_INTERRUPTED). The watches stay unchanged. */
DDC_API int ddc_wait_for_change(const ddc_table* table, const ddc_watch* watches, size_t count,
                                int64_t timeout_ns, bool ends_on_signal);

/** The work of a program. ddc_run_program opens and closes the table. The body returns DDC_OK, or
 * the status of a failed operation of the table; then the program fails. */
typedef int (*ddc_program_body)(ddc_table* table, int32_t reference_id);

/** The whole main() of a program that is called with a reference id. It opens standard streams that
 * are closed, answers --help (-h) with `purpose` and --version with `version`, opens or creates the
 * table and calls `body`, which runs until ddc_program_stopped(). Call it once, in the thread of
 * main(): it handles SIGINT and SIGTERM from then on. Returns the exit code: 0 when `body` has
 * returned DDC_OK; 1 if it has failed, or the table cannot be opened; 2 for invalid arguments. The
 * reason is written to standard error, after the program's name. */
DDC_API int ddc_run_program(int argc, char** argv, const char* purpose, const char* version,
                            ddc_program_body body);
/** True after the first SIGINT or SIGTERM; false before ddc_run_program has called the body. */
DDC_API bool ddc_program_stopped(void);

#ifdef __cplusplus
}
#endif

#endif
