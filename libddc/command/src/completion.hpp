// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

/// Shell completion, made from the same description of the command line that parses it.
namespace ddc::command {

/// What can be typed where a value is wanted.
struct Values {
    enum class Kind { none, any, words, files, tables };
    Kind kind = Kind::none;
    std::vector<std::string> words;
};

struct CompletedOption {
    /// `-n`, `--name`
    std::vector<std::string> spellings;
    std::string description;
    Values values;
};

/// The command before a verb has been typed (it then has no name), or one of its verbs.
struct CompletedVerb {
    /// The verb's own name first, then others that mean the same.
    std::vector<std::string> names;
    std::string description;
    std::vector<CompletedOption> options;
    Values positional;
};

/// First the command itself, then its verbs, each with the command's options added to its own.
std::vector<CompletedVerb> describe_for_completion(const CLI::App& app);

std::string bash_completion(const std::vector<CompletedVerb>& verbs);
std::string zsh_completion(const std::vector<CompletedVerb>& verbs);
std::string fish_completion(const std::vector<CompletedVerb>& verbs);

}  // namespace ddc::command
