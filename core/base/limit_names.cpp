#include "core/base/limit_names.h"

#include <array>

namespace brokerscope {

std::span<const LimitName> limitNames() {
    static constexpr std::array kNames{
        LimitName{"frame", &Limits::frame, true},
        LimitName{"nodes", &Limits::nodes, false},
        LimitName{"depth", &Limits::depth, false},
        LimitName{"diagnostics", &Limits::diagnostics, false},
        LimitName{"jsonInput", &Limits::jsonInput, true},
        LimitName{"schemaFile", &Limits::schemaFile, true},
        LimitName{"decompressed", &Limits::decompressed, true},
        LimitName{"ratio", &Limits::ratio, false},
    };
    return kNames;
}

}  // namespace brokerscope
