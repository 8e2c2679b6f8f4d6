// SPDX-License-Identifier: MIT
#include <ddc/table.hpp>

#include <sys/mman.h>
#include <unistd.h>

#include <boost/interprocess/sync/interprocess_semaphore.hpp>

#include "suites.hpp"

namespace bench {
namespace {

constexpr int calls = 200'000;

/// A table of its own, gone at the end.
class ScratchTable {
  public:
    explicit ScratchTable(ddc::Id capacity) : table_(ddc::Table::create(make_options(capacity))) {}
    ~ScratchTable() { ::shm_unlink(("/ddc." + options_.name).c_str()); }
    ScratchTable(const ScratchTable&) = delete;
    ScratchTable& operator=(const ScratchTable&) = delete;
    ddc::Table* operator->() { return &table_; }

  private:
    const ddc::TableOptions& make_options(ddc::Id capacity) {
        options_.name = "bench." + std::to_string(::getpid()) + "." + std::to_string(capacity);
        options_.capacity = capacity;
        return options_;
    }
    ddc::TableOptions options_;
    ddc::Table table_;
};

}  // namespace

std::vector<Result> table_ops() {
    ScratchTable table(65536);
    boost::interprocess::interprocess_semaphore semaphore(1);
    volatile double guarded = 0;
    const auto write = [&] { static_cast<void>(table->write(0x4000, 1.5)); };
    const auto bare_semaphore = [&] {
        semaphore.wait();
        guarded = 1.5;
        semaphore.post();
    };
    return {compare(Measured{"write double", [&] { return ns_per_call(calls, write); }},
                    Measured{"boost semaphore around the copy",
                             [&] { return ns_per_call(calls, bare_semaphore); }},
                    "ns")};
}

}  // namespace bench
