// Command registry refreshes the snapshot of the IANA Language Subtag Registry that the package
// domain/language embeds. It is a maintainer's tool: nothing here runs when the product is built or used.
//
//	make refresh-registry                      the same as the next line
//	go -C tools run ./registry                 fetch the newest snapshot and write it
//	go -C tools run ./registry -from FILE.tgz  convert a package that was fetched before
//	go -C tools run ./registry -version 0.4.2  fetch that version of the package
//	go -C tools run ./registry -check          write nothing, fail if the data would change
//
// Fetching needs npm (`npm pack`, no package is installed and none of its code is run). The npm package
// language-subtag-registry carries the registry as JSON under CC0-1.0. It does not carry the registry of
// extension singletons: that list is kept by hand in domain/language/extension.go. After a refresh run the
// tests of domain/language, look at https://www.iana.org/assignments/language-tag-extensions-registry
// for new singletons, and commit both together.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// npmPackage is the package that carries the registry.
const npmPackage = "language-subtag-registry"

type options struct {
	from    string
	out     string
	version string
	check   bool
}

func main() {
	var o options
	flag.StringVar(&o.from, "from", "", "package `file` fetched before; empty fetches it with npm pack")
	flag.StringVar(&o.out, "out", "../domain/language/data/registry.txt", "data `file` to write")
	flag.StringVar(&o.version, "version", "latest", "`version` of the npm package to fetch")
	flag.BoolVar(&o.check, "check", false, "write nothing; fail if the data file would change")
	flag.Parse()
	if err := refresh(o); err != nil {
		fmt.Fprintln(os.Stderr, "registry:", err)
		os.Exit(1)
	}
}

// refresh turns a package into the data file, or compares the two.
func refresh(o options) error {
	packed, err := packedFile(o)
	if err != nil {
		return err
	}
	snapshot, err := unpack(bytes.NewReader(packed))
	if err != nil {
		return fmt.Errorf("reading the package: %w", err)
	}
	data, err := snapshot.encode()
	if err != nil {
		return fmt.Errorf("converting: %w", err)
	}
	if o.check {
		return compare(o.out, data)
	}
	if err := os.WriteFile(o.out, data, 0o644); err != nil {
		return err
	}
	fmt.Printf("%s: %d bytes, File-Date %s, %s %s\n",
		o.out, len(data), snapshot.date, npmPackage, snapshot.version)
	return nil
}

func compare(file string, want []byte) error {
	have, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	if !bytes.Equal(have, want) {
		return errors.New(file + " differs from the package; run without -check")
	}
	fmt.Println(file + " is up to date")
	return nil
}

// packedFile returns the bytes of the package's archive.
func packedFile(o options) ([]byte, error) {
	if o.from != "" {
		return os.ReadFile(o.from)
	}
	dir, err := os.MkdirTemp("", "subtag-registry-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	fetch := exec.Command("npm", "pack", "--silent", "--pack-destination", dir, npmPackage+"@"+o.version)
	fetch.Stderr = os.Stderr
	if err := fetch.Run(); err != nil {
		return nil, fmt.Errorf("npm pack: %w", err)
	}
	archives, err := filepath.Glob(filepath.Join(dir, "*.tgz"))
	if err != nil {
		return nil, err
	}
	if len(archives) != 1 {
		return nil, fmt.Errorf("npm pack left %d archives, not 1", len(archives))
	}
	return os.ReadFile(archives[0])
}
