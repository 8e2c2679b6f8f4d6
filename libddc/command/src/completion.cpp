// SPDX-License-Identifier: MIT
#include "verbs.hpp"

namespace ddc::command {

void add_completion(CommandLine& line, Context& context) {
    Verb verb = add_verb(line, {"completion",
                                "Print the completion script for a shell.",
                                "",
                                {"source <(ddc completion bash)",
                                 "ddc completion bash > /usr/share/bash-completion/completions/ddc",
                                 "ddc completion zsh > ~/.zfunc/_ddc",
                                 "ddc completion fish > ~/.config/fish/completions/ddc.fish"}});
    auto shell = std::make_shared<std::string>();
    verb.add_option("shell", *shell, "bash, zsh or fish").required().one_of(CommandLine::shells());
    on_run(verb, context, [&line, &context, shell] {
        context.out << line.completion(*shell);
        return exit_ok;
    });
}

}  // namespace ddc::command
