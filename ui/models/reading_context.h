#pragma once

#include "core/base/limits.h"
#include "core/document/document.h"
#include "core/schema/schema_registry.h"

#include <memory>

namespace brokerscope {

// What everything in the window reads foreign bytes with: the definitions, and the limits that the user has set.
// Copies are one: a change of the limits reaches all of them, and holds for whatever is read from then on. Borrows the
// registry. GUI thread; work on other threads takes frozen() along.
class ReadingContext {
public:
    ReadingContext(const SchemaRegistry& registry, const Limits& limits)
        : m_registry(&registry), m_limits(std::make_shared<Limits>(limits)) {}

    const SchemaRegistry& registry() const { return *m_registry; }
    const Limits& limits() const { return *m_limits; }
    void setLimits(const Limits& limits) { *m_limits = limits; }

    ReadingContext frozen() const { return {*m_registry, *m_limits}; }  // as it is now, for another thread
    DocumentContext document() const { return {.registry = m_registry, .limits = *m_limits}; }

private:
    const SchemaRegistry* m_registry;
    std::shared_ptr<Limits> m_limits;
};

}  // namespace brokerscope
