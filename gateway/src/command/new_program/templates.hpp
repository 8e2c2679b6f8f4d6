// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

namespace gateway::new_program {

struct TemplateFile {
    const char* name;
    const char* text;
    bool is_executable;
};

/// A whole program in one language, in which `my_program` stands for its name.
struct Template {
    const char* language;                    ///< as it is typed: "c++"
    const char* title;                       ///< as it is written: "C++"
    std::vector<const char*> next_commands;  ///< in its folder: build, run, test
    std::vector<TemplateFile> files;
};

/// Those of programs/template, as CMake found them. The first is the one that is meant if none is
/// named.
const std::vector<Template>& templates();

}  // namespace gateway::new_program
