// SPDX-License-Identifier: MIT
#include "draft_file.hpp"

#include "http/json_body.hpp"
#include "output/output_queue.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <stdexcept>
#include <system_error>

namespace gateway::studio {
namespace {

namespace fs = std::filesystem;

const std::string beginning = ".studio-", ending = ".yaml";
constexpr std::size_t most_entries = 100'000;  ///< limit of the files and folders searched

bool is_draft(const fs::path& file) {
    const std::string name = file.filename().string();
    return name.size() == beginning.size() + 6 + ending.size() && name.rfind(beginning, 0) == 0 &&
           file.extension() == ending;
}

bool is_held(const fs::path& draft) {
    const Descriptor file(::open(draft.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    return file.get() < 0 || ::flock(file.get(), LOCK_EX | LOCK_NB) != 0;
}

}  // namespace

DraftFile::DraftFile(const fs::path& place, const std::string& yaml) {
    std::string name = (place / (beginning + "XXXXXX" + ending)).string();
    const int descriptor = ::mkostemps(name.data(), static_cast<int>(ending.size()), O_CLOEXEC);
    if (descriptor < 0)
        throw data_port::Refusal(
            409, place.string() + " is not writable: " + std::generic_category().message(errno));
    lock_ = Descriptor(descriptor);
    ::flock(descriptor, LOCK_EX | LOCK_NB);
    file_ = name;
    write(yaml);
}

DraftFile::~DraftFile() {
    std::error_code ignored;
    fs::remove(file_, ignored);
}

void DraftFile::write(const std::string& yaml) const {
    const bool is_empty =
        ::ftruncate(lock_.get(), 0) == 0 && ::lseek(lock_.get(), 0, SEEK_SET) == 0;
    if (!is_empty || write_all(lock_.get(), yaml) != 0)
        throw std::runtime_error(file_.string() + ": could not be written in full");
}

void remove_left_drafts(const fs::path& folder) {
    std::error_code error;
    fs::recursive_directory_iterator at(folder, fs::directory_options::skip_permission_denied,
                                        error);
    for (std::size_t i = 0; at != fs::recursive_directory_iterator(); at.increment(error)) {
        if (error || ++i > most_entries) return;
        const fs::path path = at->path();
        if (at->is_directory(error)) {
            if (path.filename().string().front() == '.') at.disable_recursion_pending();
        } else if (is_draft(path) && at->is_regular_file(error) && !is_held(path)) {
            fs::remove(path, error);
        }
    }
}

}  // namespace gateway::studio
