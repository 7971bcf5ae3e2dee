#pragma once

#include "core/schema/schema_registry.h"
#include "ui/models/reference_target.h"

#include <QByteArray>
#include <QHash>
#include <QWidget>

class QSplitter;
class QStackedWidget;

namespace brokerscope {

class FactTableView;
class LessonView;
class ReferenceDefinition;
class ReferenceList;
class ReferencePartition;
class ReferencePrimitives;

// All that is known without a cluster: every API and definition at every version, error codes, record types, primitive
// types and partitions with calculators, lessons. What is looked at is made when it is first shown. GUI thread. The
// registry must outlive it.
class ReferencePage : public QWidget {
    Q_OBJECT

public:
    explicit ReferencePage(const SchemaRegistry& registry, QWidget* parent = nullptr);

    void showTarget(const ReferenceTarget& target);
    // By definition name; a request or a response is shown with its API. `version` -1: the newest stable one. Nothing
    // for a name that nobody has.
    void showDefinition(const QString& name, int version = -1);
    void showErrorCode(int code);
    const ReferenceTarget& target() const { return m_target; }

    void focusFilter();
    // Of the definition that is shown; nothing elsewhere.
    void stepVersion(int by);
    void showNewestVersion();
    ReferenceList& list() const { return *m_list; }
    ReferenceDefinition& definition();
    FactTableView& errorCodes();
    FactTableView& recordTypes();
    ReferencePrimitives& primitives();
    ReferencePartition& partition();
    LessonView& lesson();
    QSplitter& columns() const { return *m_columns; }

    // What is shown, and how wide columns are; and back again.
    QByteArray state() const;
    void restoreState(const QByteArray& state);

Q_SIGNALS:
    void composeWanted(int apiKey, int version);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void showRecordTypes(const ReferenceTarget& target);
    void followText(const QString& target);

    const SchemaRegistry& m_registry;
    ReferenceTarget m_target;
    bool m_hasShown = false;
    QHash<QString, QByteArray> m_columnStates;  // by part; of those that are not made yet
    ReferenceList* m_list = nullptr;
    QSplitter* m_columns = nullptr;
    QStackedWidget* m_stack = nullptr;
    // Null until first looked at.
    ReferenceDefinition* m_definition = nullptr;
    FactTableView* m_errorCodes = nullptr;
    FactTableView* m_recordTypes = nullptr;
    ReferencePrimitives* m_primitives = nullptr;
    ReferencePartition* m_partition = nullptr;
    LessonView* m_lesson = nullptr;
};

}  // namespace brokerscope
