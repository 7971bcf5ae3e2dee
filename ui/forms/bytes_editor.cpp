#include "ui/forms/bytes_editor.h"

#include "core/base/base64.h"
#include "core/base/hex.h"
#include "ui/style/fonts.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLineEdit>

namespace brokerscope {
namespace {

ByteView viewOf(const QByteArray& bytes) {
    return {reinterpret_cast<const std::uint8_t*>(bytes.constData()), static_cast<std::size_t>(bytes.size())};
}

QByteArray arrayOf(const ByteBuffer& bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), static_cast<qsizetype>(bytes.size())};
}

std::optional<QByteArray> read(const QString& text, BytesEditor::Form form) {
    switch (form) {
        case BytesEditor::Form::Hex: {
            const auto bytes = fromHex(text.toStdString());
            return bytes ? std::optional(arrayOf(*bytes)) : std::nullopt;
        }
        case BytesEditor::Form::Base64: {
            const auto bytes = fromBase64(text.trimmed().toStdString());
            return bytes ? std::optional(arrayOf(*bytes)) : std::nullopt;
        }
        case BytesEditor::Form::Text:
            break;
    }
    return text.toUtf8();
}

}  // namespace

BytesEditor::BytesEditor(QWidget* parent) : QWidget(parent), m_form(new QComboBox), m_text(new QLineEdit) {
    m_form->addItems({tr("hex"), tr("base64"), tr("text")});
    m_form->setAccessibleName(tr("How the bytes are written"));
    m_form->setFocusPolicy(Qt::ClickFocus);
    m_text->setFont(monospaceFont());
    m_text->setAccessibleName(tr("Bytes"));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    layout->addWidget(m_text, 1);
    layout->addWidget(m_form);
    setFocusProxy(m_text);
    setAutoFillBackground(true);
    connect(m_text, &QLineEdit::textEdited, this, &BytesEditor::textChanged);
    connect(m_form, &QComboBox::currentIndexChanged, this, &BytesEditor::formChanged);
}

QString BytesEditor::written(const QByteArray& bytes, Form form) const {
    switch (form) {
        case Form::Hex:
            return QString::fromLatin1(bytes.toHex(' '));
        case Form::Base64:
            return QString::fromStdString(toBase64(viewOf(bytes)));
        case Form::Text:
            break;
    }
    return QString::fromUtf8(bytes);
}

void BytesEditor::setBytes(const QByteArray& bytes) {
    if (this->bytes() == bytes) {
        return;  // keeps the cursor and how the text is spaced
    }
    m_bytes = bytes;
    m_text->setText(written(bytes, form()));
}

std::optional<QByteArray> BytesEditor::bytes() const {
    return read(m_text->text(), form());
}

void BytesEditor::setForm(Form form) {
    m_form->setCurrentIndex(static_cast<int>(form));
}

BytesEditor::Form BytesEditor::form() const {
    return static_cast<Form>(m_form->currentIndex());
}

void BytesEditor::textChanged() {
    if (const auto now = bytes()) {
        m_bytes = *now;
    }
    Q_EMIT edited();
}

void BytesEditor::formChanged() {
    m_text->setText(written(m_bytes, form()));
}

}  // namespace brokerscope
