#include "ui/pages/reference_page.h"

#include "core/schema/overlays.h"
#include "core/text/lesson.h"
#include "ui/models/reference_tables.h"
#include "ui/pages/fact_table_view.h"
#include "ui/pages/lesson_view.h"
#include "ui/pages/reference_definition.h"
#include "ui/pages/reference_list.h"
#include "ui/pages/reference_partition.h"
#include "ui/pages/reference_primitives.h"

#include <QDataStream>
#include <QIODevice>
#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace brokerscope {

namespace {

using PageKind = ReferenceTarget::Kind;

constexpr int kWorkShare = 1000;
const QString kFirstShown = QStringLiteral("ApiVersions");
const QString kLayoutColumns = QStringLiteral("layout");
const QString kErrorColumns = QStringLiteral("errors");
const QString kRecordColumns = QStringLiteral("records");

}  // namespace

ReferencePage::ReferencePage(const SchemaRegistry& registry, QWidget* parent)
    : QWidget(parent)
    , m_registry(registry)
    , m_target{PageKind::Api, kFirstShown, -1}
    , m_list(new ReferenceList(registry, this))
    , m_columns(new QSplitter(Qt::Horizontal, this))
    , m_stack(new QStackedWidget(this)) {
    m_columns->addWidget(m_list);
    m_columns->addWidget(m_stack);
    m_columns->setStretchFactor(1, 1);
    m_columns->setChildrenCollapsible(false);
    m_columns->setHandleWidth(1);
    m_columns->setSizes({m_list->sizeHint().width(), kWorkShare});
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_columns);
    connect(m_list, &ReferenceList::chosen, this, &ReferencePage::showTarget);
}

ReferenceDefinition& ReferencePage::definition() {
    if (m_definition == nullptr) {
        m_definition = new ReferenceDefinition(m_registry, this);
        m_definition->restoreColumnState(m_columnStates.value(kLayoutColumns));
        m_stack->addWidget(m_definition);
        connect(m_definition, &ReferenceDefinition::composeWanted, this, &ReferencePage::composeWanted);
        connect(m_definition, &ReferenceDefinition::versionShown, this, [this](int version) {
            if (m_target.kind == PageKind::Api || m_target.kind == PageKind::Definition) {
                m_target.number = version;
            }
        });
    }
    return *m_definition;
}

FactTableView& ReferencePage::errorCodes() {
    if (m_errorCodes == nullptr) {
        m_errorCodes = new FactTableView(tr("Error codes"), FactTableView::Parts::TableAndDetail, this);
        m_errorCodes->setTable(errorCodeTable(m_registry));
        m_errorCodes->setHeading(tr("Error codes"));
        m_errorCodes->restoreColumnState(m_columnStates.value(kErrorColumns));
        m_stack->addWidget(m_errorCodes);
    }
    return *m_errorCodes;
}

FactTableView& ReferencePage::recordTypes() {
    if (m_recordTypes == nullptr) {
        m_recordTypes = new FactTableView(tr("Record types"), FactTableView::Parts::TableAndDetail, this);
        m_stack->addWidget(m_recordTypes);
        connect(m_recordTypes, &FactTableView::targetWanted, this, &ReferencePage::followText);
    }
    return *m_recordTypes;
}

ReferencePrimitives& ReferencePage::primitives() {
    if (m_primitives == nullptr) {
        m_primitives = new ReferencePrimitives(this);
        m_stack->addWidget(m_primitives);
    }
    return *m_primitives;
}

ReferencePartition& ReferencePage::partition() {
    if (m_partition == nullptr) {
        m_partition = new ReferencePartition(m_registry, this);
        m_stack->addWidget(m_partition);
    }
    return *m_partition;
}

LessonView& ReferencePage::lesson() {
    if (m_lesson == nullptr) {
        m_lesson = new LessonView(this);
        m_stack->addWidget(m_lesson);
        connect(m_lesson, &LessonView::targetWanted, this, &ReferencePage::followText);
    }
    return *m_lesson;
}

