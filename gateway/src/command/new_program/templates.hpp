// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

namespace gateway::new_program {

struct TemplateFile {
    const char* name;
    const char* text;
    bool is_executable;
};

/// The files of a program in one language. `my_program` in them is a placeholder for its name.
struct Template {
    const char* language;                    ///< value of --language: "c++"
    const char* title;                       ///< in messages: "C++"
    std::vector<const char*> next_commands;  ///< in the new folder: build, run, test
    std::vector<TemplateFile> files;
};

/// The templates of programs/template, as they were when CMake configured the project. The first is
/// the default.
const std::vector<Template>& templates();

}  // namespace gateway::new_program
