#pragma once

#include <QHash>
#include <QPair>
#include <QString>

namespace brokerscope {

// Our own notes on versions that change meaning but not layout (resources/version_notes), by definition name and
// version. Reads them when first asked. GUI thread.
class VersionNotes {
public:
    // Empty where nothing is noted. `message` is a definition's name: MetadataRequest.
    QString text(const QString& message, int version) const;

private:
    void read() const;

    mutable bool m_isRead = false;
    mutable QHash<QPair<QString, int>, QString> m_texts;
};

}  // namespace brokerscope
