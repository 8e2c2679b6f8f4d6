// SPDX-License-Identifier: MIT
#pragma once

#include <plant/plant_c.h>
#include <plant/scenario.hpp>

#include <cstring>
#include <exception>
#include <stdexcept>
#include <string>

/// What the sessions and the batches of the C API share, and the wall that no exception passes.
namespace plant::c_api {

/// Keeps the text for plant_last_error and returns the status.
int refused(const char* reason) noexcept;
int record(int status, const char* reason) noexcept;

/// Runs `body` and turns what it throws into what `failed` makes of the status.
template <class Body, class Failed>
auto guarded(Body body, Failed failed) noexcept -> decltype(body()) {
    try {
        return body();
    } catch (const std::invalid_argument& problem) {
        return failed(refused(problem.what()));
    } catch (const std::exception& problem) {
        return failed(record(PLANT_FAILED, problem.what()));
    }
}

template <class Body>
int guarded(Body body) noexcept {
    return guarded(body, [](int status) { return status; });
}

template <class Body>
auto guarded_pointer(Body body) noexcept {
    return guarded(body, [](int) { return decltype(body()){nullptr}; });
}

/// @throws std::invalid_argument for NULL.
template <class T>
T& needed(T* argument, const char* name) {
    if (argument == nullptr) throw std::invalid_argument(std::string(name) + ": is NULL");
    return *argument;
}

/// How much of a struct the caller knows.
/// @throws std::invalid_argument when it cannot be
template <class T>
std::size_t size_known(const T& given, const char* name) {
    if (given.size < sizeof given.size || given.size > sizeof(T))
        throw std::invalid_argument(std::string(name) + ": was not filled by its init function");
    return given.size;
}

/// What the caller gave, over the defaults of what it does not know.
template <class T>
T over_defaults(const T* given, void (*init)(T*), const char* name) {
    T full;
    init(&full);
    const T& known = needed(given, name);
    std::memcpy(&full, &known, size_known(known, name));
    return full;
}

/// A configuration with its files read.
struct Parts {
    Model model = Model::seven_dof;
    SessionConfig session;
    GroundParams ground;
};

/// @throws std::invalid_argument.
Parts read_parts(const plant_config& config);

}  // namespace plant::c_api
