#pragma once

#include "core/records/byte_pieces.h"
#include "core/records/record_view.h"
#include "core/records/record_window.h"

#include <deque>
#include <string>

namespace brokerscope {

// A record of a compressed batch that is too large to be held: its key, its value and the values of its headers come in
// pieces, in this order. A second decompressor reads ahead, so that what a piece belongs to is known to be whole, and
// whether it is text. Not thread safe.
class LargeRecord {
public:
    static constexpr std::uint64_t kLeastSize = 1048576;

    explicit LargeRecord(const Limits& limits) : m_ahead(limits) {}
    LargeRecord(const LargeRecord&) = delete;
    LargeRecord& operator=(const LargeRecord&) = delete;

    // Another batch: what was read ahead is of no use.
    void forget();
    // The `size` bytes behind a record's length begin at `at` of the window. Fills in `record`, but for what its batch
    // says. False: there is something to remark on it (readPlainRecord), or a header's key is as large: the window is
    // as it was.
    bool open(RecordWindow& window, std::size_t at, std::uint64_t size, RecordView& record);
    bool isOpen() const { return m_window != nullptr; }
    // Passes over what was not read; gives the place behind the record in the window.
    std::size_t close();

    // For RecordHeaders. The key is valid until the next call.
    bool nextHeader(RecordHeaderView& header);

private:
    enum class Stage : std::uint8_t { Key, Value, Headers };

    class Part : public BytePieces {
    public:
        Part(LargeRecord& record, Stage stage) : m_record(record), m_stage(stage) {}
        std::uint64_t left() override;
        ByteView peek() override;
        void take(std::size_t size) override;
        bool isText() override;

    private:
        LargeRecord& m_record;
        Stage m_stage;
    };

    // A place within the record.
    struct Cursor {
        RecordWindow* window = nullptr;
        std::size_t at = 0;      // in the window
        std::uint64_t left = 0;  // to the record's end
        bool isPlain = true;     // so far

        // As many as wanted, if so many are left and there: or more.
        ByteView peek(std::size_t wanted);
        void take(std::size_t size);
        std::int64_t number(bool isLong);
    };

    void scanRecord(Cursor& cursor, RecordView& record);
    bool scanPart(Cursor& cursor);
    void scanHeader(Cursor& cursor);
    void turnTo(Stage stage);
    void beginPart();
    void skip(std::uint64_t size);
    ByteView restOfPart();

    Decompressor m_ahead;
    RecordWindow m_aheadWindow;
    bool m_isAhead = false;  // m_ahead has begun with the batch

    RecordWindow* m_window = nullptr;  // null: no record is open
    Cursor m_cursor;
    Stage m_stage = Stage::Key;
    std::uint64_t m_partLeft = 0;
    bool m_isPartText = false;  // of a large one
    bool m_isPartLarge = false;
    std::int64_t m_headersLeft = 0;
    std::string m_headerKey;
    std::deque<bool> m_areTexts;  // of the large parts that were not begun
    Part m_key{*this, Stage::Key};
    Part m_value{*this, Stage::Value};
    Part m_headerValue{*this, Stage::Headers};
};

}  // namespace brokerscope
