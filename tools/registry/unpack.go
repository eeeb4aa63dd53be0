package main

import (
	"archive/tar"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// maxFileBytes bounds one file of the archive. The registry is a little over 1 MB.
const maxFileBytes = 64 << 20

// entry is one record of the registry as the package writes it (RFC 5646, section 3.1.2).
type entry struct {
	Type      string
	Subtag    string
	Tag       string
	Scope     string
	Preferred string `json:"Preferred-Value"`
	Prefix    []string
}

// snapshot is the registry at one date.
type snapshot struct {
	date    string
	version string
	entries []entry
}

// unpack reads the three files that matter from the archive: records, date and package version.
func unpack(archive io.Reader) (snapshot, error) {
	plain, err := gzip.NewReader(archive)
	if err != nil {
		return snapshot{}, err
	}
	var (
		registry []entry
		meta     struct {
			Date string `json:"File-Date"`
		}
		manifest struct{ Version string }
	)
	wanted := map[string]any{
		"package/data/json/registry.json": &registry,
		"package/data/json/meta.json":     &meta,
		"package/package.json":            &manifest,
	}
	files := tar.NewReader(plain)
	for {
		header, err := files.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return snapshot{}, err
		}
		target, ok := wanted[header.Name]
		if !ok {
			continue
		}
		if err := json.NewDecoder(io.LimitReader(files, maxFileBytes)).Decode(target); err != nil {
			return snapshot{}, fmt.Errorf("%s: %w", header.Name, err)
		}
		delete(wanted, header.Name)
	}
	for name := range wanted {
		return snapshot{}, errors.New(name + " is missing")
	}
	return snapshot{date: meta.Date, version: manifest.Version, entries: registry}, nil
}
