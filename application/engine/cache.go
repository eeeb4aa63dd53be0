package engine

import (
	"container/list"
	"sync"
)

// judge is a validator's function for one projection; see ports.SchemaValidator.
type judge = func(valueJSON []byte) error

// cache keeps compiled projections by their key, the least recently used go first.
type cache struct {
	mu      sync.Mutex
	most    int
	recency *list.List // front is the latest; values are *cacheEntry
	entries map[string]*list.Element
}

type cacheEntry struct {
	key      string
	compiled judge
}

func newCache(most int) *cache {
	return &cache{most: most, recency: list.New(), entries: make(map[string]*list.Element)}
}

func (c *cache) get(key string) (judge, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	element, ok := c.entries[key]
	if !ok {
		return nil, false
	}
	c.recency.MoveToFront(element)
	return element.Value.(*cacheEntry).compiled, true
}

func (c *cache) put(key string, compiled judge) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if element, ok := c.entries[key]; ok {
		element.Value.(*cacheEntry).compiled = compiled
		c.recency.MoveToFront(element)
		return
	}
	c.entries[key] = c.recency.PushFront(&cacheEntry{key: key, compiled: compiled})
	for len(c.entries) > c.most {
		last := c.recency.Back()
		c.recency.Remove(last)
		delete(c.entries, last.Value.(*cacheEntry).key)
	}
}
