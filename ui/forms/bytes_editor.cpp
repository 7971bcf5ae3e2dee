#include "ui/forms/bytes_editor.h"

#include "core/base/base64.h"
#include "core/base/hex.h"
#include "core/base/utf8.h"
#include "ui/models/byte_arrays.h"
#include "ui/models/value_format.h"
#include "ui/style/icons.h"
#include "ui/widgets/font_follower.h"

#include <QComboBox>
#include <QFile>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QToolButton>

namespace brokerscope {
namespace {

constexpr qint64 kLargestFile = 16 * 1048576;  // bytes

}  // namespace

std::optional<QByteArray> BytesEditor::read(const QString& text, Form form) {
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

BytesEditor::BytesEditor(QWidget* parent)
    : QWidget(parent), m_form(new QComboBox), m_text(new QLineEdit), m_file(new QToolButton), m_drop(new QToolButton) {
    m_form->addItems({tr("hex"), tr("base64"), tr("text")});
    m_form->setAccessibleName(tr("How the bytes are written"));
    m_form->setFocusPolicy(Qt::ClickFocus);
    followMonospaceFont(*m_text);
    m_text->setAccessibleName(tr("Bytes"));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    layout->addWidget(m_text, 1);
    layout->addWidget(m_form);
    layout->addWidget(m_drop);
    layout->addWidget(m_file);
    m_file->setIcon(icon(QStringLiteral("open")));
    m_file->setAutoRaise(true);
    m_file->setFocusPolicy(Qt::ClickFocus);
    m_file->setAccessibleName(tr("Take the bytes of a file"));
    m_file->setToolTip(m_file->accessibleName());
    connect(m_file, &QToolButton::clicked, this, &BytesEditor::takeFile);
    m_drop->setIcon(icon(QStringLiteral("close")));
    m_drop->setAutoRaise(true);
    m_drop->setFocusPolicy(Qt::ClickFocus);
    m_drop->setAccessibleName(tr("Drop these bytes"));
    m_drop->setToolTip(m_drop->accessibleName());
    m_drop->hide();
    connect(m_drop, &QToolButton::clicked, this, [this] {
        setBytes({});
        Q_EMIT edited();
    });
    setFocusProxy(m_text);
    setAutoFillBackground(true);
    connect(m_text, &QLineEdit::textEdited, this, &BytesEditor::textChanged);
    connect(m_form, &QComboBox::currentIndexChanged, this, &BytesEditor::formChanged);
}

QString BytesEditor::written(const QByteArray& bytes, Form form) {
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
    show();
}

void BytesEditor::show() {
    const bool isLong = m_bytes.size() > kLongest;
    m_text->setReadOnly(isLong);
    m_form->setVisible(!isLong);
    m_drop->setVisible(isLong);
    m_text->setText(isLong ? tr("%1, too many to be written here")
                                 .arg(countText(static_cast<std::uint64_t>(m_bytes.size()), tr("byte"), tr("bytes")))
                           : written(m_bytes, form()));
}

std::optional<QByteArray> BytesEditor::bytes() const {
    if (m_text->isReadOnly()) {
        return m_bytes;
    }
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
    if (form() == Form::Text && firstInvalidUtf8(viewOf(m_bytes))) {
        setForm(Form::Hex);
        return;
    }
    show();
}

std::optional<QByteArray> BytesEditor::askForFile(QWidget* parent, QString& failure) {
    const QString path = QFileDialog::getOpenFileName(parent, tr("Take the bytes of a file"));
    if (path.isEmpty()) {
        return std::nullopt;
    }
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
        failure = tr("%1 cannot be read: %2.").arg(path, file.errorString());
        return std::nullopt;
    }
    if (file.size() > kLargestFile) {
        failure = tr("%1 has more than %2 MiB.").arg(path).arg(kLargestFile / 1048576);
        return std::nullopt;
    }
    return file.readAll();
}

void BytesEditor::takeFile() {
    QString failure;
    if (const auto bytes = askForFile(this, failure)) {
        setBytes(*bytes);
        Q_EMIT edited();
    }
    m_text->setToolTip(failure);
}

}  // namespace brokerscope
