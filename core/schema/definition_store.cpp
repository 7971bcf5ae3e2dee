#include "core/schema/definition_store.h"

#include "core/schema/field_meanings.h"
#include "core/schema/schema_loader.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <mutex>
#include <shared_mutex>

namespace brokerscope {
namespace {

using Index = DefinitionStore::Index;

// A definition, parsed at most once. Empty text: it came parsed.
struct Definition {
    std::string_view text;
    VersionRange unknownBody;  // versions that the text does not describe
    std::once_flag once;
    std::shared_ptr<const MessageSpec> spec;
    std::optional<Error> error;
    std::vector<std::shared_ptr<const MessageLayout>> layouts;  // by version, from the least valid one on; guarded
};

}  // namespace

struct DefinitionStore::Impl {
    std::vector<DefinitionHead> heads;
    std::vector<std::unique_ptr<Definition>> definitions;  // parallel to heads
    std::map<std::string, std::vector<Index>, std::less<>> byName;
    std::map<std::pair<MessageType, int>, std::vector<Index>> byApiKey;
    mutable std::shared_mutex layoutsMutex;

    Definition& append(DefinitionHead head) {
        const Index index = heads.size();
        byName[head.name].push_back(index);
        if (head.type == MessageType::Request || head.type == MessageType::Response) {
            byApiKey[{head.type, head.apiKey.value_or(-1)}].push_back(index);
        }
        heads.push_back(std::move(head));
        definitions.push_back(std::make_unique<Definition>());
        return *definitions.back();
    }

    // The response does not say that its latest version may change: its request does.
    bool isRequestUnstable(const DefinitionHead& response) const {
        const auto requests = byApiKey.find({MessageType::Request, response.apiKey.value_or(-1)});
        return requests != byApiKey.end() &&
               std::any_of(requests->second.begin(), requests->second.end(), [&](Index i) {
                   return heads[i].release == response.release && heads[i].latestVersionUnstable;
               });
    }

    void complete(MessageSpec& spec, const DefinitionHead& head, const VersionRange& unknownBody) const {
        spec.latestVersionUnstable |= head.type == MessageType::Response && isRequestUnstable(head);
        if (!unknownBody.isEmpty()) {
            spec.unknownBodyVersions = unknownBody;
            spec.validVersions = head.validVersions;
        }
        FieldMeanings::embedded().bind(spec);
    }

    void parse(Index index) const {
        Definition& definition = *definitions[index];
        const DefinitionHead& head = heads[index];
        auto loaded = loadDefinition(definition.text, {head.file, head.release, head.component, head.isPreview});
        if (!loaded) {
            definition.error = loaded.error();
            return;
        }
        complete(**loaded, head, definition.unknownBody);
        definition.spec = std::move(*loaded);
    }

    // Released responses that end before the preview's request does.
    void addUnknownResponses(const SchemaBlob& blob) {
        std::vector<DefinitionHead> requests;
        std::copy_if(heads.begin(), heads.end(), std::back_inserter(requests),
                     [](const DefinitionHead& head) { return head.isPreview && head.type == MessageType::Request; });
        for (const DefinitionHead& request : requests) {
            const auto responses = byApiKey.find({MessageType::Response, *request.apiKey});
            const auto& texts = blob.definitions();
            const auto base = std::find_if(texts.begin(), texts.end(), [&](const SchemaBlob::Definition& definition) {
                return responses != byApiKey.end() && definition.head.file == heads[responses->second.front()].file;
            });
            if (base == texts.end() || base->head.isPreview ||
                base->head.validVersions.max >= request.validVersions.max) {
                continue;
            }
            DefinitionHead head = base->head;
            head.release = request.release;
            head.isPreview = true;
            head.validVersions.max = request.validVersions.max;
            Definition& definition = append(head);
            definition.text = base->text;
            definition.unknownBody = {static_cast<std::int16_t>(base->head.validVersions.max + 1),
                                      head.validVersions.max};
        }
    }
};

DefinitionStore::DefinitionStore() : m_impl(std::make_unique<Impl>()) {}
DefinitionStore::~DefinitionStore() = default;
DefinitionStore::DefinitionStore(DefinitionStore&&) noexcept = default;
DefinitionStore& DefinitionStore::operator=(DefinitionStore&&) noexcept = default;

Result<void> DefinitionStore::add(const SchemaFiles& files) {
    std::vector<std::pair<std::shared_ptr<MessageSpec>, Index>> added;
    for (const SchemaFile& file : files.definitions) {
        auto loaded = loadDefinition(file.text, {file.file, files.source, file.component, false});
        if (!loaded) {
            return tl::unexpected(loaded.error());
        }
        for (const Index other : byName((*loaded)->name)) {
            if (heads()[other].release == files.source) {
                return failure(
                    MessageId::SchemaInvalid,
                    {file.file, "name", "\"" + (*loaded)->name + "\" is defined in " + heads()[other].file + " too"});
            }
        }
        m_impl->append(headOf(**loaded, file.file));
        added.emplace_back(std::move(*loaded), heads().size() - 1);
    }
    for (const auto& [spec, index] : added) {
        m_impl->complete(*spec, heads()[index], VersionRange::none());
        Definition& definition = *m_impl->definitions[index];
        std::call_once(definition.once, [] {});
        definition.spec = spec;
    }
    return {};
}

void DefinitionStore::add(const SchemaBlob& blob) {
    std::vector<std::string> releases = blob.releases();
    releases.emplace_back("preview");
    for (const std::string& release : releases) {
        for (const SchemaBlob::Definition& definition : blob.definitions()) {
            if (definition.head.release == release) {
                m_impl->append(definition.head).text = definition.text;
            }
        }
    }
    m_impl->addUnknownResponses(blob);
}

const std::vector<DefinitionHead>& DefinitionStore::heads() const {
    return m_impl->heads;
}

std::span<const Index> DefinitionStore::byName(std::string_view name) const {
    const auto found = m_impl->byName.find(name);
    return found == m_impl->byName.end() ? std::span<const Index>{} : std::span<const Index>(found->second);
}

std::span<const Index> DefinitionStore::byApiKey(MessageType type, int apiKey) const {
    const auto found = m_impl->byApiKey.find({type, apiKey});
    return found == m_impl->byApiKey.end() ? std::span<const Index>{} : std::span<const Index>(found->second);
}

Result<std::shared_ptr<const MessageSpec>> DefinitionStore::spec(Index index) const {
    Definition& definition = *m_impl->definitions[index];
    std::call_once(definition.once, [&] { m_impl->parse(index); });
    if (definition.error) {
        return tl::unexpected(*definition.error);
    }
    return definition.spec;
}

Result<std::shared_ptr<const MessageLayout>> DefinitionStore::layout(Index index, int version) const {
    Definition& definition = *m_impl->definitions[index];
    const auto position = static_cast<std::size_t>(version - heads()[index].validVersions.min);
    {
        const std::shared_lock lock(m_impl->layoutsMutex);
        if (position < definition.layouts.size() && definition.layouts[position]) {
            return definition.layouts[position];
        }
    }
    const auto loaded = spec(index);
    if (!loaded) {
        return tl::unexpected(loaded.error());
    }
    auto made = MessageLayout::make(*loaded, static_cast<std::int16_t>(version));
    const std::unique_lock lock(m_impl->layoutsMutex);
    definition.layouts.resize(std::max(definition.layouts.size(), position + 1));
    // Another thread may have been quicker: everyone gets the same one.
    if (!definition.layouts[position]) {
        definition.layouts[position] = std::move(made);
    }
    return definition.layouts[position];
}

}  // namespace brokerscope
