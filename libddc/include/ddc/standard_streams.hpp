// SPDX-License-Identifier: MIT
// C++11.
#ifndef DDC_STANDARD_STREAMS_HPP
#define DDC_STANDARD_STREAMS_HPP

#include <fcntl.h>
#include <unistd.h>

namespace ddc {

/// Opens /dev/null for each of the descriptors 0, 1 and 2 that is closed, as init scripts and
/// `2>&-` leave them. First thing in main(): else the next file that the process opens becomes its
/// standard error, and what it has to say is written into that file. Programs that it starts
/// inherit them.
inline void open_standard_streams() {
    int descriptor;
    do descriptor = ::open("/dev/null", O_RDWR);  // the lowest that is free
    while (descriptor >= 0 && descriptor <= STDERR_FILENO);
    if (descriptor >= 0) ::close(descriptor);
}

}  // namespace ddc

#endif
