// SPDX-License-Identifier: MIT
#pragma once

#include <plant/plant_c.h>
#include <plant/scenario.hpp>

#include <cstring>
#include <exception>
#include <stdexcept>
#include <string>

/// Functions shared by sessions and batches of the C API. guarded() stops exceptions.
namespace plant::c_api {

/// Stores the text for plant_last_error. @return PLANT_INVALID
int refused(const char* reason) noexcept;
/// Stores the text for plant_last_error. @return the status
int record(int status, const char* reason) noexcept;

/// Runs `body`. If it throws, stores the text of the exception for plant_last_error and returns
/// failed(status).
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

/// Size of the struct with which the caller was compiled.
/// @throws std::invalid_argument if it is too small or larger than the struct of the library
template <class T>
std::size_t size_known(const T& given, const char* name) {
    if (given.size < sizeof given.size || given.size > sizeof(T))
        throw std::invalid_argument(std::string(name) + ": was not filled by its init function");
    return given.size;
}

/// The caller's struct; fields that its version does not have get their defaults.
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

/// Reads the files of a configuration and stores their notes for plant_last_notes.
/// @throws std::invalid_argument.
Parts read_parts(const plant_config& config);

}  // namespace plant::c_api
