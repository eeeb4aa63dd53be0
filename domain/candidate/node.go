package candidate

import (
	"strconv"

	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// node is one value of a candidate with its place in the document, so that a path finds it in time
// proportional to the path's length and mistakes can be put in document order. A tree of nodes does
// not change once it is made, but for the marks that the reader of a data candidate sets.
type node struct {
	value    strictjson.Value
	parent   *node
	name     string // of the member, "" for an array's item and the root
	position int    // among its siblings
	order    int    // in the document, the root is 0
	last     int    // order of the last value inside, its own where there is none
	children []node
	byName   map[string]int // only where linear search would be slow

	evidenced, checked bool // an entry names this node
}

// indexFrom is the number of members from which an object's node carries an index.
const indexFrom = 12

// newTree makes the tree of a whole document. The recursion is as deep as the document, which the
// reader's limit bounds.
func newTree(root strictjson.Value) *node {
	n := &node{value: root}
	next := 1
	n.number(&next)
	return n
}

func (n *node) number(next *int) {
	n.children = make([]node, n.value.Len())
	if n.value.Kind() == strictjson.KindObject && len(n.children) >= indexFrom {
		n.byName = make(map[string]int, len(n.children))
	}
	for i := range n.children {
		child := &n.children[i]
		child.parent, child.position, child.order = n, i, *next
		*next++
		if n.value.Kind() == strictjson.KindArray {
			child.value = n.value.Index(i)
		} else {
			member := n.value.Member(i)
			child.name, child.value = member.Name, member.Value
		}
		if n.byName != nil {
			n.byName[child.name] = i
		}
		child.number(next)
	}
	n.last = *next - 1
}

// child finds an object's member; nil where there is none, or where n itself is nil.
func (n *node) child(name string) *node {
	if n == nil || n.value.Kind() != strictjson.KindObject {
		return nil
	}
	if n.byName != nil {
		if i, ok := n.byName[name]; ok {
			return &n.children[i]
		}
		return nil
	}
	for i := range n.children {
		if n.children[i].name == name {
			return &n.children[i]
		}
	}
	return nil
}

// resolve follows reference tokens as far as they lead; whole tells whether all of them did.
func (n *node) resolve(tokens []string) (found *node, whole bool) {
	for i, token := range tokens {
		next := n.child(token)
		if n.value.Kind() == strictjson.KindArray {
			next = n.item(tokens[i : i+1])
		}
		if next == nil {
			return n, false
		}
		n = next
	}
	return n, true
}

func (n *node) item(token []string) *node {
	if _, ok := n.value.Resolve(token); !ok {
		return nil
	}
	i, _ := strconv.Atoi(token[0])
	return &n.children[i]
}

// pointer gives the node's JSON Pointer with every name cut, so that it can be shown.
func (n *node) pointer() string {
	switch {
	case n.parent == nil:
		return ""
	case n.parent.value.Kind() == strictjson.KindArray:
		return strictjson.AppendIndex(n.parent.pointer(), n.position)
	default:
		return strictjson.AppendName(n.parent.pointer(), strictjson.CutName(n.name))
	}
}

// leaf reports whether evidence must name the node: it holds no other value.
func (n *node) leaf() bool { return len(n.children) == 0 }
