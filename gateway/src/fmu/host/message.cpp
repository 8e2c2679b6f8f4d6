// SPDX-License-Identifier: MIT
#include "message.hpp"

#include <unistd.h>

#include <cstdio>

namespace gateway::fmu_host {
namespace {

const char* name_of(fmu::Status status) {
    switch (status) {
        case fmu::Status::ok:
            return "";
        case fmu::Status::warning:
            return "warning: ";
        case fmu::Status::discard:
            return "discard: ";
        case fmu::Status::error:
            return "error: ";
        default:
            return "fatal: ";
    }
}

}  // namespace

void write_message(fmu::Status status, const char* text) {
    ::dprintf(STDERR_FILENO, "%s%s\n", name_of(status), text == nullptr ? "" : text);
}

std::string seconds_text(double seconds) {
    char text[32];
    std::snprintf(text, sizeof text, "%.9g s", seconds);
    return text;
}

}  // namespace gateway::fmu_host
