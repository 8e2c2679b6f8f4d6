// SPDX-License-Identifier: MIT
#include "command_output.hpp"

#include <array>
#include <cstdio>
#include <stdexcept>

namespace bench {
namespace {

std::string quoted(const std::string& word) {
    std::string out = "'";
    for (const char c : word) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return out + "'";
}

}  // namespace

std::string output_of(const std::vector<std::string>& words) {
    std::string line, shown;
    for (const std::string& word : words) {
        line += quoted(word) + " ";
        shown += word + " ";
    }
    std::FILE* pipe = ::popen(line.c_str(), "re");
    if (pipe == nullptr) throw std::runtime_error("cannot start " + words.at(0));
    std::string output;
    std::array<char, 4096> part{};
    for (std::size_t size = 0; (size = std::fread(part.data(), 1, part.size(), pipe)) > 0;)
        output.append(part.data(), size);
    if (::pclose(pipe) != 0) throw std::runtime_error(shown + "has failed");
    return output;
}

}  // namespace bench
