#pragma once

#include "core/base/limits.h"
#include "core/collections/request_file.h"
#include "core/collections/text_place.h"
#include "core/collections/variable_scope.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace brokerscope {

// How much of a folder is taken for a collection.
struct CollectionLimits {
    std::uint64_t fileBytes = 16U << 20U;
    std::size_t files = 10'000;
    std::size_t depth = 16;  // folders within each other
};

// A file with a request in it.
struct CollectedRequest {
    std::string path;  // within the collection, with "/": "groups/2-join.request"
    std::string file;  // as the user calls it: the collection's own path in front
    RequestFile content;

    std::string_view fileName() const;
};

// The requests of one folder, in the order in which they are sent.
struct CollectedChain {
    std::string folder;  // within the collection; empty: the collection itself
    std::vector<CollectedRequest> requests;
};

// A folder of request files, or one of them:
//   NAME.request             a request
//   NAME/                    a folder, a chain of its own
//   environments/NAME.json   variables
// Chains stand in the order of their folders, a folder before those within it. Names that begin with a dot, links to
// folders and other files are left out. A value; the files were read when it was opened.
class Collection {
public:
    // Errors: FileUnreadable (no such file or folder), Other where it holds no request at all. What cannot be read
    // within it is told by problems(), and the rest is there.
    static Result<Collection> open(const std::string& path, const CollectionLimits& limits = {});

    const std::string& root() const { return m_root; }
    const std::vector<CollectedChain>& chains() const { return m_chains; }
    const std::vector<FileRemark>& problems() const { return m_problems; }

    // Names of the environments that it can be run in: those beside its requests, else of the nearest folder above
    // that has some. Sorted.
    const std::vector<std::string>& environments() const { return m_environments; }
    // Puts the variables of an environment into a scope, not yet settled. The text of its file, for remarks. An error
    // says what cannot be read, with the file; of an unknown name the nearest one.
    tl::expected<std::string, FileRemark> addEnvironment(const std::string& name, VariableScope& scope,
                                                         const Limits& limits) const;
    // The file of an environment, for remarks.
    std::string environmentFile(const std::string& name) const;

private:
    friend class CollectionReader;

    std::string m_root;
    std::string m_environmentFolder;
    std::vector<CollectedChain> m_chains;
    std::vector<FileRemark> m_problems;
    std::vector<std::string> m_environments;
    std::uint64_t m_mostBytes = 0;
};

}  // namespace brokerscope
