// SPDX-License-Identifier: MIT
#pragma once

#include "instance.hpp"

#include <exception>
#include <string>

/// What each C function does first and last.
namespace gateway::fmu {

/// Logs why a function failed. @return Status::error
Status report(const Instance& instance, const char* function, const char* reason) noexcept;

/// Executes the work of a C function, if the instance is in one of the modes: nothing is thrown.
/// @return the work's result; after an exception or a call in the wrong mode, Status::error
template <class Work>
Status call(void* handle, Modes allowed, const char* function, const Work& work) noexcept {
    if (handle == nullptr) return Status::error;
    auto& instance = *static_cast<Instance*>(handle);
    if (!instance.is_in(allowed)) return report(instance, function, to_text(instance.mode()));
    try {
        return work(instance);
    } catch (const std::exception& error) {
        return report(instance, function, error.what());
    } catch (...) {
        return report(instance, function, "failed for an unknown reason");
    }
}

/// For arrays: a null pointer is an error unless the array is empty.
inline void check_array(const void* array, std::size_t count) {
    if (array == nullptr && count > 0) throw std::invalid_argument("an array is NULL");
}

/// Any mode.
inline constexpr Modes always =
    Mode::instantiated | Mode::initialisation | Mode::stepping | Mode::terminated | Mode::failed;
/// Modes in which values can be read.
inline constexpr Modes readable =
    Mode::initialisation | Mode::stepping | Mode::terminated | Mode::failed;
/// Modes in which some values can be set.
inline constexpr Modes settable = Mode::instantiated | Mode::initialisation | Mode::stepping;

/// Arguments of the functions that create an instance.
struct Request {
    Version version;
    const char* token;
    std::filesystem::path resources;
    LogLine log;
};

/// Creates an instance. @return null, after a line in the log, if the token is another one or the
/// slave cannot be created
Instance* create_instance(const Request& request) noexcept;

/// The path of a URI such as file:///tmp/a%20b/resources.
/// @throws std::invalid_argument for another scheme or host
std::filesystem::path path_of_uri(const char* uri);

}  // namespace gateway::fmu
