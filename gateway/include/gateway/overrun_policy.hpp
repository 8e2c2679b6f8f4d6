// SPDX-License-Identifier: MIT
#pragma once

// Deprecated: include the header below. This path works for one more release.
#include <gateway/base/overrun_policy.hpp>
