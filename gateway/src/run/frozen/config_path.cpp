// SPDX-License-Identifier: MIT
#include "config_path.hpp"

#include <charconv>
#include <stdexcept>
#include <string_view>

namespace gateway {
namespace {

class PathReader {
  public:
    explicit PathReader(const std::string& path) : path_(path), rest_(path) {}

    std::vector<PathStep> read() {
        read_key();
        while (!rest_.empty()) {
            const char letter = rest_.front();
            rest_.remove_prefix(1);
            if (letter == '.')
                read_key();
            else if (letter == '[')
                read_index();
            else
                refuse();
        }
        return std::move(steps_);
    }

  private:
    void read_key() {
        if (!rest_.empty() && rest_.front() == '"') return read_quoted_key();
        const std::string_view key = rest_.substr(0, rest_.find_first_of(".["));
        if (key.empty() || key.find(']') != std::string_view::npos) refuse();
        steps_.emplace_back(std::string(key));
        rest_.remove_prefix(key.size());
    }
    void read_quoted_key() {
        const std::size_t end = rest_.find('"', 1);
        if (end == std::string_view::npos || end == 1) refuse();
        steps_.emplace_back(std::string(rest_.substr(1, end - 1)));
        rest_.remove_prefix(end + 1);
    }
    void read_index() {
        std::size_t index = 0;
        const auto read = std::from_chars(rest_.data(), rest_.data() + rest_.size(), index);
        rest_.remove_prefix(static_cast<std::size_t>(read.ptr - rest_.data()));
        if (read.ec != std::errc() || rest_.empty() || rest_.front() != ']') refuse();
        rest_.remove_prefix(1);
        steps_.emplace_back(index);
    }
    [[noreturn]] void refuse() const {
        throw std::invalid_argument(
            path_ + ": is not a path such as vehicle.start.vx_mps or program.exec[3]");
    }

    const std::string& path_;
    std::string_view rest_;
    std::vector<PathStep> steps_;
};

}  // namespace

std::vector<PathStep> steps_of(const std::string& path) {
    return PathReader(path).read();
}

}  // namespace gateway
