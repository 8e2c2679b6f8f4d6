// SPDX-License-Identifier: MIT
// Runs a fuzz target with its seeds and with mutations of them that are the same in every run.
// Usage: TARGET RUNS SEED_FILE...
// DDC_FUZZ_TIMES=10 makes ten times as many runs.
// An input that crashes, hangs or violates an expectation is saved as TARGET.crash in the working
// directory; `TARGET 0 TARGET.crash` runs it again.
#include <fcntl.h>
#include <sanitizer/common_interface_defs.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

// A parser whose input determines its use of memory must fail here.
extern "C" const char* __asan_default_options() {
    return "max_allocation_size_mb=256:hard_rss_limit_mb=2048";
}

namespace {

using Bytes = std::vector<std::uint8_t>;

constexpr unsigned seconds_per_input = 20;
constexpr std::size_t longest_input = 1U << 16U;

const Bytes* current = nullptr;
std::string crash_path;

/// Async-signal-safe: only open, write and close.
void save_current() {
    if (current == nullptr) return;
    const int file = ::open(crash_path.c_str(), O_CREAT | O_TRUNC | O_WRONLY, 0644);
    if (file < 0) return;
    if (::write(file, current->data(), current->size()) < 0) return;
    ::close(file);
}

void on_signal(int signal) {
    save_current();
    std::signal(signal, SIG_DFL);
    ::raise(signal);
}

/// SplitMix64 by Sebastiano Vigna: small, and the same everywhere.
class Random {
  public:
    std::uint64_t next() {
        std::uint64_t z = (state_ += 0x9e3779b97f4a7c15U);
        z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
        z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
        return z ^ (z >> 31U);
    }
    /// 0 to count - 1. Precondition: count > 0.
    std::size_t below(std::size_t count) { return static_cast<std::size_t>(next() % count); }

  private:
    std::uint64_t state_ = 1;
};

/// Mutates an input in one of the ways that find faults in parsers of text and of records.
class Mutator {
  public:
    Mutator(const std::vector<Bytes>& seeds, Random& random) : seeds_(seeds), random_(random) {}

    Bytes make() {
        Bytes input = seeds_[random_.below(seeds_.size())];
        // Mostly one mutation: with more the input is rejected earlier.
        do {
            change(input);
        } while (random_.below(3) == 0);
        if (input.size() > longest_input) input.resize(longest_input);
        return input;
    }

  private:
    void change(Bytes& input) {
        if (input.empty()) return;
        switch (random_.below(12)) {
            case 0:
                flip_bit(input);
                break;
            case 1:
                input[random_.below(input.size())] = byte();
                break;
            case 2:
                input.insert(place(input), byte());
                break;
            case 3:
                erase_range(input);
                break;
            case 4:
                repeat_range(input);
                break;
            case 5:
                splice(input);
                break;
            case 6:
                swap_ranges(input);
                break;
            case 7:
            case 8:
                replace_number(input);
                break;
            default:
                replace_word(input);
                break;
        }
        // Rarely: little can still go wrong in a truncated input.
        if (random_.below(50) == 0) input.resize(random_.below(input.size() + 1));
    }

    std::uint8_t byte() { return static_cast<std::uint8_t>(random_.below(256)); }

    Bytes::iterator place(Bytes& input) {
        return input.begin() + static_cast<std::ptrdiff_t>(random_.below(input.size() + 1));
    }

    /// A part of some bytes: mostly short, sometimes up to all of them.
    Bytes part_of(const Bytes& bytes) {
        const std::size_t start = random_.below(bytes.size());
        const std::size_t longest = random_.below(4) == 0 ? bytes.size() : 40;
        const std::size_t length = std::min(1 + random_.below(longest), bytes.size() - start);
        const auto first = bytes.begin() + static_cast<std::ptrdiff_t>(start);
        return Bytes(first, first + static_cast<std::ptrdiff_t>(length));
    }

    void flip_bit(Bytes& input) {
        input[random_.below(input.size())] ^= static_cast<std::uint8_t>(1U << random_.below(8));
    }

    void erase_range(Bytes& input) {
        const std::size_t start = random_.below(input.size());
        const std::size_t length = std::min(1 + random_.below(40), input.size() - start);
        const auto first = input.begin() + static_cast<std::ptrdiff_t>(start);
        input.erase(first, first + static_cast<std::ptrdiff_t>(length));
    }

