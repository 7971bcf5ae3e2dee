#include "ui/pages/exchange_digest.h"

#include "core/exchange/topic_names.h"
#include "core/topology/node_values.h"
#include "ui/models/draft_text.h"
#include "ui/models/value_format.h"

#include <QStringList>

#include <algorithm>
#include <array>
#include <string_view>

namespace brokerscope {

namespace {

constexpr std::size_t kLargestFrame = 65'536;  // a larger one is left to whoever opens it
constexpr qsizetype kNamesShown = 3;
constexpr qsizetype kListsShown = 3;
constexpr qsizetype kNamesSought = 100;
constexpr std::array<std::string_view, 4> kEntities{"topicName", "topicId", "groupId", "transactionalId"};

bool isShort(const std::shared_ptr<const ByteBuffer>& frame) {
    return frame != nullptr && frame->size() <= kLargestFrame;
}

QString nameOf(const NodeRef& node, const TopicNames* topics) {
    if (node.kind() == NodeKind::String) {
        return QString::fromStdString(node.text());
    }
    if (node.kind() != NodeKind::Uuid || topics == nullptr) {
        return {};
    }
    return QString::fromStdString(topics->name(Uuid::fromBytes(node.content())).value_or(std::string()));
}

// Names of what the request is about, each once, in the order of the bytes.
void collectNames(const NodeRef& node, const TopicNames* topics, QStringList& names) {
    const FieldLayout* field = node.field();
    const bool isEntity = field != nullptr && std::ranges::find(kEntities, entityOf(*field->spec)) != kEntities.end();
    if (const QString name = isEntity ? nameOf(node, topics) : QString(); !name.isEmpty() && !names.contains(name)) {
        names.append(name);
    }
    const std::size_t count = node.childCount();
    for (std::size_t i = 0; i < count && names.size() < kNamesSought; ++i) {
        collectNames(node.child(i), topics, names);
    }
}

QString namesText(const QStringList& names) {
    const qsizetype more = names.size() - kNamesShown;
    const QString shown = names.mid(0, kNamesShown).join(QStringLiteral(", "));
    return more > 0 ? QStringLiteral("%1 + %2").arg(shown).arg(more) : shown;
}

// "Topics: 6" for each list right below the body.
QStringList listTexts(const NodeRef& body) {
    QStringList texts;
    for (std::size_t i = 0; i < body.childCount() && texts.size() < kListsShown; ++i) {
        const NodeRef child = body.child(i);
        if (child.kind() == NodeKind::Array && !child.isNull()) {
            texts.append(
                QStringLiteral("%1: %2").arg(QString::fromStdString(child.name()), grouped(child.node().integer)));
        }
    }
    return texts;
}

// The first one above notes, with its place; null tree: none.
QString firstRemark(const ValueTree* tree) {
    if (tree == nullptr) {
        return {};
    }
    for (const auto& entry : tree->diagnostics) {
        const Diagnostic& remark = entry.diagnostic;
        if (remark.severity != Severity::Note) {
            const QString text = QString::fromStdString(remark.text());
            return remark.path.empty() ? text : QStringLiteral("%1: %2").arg(QString::fromStdString(remark.path), text);
        }
    }
    return {};
}

}  // namespace

QString exchangeDigest(const SchemaRegistry& registry, const Exchange& exchange, const Limits& limits) {
    QStringList parts;
    if (exchange.saslMechanism) {
        return {};
    }
    if (isShort(exchange.request)) {
        QStringList names;
        if (const NodeRef body = bodyOf(requestTree(registry, exchange, {}, limits)); body.isValid()) {
            collectNames(body, exchange.topicNames.get(), names);
        }
        if (!names.isEmpty()) {
            parts.append(namesText(names));
        }
    }
    if (isShort(exchange.response)) {
        const auto tree = responseTree(registry, exchange, {}, limits);
        if (const QString remark = firstRemark(tree.get()); !remark.isEmpty()) {
            parts.prepend(remark);
        }
        if (const NodeRef body = bodyOf(tree); body.isValid()) {
            parts += listTexts(body);
        }
    }
    return parts.join(QStringLiteral(" · "));
}

}  // namespace brokerscope
