// SPDX-License-Identifier: MIT
#include "control_socket.hpp"
#include "socket/local_socket.hpp"
#include "text/text.hpp"

#include <ddc/interface/visible.hpp>

#include <algorithm>
#include <cerrno>
#include <stdexcept>
#include <vector>

namespace gateway {
namespace {

namespace fs = std::filesystem;

const std::string ending = ".socket";

std::string beginning(const std::string& table_name) {
    return "ddc-gateway-" + table_name + "-";
}

/// The reference id in the name of a socket of that table, or nothing.
std::string id_in(const std::string& file, const std::string& table_name) {
    const std::string begin = beginning(table_name);
    if (file.size() <= begin.size() + ending.size() || file.rfind(begin, 0) != 0 ||
        !ends_with(file, ending))
        return {};
    const std::string id = file.substr(begin.size(), file.size() - begin.size() - ending.size());
    const bool is_id = id.find_first_not_of("0123456789abcdef") == std::string::npos;
    return is_id ? id : "";
}

/// Whether a process serves it. A killed process leaves its file.
bool is_served(const ControlFolder& folder, const std::string& file) {
    return folder.has_socket(file) &&
           connect_to(make_local_socket().get(), folder.address_of(file)) != ECONNREFUSED;
}

}  // namespace

std::string run_socket_name(const std::string& table_name, ddc::Id reference_id) {
    return beginning(table_name) + ddc::interface::hex(reference_id).substr(2) + ending;
}

std::string find_run_socket(const std::string& table_name, std::optional<ddc::Id> reference_id) {
    if (reference_id) return run_socket_name(table_name, *reference_id);
    const ControlFolder folder;
    std::vector<std::string> ids;
    for (const auto& entry :
         fs::directory_iterator("/proc/self/fd/" + std::to_string(folder.descriptor()))) {
        const std::string file = entry.path().filename();
        const std::string id = id_in(file, table_name);
        if (!id.empty() && is_served(folder, file)) ids.push_back(id);
    }
    if (ids.size() == 1) return beginning(table_name) + ids[0] + ending;
    if (ids.empty())
        throw std::runtime_error("no run in table '" + table_name + "' listens in " +
                                 ControlFolder::name().string());
    std::sort(ids.begin(), ids.end());
    std::string text = "several runs are in table '" + table_name + "'; choose one:";
    for (const std::string& id : ids) text += " --ref " + id;
    throw std::runtime_error(text);
}

}  // namespace gateway
