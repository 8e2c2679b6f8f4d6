// SPDX-License-Identifier: MIT
// The input is a request to the studio with its token. Every request gets a reply, whose body is
// JSON if its content type is; none creates a file outside the studio's folder.
#include "../request_bytes.hpp"
#include "http/router.hpp"
#include "studio/studio_calls.hpp"

#include <cstdint>
#include <fstream>

using namespace gateway::data_port;
using namespace gateway::studio;
namespace fs = std::filesystem;

namespace {

/// A folder for files, removed at the end.
struct Scratch {
    Scratch() {
        std::string name = (fs::temp_directory_path() / "ddc_fuzz_studio.XXXXXX").string();
        fuzz::expect(::mkdtemp(name.data()) != nullptr, "there is room for a folder");
        outside = name;
        tidy();
    }
    ~Scratch() {
        std::error_code ignored;
        fs::remove_all(outside, ignored);
    }
    /// Restores the folder: saved files would affect the next input.
    void tidy() const {
        std::error_code ignored;
        fs::remove_all(outside, ignored);
        fs::create_directories(outside / "inside");
        std::ofstream(outside / "inside" / "a.yaml") << "a: 1\n";
        fs::create_symlink(outside, outside / "inside" / "up");
    }
    bool is_alone() const { return std::distance(fs::directory_iterator(outside), {}) == 1; }

    fs::path outside;
};

struct Port {
    Scratch scratch;
    Folder folder{scratch.outside / "inside"};
    Runs runs{folder};
    StudioCalls calls{folder, runs};
    Router router{{"0123456789abcdef", true}, {}};

    Port() { calls.add_to(router); }
};

/// These start processes and open sockets.
bool begins_something(const Request& request) {
    const auto target = parse_target(request.target);
    return request.method == "POST" && target &&
           (target->path == "/api/studio/runs" || target->path == "/api/studio/attach");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static Port port;
    Request request = fuzz::request_of(std::string(reinterpret_cast<const char*>(data), size));
    request.host = "127.0.0.1:8100";
    request.authorization = "Bearer 0123456789abcdef";
    if (begins_something(request)) return 0;
    fuzz::check(port.router.answer(request));
    fuzz::expect(port.scratch.is_alone(), "nothing is made outside of the folder");
    if (request.method == "PUT") port.scratch.tidy();
    return 0;
}
