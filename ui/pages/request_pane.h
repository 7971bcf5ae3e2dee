#pragma once

#include "core/value/node_ref.h"
#include "ui/models/reading_context.h"
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
class MessageBar;
class RecordsWindow;
class SegmentedControl;
class TitledPanel;
class ValueTreeModel;
struct DraftPair;
struct FrameReading;

// The request that is being made: its form and its bytes side by side. The bytes follow the form; or they are edited
// themselves, and then the left side shows what they say. Back in the form, edited bytes are taken over: their values,
// and overrides where they are written otherwise. What no form can keep is said, and nothing is dropped unasked. GUI
// thread. Registry and draft must outlive it.
class RequestPane : public QWidget {
    Q_OBJECT

public:
    RequestPane(const ReadingContext& context, DraftModel& draft, QWidget* parent = nullptr);

    // Turning it on takes the form's bytes as the beginning. Turning it off takes them over into the form; where that
    // would lose something it asks first and goes on editing until it is answered.
    void setEditingBytes(bool editing);
    // Returns to the form as it was.
    void dropBytes();
    // The edited bytes are other ones than the form's.
    bool hasOwnBytes() const;
    bool isEditingBytes() const { return m_frame != nullptr; }
    // Edits these bytes, size prefix included; the tree of a frame brings them along.
    void editFrame(ByteBuffer frame);
    void editFrame(const std::shared_ptr<const ValueTree>& frame);
    // What would be sent now, size prefix included.
    ByteBuffer frame() const;

    BytesPane& bytes() const { return *m_bytes; }
    DraftForm& form() const { return *m_form; }
    RecordsWindow& records();  // made when it is first asked for
    MessageBar& messages() const { return *m_messages; }
    SelectionLink& link() { return m_link; }
    // Changes to the edited bytes; nothing while the form is edited.
    void replaceByte(std::uint64_t offset, std::uint8_t value);
    void insertByte();
    void deleteBytes();
    void setSizePrefix();  // makes the prefix say what follows

Q_SIGNALS:
    void editingBytesChanged(bool editing);
    void pathHovered(const QString& text);
    // Edited bytes are a request of another API than the form's; the bytes are left.
    void otherRequestRead(int apiKey, int version, const std::shared_ptr<DraftPair>& drafts);

private:
    void setUpLeft();
    void setUpBytes();
    void setUpByteEditing();
    void leaveBytes();
    void takeOver(FrameReading reading);
    void ask(const FrameReading& reading);
    void showForm();
    void showPreview();
    std::shared_ptr<const ValueTree> decoded(ByteBuffer frame) const;
    void showFrame(ByteBuffer frame);
    void showFrame(const std::shared_ptr<const ValueTree>& frame);
    void followLink(const LinkedSelection& selection, const QObject* origin);

    ReadingContext m_context;
    DraftModel& m_draft;
    SelectionLink m_link;
    std::shared_ptr<const ByteBuffer> m_frame;     // while the bytes are edited
    std::shared_ptr<const ValueTree> m_frameTree;  // what they say
    DraftForm* m_form = nullptr;
    ValueTreeModel* m_readModel = nullptr;
    FieldTree* m_read = nullptr;
    QStackedWidget* m_left = nullptr;
    TitledPanel* m_leftPanel = nullptr;
    SegmentedControl* m_mode = nullptr;
    QWidget* m_byteTools = nullptr;
    BytesPane* m_bytes = nullptr;
    MessageBar* m_messages = nullptr;
    RecordsWindow* m_records = nullptr;  // null: not needed yet
};

}  // namespace brokerscope
