#pragma once

#include "core/value/node_ref.h"
#include "ui/selection/selection_link.h"

#include <QWidget>

#include <memory>

class QPushButton;
class QStackedWidget;

namespace brokerscope {

class BytesPane;
class DraftForm;
class DraftModel;
class FieldTree;
class SchemaRegistry;
class SegmentedControl;
class TitledPanel;
class ValueTreeModel;

// The request that is being made: its form and its bytes side by side. The bytes follow the form; or they are edited
// themselves, and then the left side shows what they say. GUI thread. Registry and draft must outlive it.
class RequestPane : public QWidget {
    Q_OBJECT

public:
    RequestPane(const SchemaRegistry& registry, DraftModel& draft, QWidget* parent = nullptr);

    // Turning it on takes the form's bytes as the beginning; turning it off forgets them and returns to the form.
    void setEditingBytes(bool editing);
    bool isEditingBytes() const { return m_frame != nullptr; }
    // Edits these bytes, size prefix included; the tree of a frame brings them along.
    void editFrame(ByteBuffer frame);
    void editFrame(const std::shared_ptr<const ValueTree>& frame);
    // What would be sent now, size prefix included.
    ByteBuffer frame() const;

    BytesPane& bytes() const { return *m_bytes; }
    DraftForm& form() const { return *m_form; }
    SelectionLink& link() { return m_link; }
    // Changes to the edited bytes; nothing while the form is edited.
    void replaceByte(std::uint64_t offset, std::uint8_t value);
    void insertByte();
    void deleteBytes();
    void setSizePrefix();  // makes the prefix say what follows

Q_SIGNALS:
    void editingBytesChanged(bool editing);
    void pathHovered(const QString& text);

private:
    void setUpLeft();
    void setUpBytes();
    void setUpByteEditing();
    void showPreview();
    void showFrame(ByteBuffer frame);
    void showFrame(const std::shared_ptr<const ValueTree>& frame);
    void followLink(const LinkedSelection& selection, const QObject* origin);

    const SchemaRegistry& m_registry;
    DraftModel& m_draft;
    SelectionLink m_link;
    std::shared_ptr<const ByteBuffer> m_frame;  // while the bytes are edited
    DraftForm* m_form = nullptr;
    ValueTreeModel* m_readModel = nullptr;
    FieldTree* m_read = nullptr;
    QStackedWidget* m_left = nullptr;
    TitledPanel* m_leftPanel = nullptr;
    SegmentedControl* m_mode = nullptr;
    QWidget* m_byteTools = nullptr;
    BytesPane* m_bytes = nullptr;
};

}  // namespace brokerscope
