// SPDX-License-Identifier: MIT
#include <ddc/types.hpp>
#include <ddc/waits.hpp>

namespace ddc {

const char* to_string(Status status) noexcept {
    switch (status) {
        case Status::ok:
            return "ok";
        case Status::no_data:
            return "no data";
        case Status::wrong_type:
            return "wrong type";
        case Status::out_of_range:
            return "id out of range";
        case Status::half_written:
            return "half-written by a writer that died";
        case Status::timed_out:
            return "timed out";
        case Status::too_long:
            return "string longer than 199 bytes";
        case Status::read_only:
            return "opened for reading only";
        case Status::interrupted:
            return "interrupted by a signal";
        case Status::busy:
            return "busy: called from within a write of the same thread";
        case Status::truncated:
            return "the table was cut short";
    }
    return "unknown status";
}

const char* to_string(Type type) noexcept {
    switch (type) {
        case Type::no_data:
            return "no data";
        case Type::boolean:
            return "bool";
        case Type::int32:
            return "int32";
        case Type::real64:
            return "double";
        case Type::string:
            return "string";
    }
    return "unknown type";
}

const char* to_string(WaitEnd end) noexcept {
    switch (end) {
        case WaitEnd::at_once:
            return "at_once";
        case WaitEnd::spun:
            return "spun";
        case WaitEnd::yielded:
            return "yielded";
        case WaitEnd::slept_same_core:
            return "slept_same_core";
        case WaitEnd::slept_slow:
            return "slept_slow";
        case WaitEnd::slept_crowded:
            return "slept_crowded";
        case WaitEnd::slept_no_spin:
            return "slept_no_spin";
    }
    return "unknown";
}

}  // namespace ddc
