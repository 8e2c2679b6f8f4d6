// SPDX-License-Identifier: MIT
#include "call.hpp"

#include <stdexcept>
#include <string_view>

namespace gateway::fmu {
namespace {

int digit_of(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    throw std::invalid_argument("the URI of the resources has a wrong escape");
}

std::string unescaped(std::string_view text) {
    std::string plain;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '%') {
            plain += text[i];
            continue;
        }
        if (text.size() - i < 3)
            throw std::invalid_argument("the URI of the resources has a wrong escape");
        plain += static_cast<char>(16 * digit_of(text[i + 1]) + digit_of(text[i + 2]));
        i += 2;
    }
    return plain;
}

bool begins_with(std::string_view text, std::string_view prefix) {
    return text.substr(0, prefix.size()) == prefix;
}

std::unique_ptr<Slave> slave_for(const Request& request) {
    auto slave = create_slave(request.resources);
    const SlaveInfo& info = slave->info();
    if (info.version != request.version)
        throw std::invalid_argument("the model description is of the other version of FMI");
    if (request.token == nullptr || info.token != request.token)
        throw std::invalid_argument(
            "the guid or token is not that of this FMU: the model description and the files in "
            "resources do not belong together");
    return slave;
}

}  // namespace

Status report(const Instance& instance, const char* function, const char* reason) noexcept {
    try {
        instance.log(Status::error, std::string(function) + ": " + reason);
    } catch (...) {  // there is no other place for the line
    }
    return Status::error;
}

Instance* create_instance(const Request& request) noexcept {
    try {
        try {
            return std::make_unique<Instance>(slave_for(request), request.log).release();
        } catch (const std::exception& error) {
            request.log(Status::error, std::string("cannot be created: ") + error.what());
        }
    } catch (...) {  // there is no other place for the line
    }
    return nullptr;
}

std::filesystem::path path_of_uri(const char* uri) {
    if (uri == nullptr) throw std::invalid_argument("the location of the resources is NULL");
    std::string_view text(uri);
    if (!begins_with(text, "file:"))
        throw std::invalid_argument("the location of the resources is not a file: URI");
    text.remove_prefix(5);
    for (const std::string_view host : {"//localhost/", "///"})
        if (begins_with(text, host)) return unescaped(text.substr(host.size() - 1));
    if (begins_with(text, "/") && !begins_with(text, "//")) return unescaped(text);
    throw std::invalid_argument("the location of the resources is not on this machine");
}

}  // namespace gateway::fmu
