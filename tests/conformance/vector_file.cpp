#include "tests/conformance/vector_file.h"

#include <fstream>
#include <memory>
#include <vector>
#include <zstd.h>

namespace brokerscope::testing {

bool forEachLine(const std::string& path, const std::function<void(std::string_view)>& take) {
    std::ifstream file(path, std::ios::binary);
    const std::unique_ptr<ZSTD_DStream, decltype(&ZSTD_freeDStream)> stream(ZSTD_createDStream(), &ZSTD_freeDStream);
    std::vector<char> in(ZSTD_DStreamInSize());
    std::vector<char> out(ZSTD_DStreamOutSize());
    std::string pending;
    std::size_t state = 1;
    while (file) {
        file.read(in.data(), static_cast<std::streamsize>(in.size()));
        ZSTD_inBuffer source{in.data(), static_cast<std::size_t>(file.gcount()), 0};
        while (source.pos < source.size) {
            ZSTD_outBuffer target{out.data(), out.size(), 0};
            state = ZSTD_decompressStream(stream.get(), &target, &source);
            if (ZSTD_isError(state) != 0) {
                return false;
            }
            pending.append(out.data(), target.pos);
            std::size_t begin = 0;
            for (std::size_t end = 0; (end = pending.find('\n', begin)) != std::string::npos; begin = end + 1) {
                take(std::string_view(pending).substr(begin, end - begin));
            }
            pending.erase(0, begin);
        }
    }
    return state == 0 && pending.empty();
}

}  // namespace brokerscope::testing
