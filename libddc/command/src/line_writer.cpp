// SPDX-License-Identifier: MIT
#include "change_record.hpp"
#include "change_writer.hpp"

namespace ddc::command {
namespace {

class LineWriter : public ChangeWriter {
  public:
    LineWriter(std::ostream& out, Format format)
        : records_(out, format, change_columns(), RecordWriter::Pace::live) {}

    void add(std::int64_t time_ns, const Target& target, const Reading& reading) override {
        records_.add(change_fields(static_cast<double>(time_ns) * 1e-9, target, reading));
    }
    void finish() override { records_.finish(); }

  private:
    RecordWriter records_;
};

}  // namespace

std::unique_ptr<ChangeWriter> create_line_writer(std::ostream& out, Format format) {
    return std::make_unique<LineWriter>(out, format);
}

}  // namespace ddc::command
