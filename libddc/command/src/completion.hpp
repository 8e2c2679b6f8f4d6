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
    bool are_verbs = false;  ///< the words are verbs, which have descriptions of their own
};

struct CompletedOption {
    /// `-n`, `--name`
    std::vector<std::string> spellings;
    std::string description;
    Values values;
};

/// The command before a verb has been typed, one of its verbs, or a verb's own verb.
struct CompletedVerb {
    /// The verbs as they are typed, `campaign plan`; empty for the command itself.
    std::string path;
    /// The path without the verb's own name: `campaign`.
    std::string parent;
    /// The verb's own name first, then others that mean the same; none for the command itself.
    std::vector<std::string> names;
    std::string description;
    std::vector<CompletedOption> options;
    Values positional;
};

/// First the command itself, then its verbs, each followed by its own verbs. Where options may
/// stand behind a verb, each verb has those of the command too.
std::vector<CompletedVerb> describe_for_completion(const CLI::App& app);

/// @param command name of the program
std::string bash_completion(const std::string& command, const std::vector<CompletedVerb>& verbs);
std::string zsh_completion(const std::string& command, const std::vector<CompletedVerb>& verbs);
std::string fish_completion(const std::string& command, const std::vector<CompletedVerb>& verbs);

}  // namespace ddc::command
