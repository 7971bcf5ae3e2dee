#pragma once

#include "core/value/value_tree.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace brokerscope {

// A handle to a node: what models, writers and comparisons use. It hides that big arrays make their elements on demand
// (fixed-size numbers by arithmetic, structures in chunks decoded when looked at, a chunk kept in a small cache of the
// tree). Cheap to copy, keeps the tree alive.
class NodeRef {
public:
    NodeRef() = default;
    static NodeRef root(std::shared_ptr<const ValueTree> tree);

    bool isValid() const { return m_tree != nullptr; }
    const ValueTree& tree() const { return *m_tree; }
    Node node() const;  // by value: an element of a number array has no stored node
    NodeKind kind() const { return node().kind; }
    const FieldLayout* field() const { return node().field; }
    bool isNull() const { return (node().flags & NodeNull) != 0; }
    // Reading failed at its length or count: the node says where, and has no value.
    bool isUnread() const;

    // Children: a struct's fields in wire order then its Tags, an array's elements, a Frame's Size, header and body.
    std::size_t childCount() const;
    NodeRef child(std::size_t index) const;  // invalid beyond the last, of any kind of array too
    std::optional<NodeRef> findField(std::string_view jsonName) const;
    // Follows a path such as topics[0].name. Nothing where it does not exist.
    std::optional<NodeRef> find(std::string_view path) const;

    std::string name() const;      // "Topics", "[0]", "header", "body", "size", "tagged fields", "gap", "tag 99"
    std::string path() const;      // topics[0].name; header fields begin with "header."
    std::string wireType() const;  // COMPACT_NULLABLE_STRING …; elements have their element's type
    std::int64_t elementIndex() const { return m_element; }  // -1: not an element

    ByteSpan span() const;        // everything, prefixes included
    ByteSpan prefixSpan() const;  // length, count or null marker; empty where there is none
    ByteView content() const;     // value bytes
    std::string text() const;     // a string's value for display

    // The node it was reached from; invalid for the root.
    NodeRef parent() const;
    // Index of the node in tree().nodes; of the array for an element of a fixed-size array.
    std::uint32_t index() const { return m_index; }
    bool operator==(const NodeRef& other) const {
        return m_tree == other.m_tree && m_index == other.m_index && m_element == other.m_element;
    }
    // Diagnostics attached to this very node.
    std::vector<const Diagnostic*> diagnostics() const;

private:
    NodeRef storedChild(std::size_t index) const;
    NodeRef sparseElement(const SparseArray& array, std::size_t index) const;
    bool isNumberElement() const;

    std::shared_ptr<const ValueTree> m_tree;  // the tree that holds the node: the message's, or a chunk's
    std::shared_ptr<const NodeRef> m_parent;  // how it was reached
    std::uint32_t m_index = 0;
    std::int64_t m_element = -1;
};

}  // namespace brokerscope
