// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

/// Shell completion, generated from the description that also parses the command line.
namespace ddc::command {

/// Possible values of an option or a positional argument.
struct Values {
    enum class Kind { none, any, words, files, tables };
    Kind kind = Kind::none;
    std::vector<std::string> words;
    bool are_verbs = false;  ///< the words are verbs, which have separate descriptions
};

struct CompletedOption {
    /// `-n`, `--name`
    std::vector<std::string> spellings;
    std::string description;
    Values values;
};

/// The command before a verb has been typed, one of its verbs, or a verb's own verb.
struct CompletedVerb {
    /// The verbs on the command line, `campaign plan`; empty for the command itself.
    std::string path;
    /// The path without the verb's name: `campaign`.
    std::string parent;
    /// The verb's name first, then its aliases; none for the command itself.
    std::vector<std::string> names;
    std::string description;
    std::vector<CompletedOption> options;
    Values positional;
};

/// First the command itself, then its verbs, each followed by its own verbs. If options are allowed
/// after a verb, each verb has those of the command too.
std::vector<CompletedVerb> describe_for_completion(const CLI::App& app);

/// @param command name of the program
std::string bash_completion(const std::string& command, const std::vector<CompletedVerb>& verbs);
std::string zsh_completion(const std::string& command, const std::vector<CompletedVerb>& verbs);
std::string fish_completion(const std::string& command, const std::vector<CompletedVerb>& verbs);

}  // namespace ddc::command
