// SPDX-License-Identifier: MIT
#include "udp_owner.hpp"

#include "machine_tree.hpp"

#include <filesystem>
#include <sstream>
#include <string>
#include <system_error>
#include <vector>

namespace gateway {
namespace {

namespace fs = std::filesystem;

/// The links by which descriptors name the sockets of that port.
std::vector<std::string> sockets_at(std::uint16_t port) {
    std::istringstream table(MachineTree().text("proc/net/udp").value_or(""));
    std::vector<std::string> sockets;
    std::string line;
    std::getline(table, line);  // names of the columns
    while (std::getline(table, line)) {
        std::istringstream row(line);
        std::vector<std::string> words;
        for (std::string word; words.size() < 10 && row >> word;) words.push_back(word);
        if (words.size() < 10) continue;
        const std::size_t colon = words[1].find(':');
        if (colon == std::string::npos) continue;
        if (std::strtoul(words[1].c_str() + colon + 1, nullptr, 16) == port)
            sockets.push_back("socket:[" + words[9] + ']');
    }
    return sockets;
}

bool has_one_of(const fs::path& descriptors, const std::vector<std::string>& sockets) {
    std::error_code error;
    for (fs::directory_iterator each(descriptors, error), end; !error && each != end;
         each.increment(error)) {
        std::error_code unreadable;
        const std::string link = fs::read_symlink(each->path(), unreadable).string();
        for (const std::string& socket : sockets)
            if (link == socket) return true;
    }
    return false;
}

}  // namespace

std::optional<pid_t> udp_owner(std::uint16_t port) {
    const std::vector<std::string> sockets = sockets_at(port);
    if (sockets.empty()) return std::nullopt;
    std::error_code error;
    for (fs::directory_iterator each("/proc", error), end; !error && each != end;
         each.increment(error)) {
        const pid_t pid = std::atoi(each->path().filename().c_str());
        if (pid > 0 && has_one_of(each->path() / "fd", sockets)) return pid;
    }
    return std::nullopt;
}

}  // namespace gateway
