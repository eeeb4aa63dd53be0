package candidate

import (
	"strconv"

	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// node is one value of a candidate with its place in the document, so that a path finds it in time
// proportional to the path's length and mistakes can be put in document order. A tree of nodes does
// not change once it is made, but for the marks that the reader of a data candidate sets. It lives as
// long as the judgement of its candidate.
type node struct {
	value    strictjson.Value
	parent   *node
	children []node
	position int32 // among its siblings
	order    int32 // in the document, the root is 0
	last     int32 // order of the last value inside, its own if there is none

	evidenced, checked bool // an entry names this node
}

// newTree makes the tree of a whole document. The recursion is as deep as the document, which the
// reader's limit bounds.
func newTree(root strictjson.Value) *node {
	t := tree{}
	n := &t.take(1)[0]
	n.value = root
	t.fill(n)
	return n
}

// tree hands out the nodes of one document, from pieces of memory that grow with it.
type tree struct {
	free  []node
	piece int
	next  int32 // the order of the next node
}

// The sizes of the pieces, in nodes.
const (
	firstPiece = 32
	lastPiece  = 1024
)

func (t *tree) take(n int) []node {
	if n > len(t.free) {
		t.piece = min(max(2*t.piece, firstPiece), lastPiece)
		t.free = make([]node, max(t.piece, n))
	}
	taken := t.free[:n:n]
	t.free = t.free[n:]
	return taken
}

// fill makes a node's children, and theirs.
func (t *tree) fill(n *node) {
	n.order = t.next
	t.next++
	if length := n.value.Len(); length > 0 {
		n.children = t.take(length)
		for i := range n.children {
			child := &n.children[i]
			child.parent, child.position = n, int32(i)
			if n.value.Kind() == strictjson.KindArray {
				child.value = n.value.Index(i)
			} else {
				child.value = n.value.Member(i).Value
			}
			t.fill(child)
		}
	}
	n.last = t.next - 1
}

// name returns the name of a member; the node is one.
func (n *node) name() string { return n.parent.value.Member(int(n.position)).Name }

// child finds an object's member; nil if there is none, or if n itself is nil.
func (n *node) child(name string) *node {
	if n == nil {
		return nil
	}
	if i, ok := n.value.Position(name); ok {
		return &n.children[i]
	}
	return nil
}

// resolve follows reference tokens as far as they lead; whole reports whether all of them did.
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

// pointer returns the node's JSON Pointer with every name cut, so that it can be shown.
func (n *node) pointer() string {
	switch {
	case n.parent == nil:
		return ""
	case n.parent.value.Kind() == strictjson.KindArray:
		return strictjson.AppendIndex(n.parent.pointer(), int(n.position))
	default:
		return strictjson.AppendName(n.parent.pointer(), strictjson.CutName(n.name()))
	}
}

// leaf reports whether evidence must name the node: it holds no other value.
func (n *node) leaf() bool { return len(n.children) == 0 }