    void repeat_range(Bytes& input) {
        const Bytes part = part_of(input);
        for (std::size_t times = 1 + random_.below(8); times > 0; --times) {
            input.insert(place(input), part.begin(), part.end());
        }
    }

    void splice(Bytes& input) {
        const Bytes& other = seeds_[random_.below(seeds_.size())];
        if (other.empty()) return;
        const Bytes part = part_of(other);
        input.insert(place(input), part.begin(), part.end());
    }

    void swap_ranges(Bytes& input) {
        const std::size_t half = input.size() / 2;
        if (half == 0) return;
        const std::size_t length = 1 + random_.below(std::min<std::size_t>(half, 40));
        const auto first = static_cast<std::ptrdiff_t>(random_.below(half - length + 1));
        const auto second = static_cast<std::ptrdiff_t>(half + random_.below(half - length + 1));
        std::swap_ranges(input.begin() + first,
                         input.begin() + first + static_cast<std::ptrdiff_t>(length),
                         input.begin() + second);
    }

    struct Range {
        std::ptrdiff_t first;
        std::ptrdiff_t last;
    };

    /// The first run of such bytes after a random position; may be empty.
    template <typename Predicate>
    Range run_of(const Bytes& bytes, Predicate is_part) {
        const auto from = bytes.begin() + static_cast<std::ptrdiff_t>(random_.below(bytes.size()));
        const auto first = std::find_if(from, bytes.end(), is_part);
        const auto last = std::find_if_not(first, bytes.end(), is_part);
        return {first - bytes.begin(), last - bytes.begin()};
    }

    template <typename Text>
    static void replace(Bytes& input, Range range, const Text& text) {
        const auto at = input.erase(input.begin() + range.first, input.begin() + range.last);
        input.insert(at, text.begin(), text.end());
    }

    /// Replaces a run of digits with a critical number.
    void replace_number(Bytes& input) {
        static const std::string numbers[] = {
            "0",          "-1", "1",   "2",   "65536",      "2147483647",
            "2147483648", "-5", "1e9", "0.5", "4294967296", "18446744073709551616"};
        const Range digits = run_of(input, [](int c) { return std::isdigit(c) != 0; });
        replace(input, digits, numbers[random_.below(std::size(numbers))]);
    }

    /// Replaces one word of a seed with another: the result is often still well formed.
    void replace_word(Bytes& input) {
        const auto is_part = [](int c) { return std::isalnum(c) != 0 || c == '_'; };
        const Bytes& other = seeds_[random_.below(seeds_.size())];
        if (other.empty()) return;
        const Range word = run_of(other, is_part);
        const Bytes text(other.begin() + word.first, other.begin() + word.last);
        replace(input, run_of(input, is_part), text);
    }

    const std::vector<Bytes>& seeds_;
    Random& random_;
};

void run(const Bytes& input) {
    current = &input;
    ::alarm(seconds_per_input);
    LLVMFuzzerTestOneInput(input.data(), input.size());
    ::alarm(0);
    current = nullptr;
}

Bytes read_file(const char* path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) {
        std::fprintf(stderr, "cannot open the seed %s\n", path);
        std::exit(2);
    }
    return Bytes(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 3) {
        std::fprintf(stderr, "usage: %s RUNS SEED_FILE...\n", argv[0]);
        return 2;
    }
    crash_path = std::string(argv[0]).substr(std::string(argv[0]).rfind('/') + 1) + ".crash";
    __sanitizer_set_death_callback(save_current);
    for (const int signal : {SIGABRT, SIGALRM}) std::signal(signal, on_signal);

    const char* const times = std::getenv("DDC_FUZZ_TIMES");
    const unsigned long runs = std::strtoul(argv[1], nullptr, 10) *
                               std::max(std::strtoul(times ? times : "1", nullptr, 10), 1UL);
    std::vector<Bytes> seeds;
    std::transform(argv + 2, argv + argc, std::back_inserter(seeds), read_file);
    const auto start = std::chrono::steady_clock::now();
    for (const Bytes& seed : seeds) run(seed);
    Random random;
    Mutator mutator(seeds, random);
    for (unsigned long i = 0; i < runs; ++i) run(mutator.make());
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    std::printf("%zu seeds and %lu mutations in %.1f s\n", seeds.size(), runs, took.count());
    return 0;
}
