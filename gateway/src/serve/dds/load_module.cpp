// SPDX-License-Identifier: MIT
#include "load_module.hpp"

#include <ddc/version.h>

#include <dlfcn.h>

#include <cstring>
#include <stdexcept>
#include <string>

namespace gateway::dds {
namespace {

namespace fs = std::filesystem;

constexpr const char* file_name = "ddc-gateway-ros2.so";

/// Where the build, and where an installation has it.
fs::path module_file(const fs::path& directory) {
    for (const char* folder : {"../lib", DDC_MODULES}) {
        const fs::path file = (directory / folder / file_name).lexically_normal();
        if (fs::exists(file)) return file;
    }
    throw std::runtime_error(
        std::string("ros2: there is no ") + file_name + " in " +
        (directory / DDC_MODULES).lexically_normal().string() +
        ": install the package ddc-gateway-ros2, or build with the CMake option DDC_ROS2");
}

}  // namespace

const Module& load_module(const fs::path& directory) {
    const fs::path file = module_file(directory);
    void* const library = ::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (library == nullptr)
        throw std::runtime_error(std::string("ros2: ") + ::dlerror() +
                                 ": install the package ddc-gateway-ros2 again, or the library "
                                 "that is named here");
    void* const symbol = ::dlsym(library, module_symbol);
    ModuleFunction* function = nullptr;
    static_assert(sizeof function == sizeof symbol);
    std::memcpy(&function, &symbol, sizeof function);
    const Module* const module = function != nullptr ? function() : nullptr;
    if (module == nullptr || std::strcmp(module->version, DDC_VERSION) != 0)
        throw std::runtime_error("ros2: " + file.string() + " is of another version than " +
                                 DDC_VERSION + ": install ddc-gateway-ros2 of the same version");
    return *module;
}

}  // namespace gateway::dds
