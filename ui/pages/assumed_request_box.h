#pragma once

#include "ui/pages/assumed_request.h"

#include <QWidget>

#include <optional>

class QComboBox;

namespace brokerscope {

// Chooses what an answer answers whose request is not known: an API and one of its versions. GUI thread. The registry
// must outlive it.
class AssumedRequestBox : public QWidget {
    Q_OBJECT

public:
    explicit AssumedRequestBox(const SchemaRegistry& registry, QWidget* parent = nullptr);

    void setRequest(const std::optional<AssumedRequest>& request);  // nothing: not known. Emits nothing.
    std::optional<AssumedRequest> request() const;
    QComboBox& api() const { return *m_api; }
    QComboBox& version() const { return *m_version; }

Q_SIGNALS:
    void requestChosen();

private:
    void fillVersions();

    const SchemaRegistry& m_registry;
    QComboBox* m_api;
    QComboBox* m_version;
};

}  // namespace brokerscope
