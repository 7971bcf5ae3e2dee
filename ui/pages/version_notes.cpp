#include "ui/pages/version_notes.h"

#include "core/schema/embedded_text.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace brokerscope {

QString VersionNotes::text(const QString& message, int version) const {
    if (!m_isRead) {
        read();
    }
    return m_texts.value({message, version});
}

void VersionNotes::read() const {
    m_isRead = true;
    const auto text = embeddedText("resources/version_notes/notes.json");
    if (!text) {
        return;
    }
    const QByteArray bytes = QByteArray::fromRawData(text->data(), static_cast<qsizetype>(text->size()));
    const QJsonArray notes = QJsonDocument::fromJson(bytes).array();
    for (const QJsonValue& value : notes) {
        const QJsonObject note = value.toObject();
        m_texts.insert({note.value(QLatin1String("message")).toString(), note.value(QLatin1String("version")).toInt()},
                       note.value(QLatin1String("text")).toString());
    }
}

}  // namespace brokerscope
