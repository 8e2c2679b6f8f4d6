// SPDX-License-Identifier: MIT
#pragma once

#include "failure.hpp"

#include <dlfcn.h>

#include <string>

namespace gateway::fmu_host {

/// The shared library of an FMU.
class Library {
  public:
    /// @throws Failure with the text of the loader
    explicit Library(const std::string& file)
        : handle_(::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL)) {
        if (handle_ == nullptr) throw Failure(std::string("cannot be loaded: ") + ::dlerror());
    }
    ~Library() { ::dlclose(handle_); }
    Library(const Library&) = delete;
    Library& operator=(const Library&) = delete;

    /// Sets a pointer to a function. @throws Failure if the library has none of that name
    template <class Function>
    void find(const char* name, Function& function) const {
        function = reinterpret_cast<Function>(::dlsym(handle_, name));
        if (function == nullptr) throw Failure(std::string("its library has no function ") + name);
    }

  private:
    void* handle_;
};

}  // namespace gateway::fmu_host
