// SPDX-License-Identifier: MIT
#include "poll_assist.hpp"
#include "snapshot_wait.hpp"

#include <ddc/cppwrapper/ddcwrapper.h>
#include <ddc/table.hpp>

#include <cstdio>
#include <cstdlib>
#include <optional>

namespace dsa {
namespace cpp {
namespace ddc {
namespace {

using ::ddc::PollAssist;
using ::ddc::SnapshotWait;
using ::ddc::Status;
using ::ddc::Table;

std::chrono::microseconds poll_assist_time() {
    constexpr long default_us = 5000, longest_us = 1'000'000;
    const char* text = std::getenv("DDC_POLL_ASSIST_US");
    if (text == nullptr || *text == '\0') return std::chrono::microseconds(default_us);
    char* end = nullptr;
    const long value = std::strtol(text, &end, 10);
    if (*end == '\0' && value >= 0 && value <= longest_us) return std::chrono::microseconds(value);
    std::fprintf(stderr,
                 "libddc: DDC_POLL_ASSIST_US must be 0 to %ld microseconds, is '%s'; using %ld\n",
                 longest_us, text, default_us);
    return std::chrono::microseconds(default_us);
}

/// The entries that this thread polls. One per thread is enough: all wrappers of a process open the
/// same table.
class Assist {
  public:
    Status read(const Table& table, ::ddc::Id id, bool& value) {
        snapshot_.before_flag(table, id);
        const Status status = poll_.read(table, id, value);
        if (status == Status::ok) snapshot_.saw_flag(table, id, value);
        return status;
    }
    Status read(const Table& table, ::ddc::Id id, double& value) {
        at_work();
        return snapshot_.read(table, id, value);
    }
    void wrote(::ddc::Id id, bool value) {
        snapshot_.at_work();
        if (!value) poll_.lowered(id);
    }
    void at_work() {
        poll_.at_work();
        snapshot_.at_work();
    }

  private:
    const std::chrono::microseconds longest_ = poll_assist_time();
    PollAssist poll_{longest_};
    SnapshotWait snapshot_{longest_.count() > 0};
};

Assist& assist() {
    thread_local Assist assist;
    return assist;
}

}  // namespace

struct DdcWrapper::Impl {
    std::optional<Table> table;
};

DdcWrapper::DdcWrapper() : impl_(new Impl) {
    try {
        impl_->table = Table::open_or_create();
    } catch (const std::exception& error) {
        std::fprintf(stderr, "libddc: %s\n", error.what());
    }
}

DdcWrapper::~DdcWrapper() = default;
DdcWrapper::DdcWrapper(DdcWrapper&&) noexcept = default;
DdcWrapper& DdcWrapper::operator=(DdcWrapper&&) noexcept = default;

bool DdcWrapper::isDdcOpen() const {
    return impl_->table && impl_->table->is_intact();
}

bool DdcWrapper::readDataBool(int id, bool& value) {
    return impl_->table && assist().read(*impl_->table, id, value) == Status::ok;
}

bool DdcWrapper::readDataInt32(int id, std::int32_t& value) {
    assist().at_work();
    return impl_->table && impl_->table->read(id, value) == Status::ok;
}

bool DdcWrapper::readDataDouble(int id, double& value) {
    return impl_->table && assist().read(*impl_->table, id, value) == Status::ok;
}

bool DdcWrapper::readDataString(int id, std::string& value) {
    assist().at_work();
    return impl_->table && impl_->table->read(id, value) == Status::ok;
}

bool DdcWrapper::saveDataBool(int id, bool value) {
    if (!impl_->table) return false;
    assist().wrote(id, value);
    return impl_->table->write(id, value) == Status::ok;
}

bool DdcWrapper::saveDataInt32(int id, std::int32_t value) {
    assist().at_work();
    return impl_->table && impl_->table->write(id, value) == Status::ok;
}

bool DdcWrapper::saveDataDouble(int id, double value) {
    assist().at_work();
    return impl_->table && impl_->table->write(id, value) == Status::ok;
}

bool DdcWrapper::saveDataString(int id, const std::string& value) {
    assist().at_work();
    return impl_->table && impl_->table->write(id, value) == Status::ok;
}

bool DdcWrapper::saveDataNoData(int id) {
    return impl_->table && impl_->table->write_no_data(id) == Status::ok;
}

}  // namespace ddc
}  // namespace cpp
}  // namespace dsa
