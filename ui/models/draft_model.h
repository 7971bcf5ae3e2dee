#pragma once

#include "core/codec/encoder.h"
#include "ui/models/draft_rows.h"
#include "ui/models/field_texts.h"

#include <QAbstractItemModel>
#include <memory>

namespace brokerscope {

// A request that is being written, as a tree: header and body, every field of the definitions at any version. Fields
// that the chosen version lacks are kept and say so by their roles. Editing goes through setData() and the functions
// below; each edit emits draftChanged() once. Values are refused only when the draft cannot hold them (editRefused);
// what Kafka would refuse is a problem.
//
// Untouched header fields follow the message: api key, version, and what setAutomatic() gave.
// Bytes, tints and remarks of rows come from the preview: the draft encoded as a frame. GUI thread.
class DraftModel : public QAbstractItemModel {
    Q_OBJECT

public:
    explicit DraftModel(FieldTexts texts, QObject* parent = nullptr);
    ~DraftModel() override;

    // Another message; forgets undo steps. `body.spec` is a request.
    void setDraft(ValueDraft body, int version);
    void setDraft(ValueDraft header, ValueDraft body, int version);
    bool isEmpty() const;
    // Another header and body, such as edited bytes say, as a step that can be undone, the version included. They are
    // of the same message.
    void adopt(ValueDraft header, ValueDraft body, int version);
    void setVersion(int version);  // keeps all values and rows
    int version() const;
    // What untouched ClientId and CorrelationId stand for.
    void setAutomatic(const QString& clientId, std::int32_t correlationId);
    void setOffers(EntityOffers offers);
    const EntityOffers& offers() const;

    const ValueDraft& body() const;
    const ValueDraft& writtenBody() const;    // as the version says it: what is sent
    ValueDraft header() const;                // with its automatic fields filled in
    const ValueDraft& writtenHeader() const;  // as it was written: automatic fields are untouched
    // The draft as a frame; null while empty. Encoded when first asked for after a change.
    std::shared_ptr<const ValueTree> preview() const;
    // The preview's node of a row; invalid where the row has no bytes.
    NodeRef node(const QModelIndex& index) const;
    QModelIndex indexOf(const NodeRef& previewNode) const;
    QModelIndex indexOfPath(const QString& path) const;
    const std::vector<Diagnostic>& problems() const;  // of header and body; paths as PathRole gives them

    bool isArray(const QModelIndex& index) const;      // can take elements: an array that is not null
    bool canHoldTags(const QModelIndex& index) const;  // a tag section
    bool isElement(const QModelIndex& index) const;
    bool holdsRecords(const QModelIndex& index) const;  // a field whose bytes are batches of records
    QModelIndex addElement(const QModelIndex& array);   // at the end; the new element's index
    bool addElements(const QModelIndex& array, int count);
    QModelIndex duplicate(const QModelIndex& element);
    bool move(const QModelIndex& element, int by);  // -1 up, 1 down
    bool removeElement(const QModelIndex& elementOrTag);
    bool setNull(const QModelIndex& index, bool null);
    bool resetToDefault(const QModelIndex& index);
    QModelIndex addTag(const QModelIndex& tags, std::uint32_t tag, const ByteBuffer& bytes);

    bool canUndo() const;
    bool canRedo() const;
    void undo();
    void redo();
    void endTyping();  // what is typed next in the same row is a step of its own

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& child) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    // EditRole takes a ListChoice as a number for lists that have them, text for numbers ("0x10", "-1"), uuids and
    // strings, bool, qlonglong or double as well, QByteArray for bytes; IsNullRole a bool.
    bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    QHash<int, QByteArray> roleNames() const override;

Q_SIGNALS:
    void draftChanged();
    void versionChanged(int version);
    void editRefused(const QModelIndex& index, const QString& reason);

private:
    struct State;

    DraftRow* rowOf(const QModelIndex& index) const;
    QModelIndex indexOfRow(const DraftRow* row, int column = 0) const;
    NodeRef nodeOf(const DraftRow& row) const;
    void resetRows();

    void remember(const DraftRow* typedIn = nullptr);
    void announce();
    bool assign(DraftRow& row, DraftValue value);
    bool setListChoice(const QModelIndex& index, ListChoice choice);
    bool insert(DraftRow& array, std::size_t at, std::vector<DraftValue> values);
    bool setTagBytes(DraftRow& row, const QVariant& value);
    void restore(ValueDraft header, ValueDraft body, int version);
    const FieldOverride* overrideOf(const DraftRow& row) const;
    void takeBackBytes(DraftRow& row);
    void dropOverride(DraftRow& row);
    QString overrideText(const DraftRow& row) const;

    bool isInVersion(const DraftRow& row) const;
    const FieldLayout* layoutOf(const DraftRow& row) const;
    const DraftValue* shownValue(const DraftRow& row, DraftValue& holder) const;
    QString text(const DraftRow& row, int column) const;
    QString nameText(const DraftRow& row) const;
    QString valueText(const DraftRow& row) const;
    QString emptyMeaning(const DraftRow& row, const DraftValue& value) const;
    QString typeText(const DraftRow& row) const;
    QString bytesText(const DraftRow& row) const;
    Loss lossOf(const DraftRow& row) const;
    ListChoice listChoiceOf(const DraftRow& row) const;
    EditorKind editorOf(const DraftRow& row) const;
    bool isNullable(const DraftRow& row) const;
    QVariant editValue(const DraftRow& row) const;
    QVariant editorData(const DraftRow& row, int role) const;
    QVariant draftData(const DraftRow& row, int role) const;
    QVariant remarks(const DraftRow& row, int role) const;
    QString help(const DraftRow& row) const;
    QString toolTip(const DraftRow& row, int column) const;
    QVariant nodeData(const DraftRow& row, int role) const;

    std::unique_ptr<State> m_state;
};

}  // namespace brokerscope
