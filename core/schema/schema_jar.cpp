#include "core/schema/schema_sources.h"

#include "core/base/saturated.h"
#include "core/schema/schema_fault.h"

#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <zip.h>

namespace brokerscope {
namespace {

// All definitions of a jar may have as many times the limit of one. Those of Kafka 4.4.0 have half a million bytes.
constexpr std::uint64_t kFilesOfLimit = 16;

struct CloseArchive {
    void operator()(zip_t* archive) const { zip_discard(archive); }
};
struct CloseFile {
    void operator()(zip_file_t* file) const { zip_fclose(file); }
};
using Archive = std::unique_ptr<zip_t, CloseArchive>;
using ArchiveFile = std::unique_ptr<zip_file_t, CloseFile>;

bool isDefinition(std::string_view name) {
    const auto folders = definitionFolders();
    return name.ends_with(".json") && std::any_of(folders.begin(), folders.end(), [&](std::string_view folder) {
               return name.starts_with(folder) && name.find('/', folder.size()) == name.npos;
           });
}

// The size in the directory is foreign: it is believed up to the limit, and the bytes that come must match it.
Result<std::string> readEntry(zip_t* archive, const zip_stat_t& entry, const std::string& file, const Limits& limits) {
    if (entry.size > limits.schemaFile) {
        return schemaUnreadable(file,
                                fmt::format("{} bytes, limit \"schemaFile\" is {}", entry.size, limits.schemaFile));
    }
    const ArchiveFile opened(zip_fopen_index(archive, entry.index, 0));
    std::string text(entry.size, '\0');
    if (!opened || zip_fread(opened.get(), text.data(), text.size()) != static_cast<zip_int64_t>(text.size())) {
        return schemaUnreadable(file, zip_strerror(archive));
    }
    return text;
}

}  // namespace

Result<SchemaFiles> readSchemaJar(const std::string& path, const Limits& limits) {
    int code = 0;
    const Archive archive(zip_open(path.c_str(), ZIP_RDONLY, &code));
    if (!archive) {
        return schemaUnreadable(path, "it is no jar; a folder of definitions, a jar or a source checkout is wanted");
    }
    SchemaFiles result;
    result.source = path;
    std::uint64_t total = 0;
    const zip_int64_t count = zip_get_num_entries(archive.get(), 0);
    for (zip_int64_t i = 0; i < count; ++i) {
        zip_stat_t entry{};
        const bool known = zip_stat_index(archive.get(), static_cast<zip_uint64_t>(i), 0, &entry) == 0;
        if (!known || (entry.valid & ZIP_STAT_NAME) == 0 || (entry.valid & ZIP_STAT_SIZE) == 0 ||
            !isDefinition(entry.name)) {
            continue;
        }
        const std::string file = path + "!" + entry.name;
        auto text = readEntry(archive.get(), entry, file, limits);
        if (!text) {
            return tl::unexpected(text.error());
        }
        total += text->size();
        if (total > saturatedProduct(limits.schemaFile, kFilesOfLimit)) {
            return schemaUnreadable(path,
                                    fmt::format("{} bytes of definitions, {} times the limit \"schemaFile\" of {}",
                                                total, kFilesOfLimit, limits.schemaFile));
        }
        result.definitions.push_back({file, {}, std::move(*text)});
    }
    std::sort(result.definitions.begin(), result.definitions.end(),
              [](const SchemaFile& a, const SchemaFile& b) { return a.file < b.file; });
    return result;
}

}  // namespace brokerscope