void ReferencePage::showTarget(const ReferenceTarget& target) {
    m_hasShown = true;
    m_target = target;
    switch (target.kind) {
        case PageKind::Api:
        case PageKind::Definition:
            definition().showTarget(target);
            m_stack->setCurrentWidget(m_definition);
            break;
        case PageKind::ErrorCodes:
            m_stack->setCurrentWidget(&errorCodes());
            if (target.number >= 0) {
                m_errorCodes->chooseNumber(target.number);
            }
            break;
        case PageKind::RecordTypes:
            showRecordTypes(target);
            break;
        case PageKind::Primitives:
            m_stack->setCurrentWidget(&primitives());
            m_primitives->chooseType(target.name);
            break;
        case PageKind::Partition:
            m_stack->setCurrentWidget(&partition());
            break;
        case PageKind::Lesson:
            m_stack->setCurrentWidget(&lesson());
            m_lesson->setLesson(lessonByName(target.name.toStdString()));
            break;
    }
    m_list->choose(target.kind == PageKind::Primitives ? ReferenceTarget{target.kind, {}, -1} : target);
}

void ReferencePage::showRecordTypes(const ReferenceTarget& target) {
    const auto& topics = m_registry.overlays().internalTopics();
    const auto topic = std::ranges::find(topics, target.name.toStdString(), &InternalTopicFacts::topic);
    if (topic == topics.end()) {
        return;
    }
    const bool isFirst = m_recordTypes == nullptr;
    recordTypes().setTable(recordTypeFacts(m_registry, *topic));
    if (isFirst) {
        m_recordTypes->restoreColumnState(m_columnStates.value(kRecordColumns));
    }
    m_recordTypes->setHeading(tr("Records of %1").arg(target.name));
    m_stack->setCurrentWidget(m_recordTypes);
    if (target.number >= 0) {
        m_recordTypes->chooseNumber(target.number);
    }
}

void ReferencePage::showDefinition(const QString& name, int version) {
    const auto spec = m_registry.spec(name.toStdString(), {{}, true});
    if (!spec) {
        return;
    }
    const MessageType type = (*spec)->type;
    const bool isOfApi = type == MessageType::Request || type == MessageType::Response;
    const ApiInfo* api = isOfApi && (*spec)->apiKey ? m_registry.api(*(*spec)->apiKey) : nullptr;
    showTarget(api != nullptr ? ReferenceTarget{PageKind::Api, QString::fromStdString(api->name), version}
                              : ReferenceTarget{PageKind::Definition, name, version});
}

void ReferencePage::showErrorCode(int code) {
    showTarget({PageKind::ErrorCodes, {}, -1});
    errorCodes().chooseNumber(code);
}

void ReferencePage::followText(const QString& text) {
    const auto target = ReferenceTarget::fromText(text);
    if (!target) {
        return;
    }
    if (target->kind == PageKind::Definition) {
        showDefinition(target->name, target->number);
    } else {
        showTarget(*target);
    }
}

void ReferencePage::focusFilter() {
    m_list->focusFilter();
}

void ReferencePage::stepVersion(int by) {
    if (m_stack->currentWidget() == m_definition && m_definition != nullptr) {
        m_definition->stepVersion(by);
    }
}

void ReferencePage::showNewestVersion() {
    if (m_stack->currentWidget() == m_definition && m_definition != nullptr) {
        m_definition->showNewestVersion();
    }
}

QByteArray ReferencePage::state() const {
    QHash<QString, QByteArray> columns = m_columnStates;
    if (m_definition != nullptr) {
        columns.insert(kLayoutColumns, m_definition->columnState());
    }
    if (m_errorCodes != nullptr) {
        columns.insert(kErrorColumns, m_errorCodes->columnState());
    }
    if (m_recordTypes != nullptr) {
        columns.insert(kRecordColumns, m_recordTypes->columnState());
    }
    QByteArray state;
    QDataStream stream(&state, QIODevice::WriteOnly);
    stream << m_target.toText() << columns;
    return state;
}

void ReferencePage::restoreState(const QByteArray& state) {
    QDataStream stream(state);
    QString target;
    stream >> target >> m_columnStates;
    if (const auto shown = ReferenceTarget::fromText(target)) {
        m_target = *shown;
    }
}

// The first time it is looked at, what was shown last.
void ReferencePage::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (!m_hasShown) {
        showTarget(ReferenceTarget(m_target));
    }
}

}  // namespace brokerscope
