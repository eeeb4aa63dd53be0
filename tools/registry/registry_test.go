package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func pack(t *testing.T, files map[string]string) []byte {
	t.Helper()
	var out bytes.Buffer
	zip := gzip.NewWriter(&out)
	archive := tar.NewWriter(zip)
	for name, text := range files {
		if err := archive.WriteHeader(&tar.Header{Name: name, Mode: 0o644, Size: int64(len(text))}); err != nil {
			t.Fatal(err)
		}
		if _, err := archive.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	if err := archive.Close(); err != nil {
		t.Fatal(err)
	}
	if err := zip.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestUnpack(t *testing.T) {
	files := map[string]string{
		"package/README.md":               "no",
		"package/package.json":            `{"version": "1.2.3"}`,
		"package/data/json/meta.json":     `{"File-Date": "2025-08-25"}`,
		"package/data/json/registry.json": `[{"Type": "language", "Subtag": "iw", "Preferred-Value": "he"}]`,
	}
	got, err := unpack(bytes.NewReader(pack(t, files)))
	if err != nil {
		t.Fatal(err)
	}
	if got.date != "2025-08-25" || got.version != "1.2.3" || len(got.entries) != 1 || got.entries[0].Preferred != "he" {
		t.Errorf("unpacked %+v", got)
	}
	delete(files, "package/data/json/meta.json")
	if _, err := unpack(bytes.NewReader(pack(t, files))); err == nil {
		t.Error("a package without its date is accepted")
	}
	files["package/data/json/meta.json"] = "{"
	if _, err := unpack(bytes.NewReader(pack(t, files))); err == nil {
		t.Error("a broken file is accepted")
	}
	if _, err := unpack(strings.NewReader("no archive")); err == nil {
		t.Error("what is no archive is accepted")
	}
}

func TestAddWritesRecords(t *testing.T) {
	entries := []entry{
		{Type: "language", Subtag: "iw", Preferred: "he"},
		{Type: "language", Subtag: "zh", Scope: "macrolanguage"},
		{Type: "language", Subtag: "qaa..qac", Scope: "private-use"},
		{Type: "extlang", Subtag: "cmn", Prefix: []string{"zh"}, Preferred: "cmn"},
		{Type: "variant", Subtag: "1901", Prefix: []string{"de"}},
		{Type: "redundant", Tag: "zh-Hans"},
		{Type: "grandfathered", Tag: "en-GB-oed", Preferred: "en-GB-oxendict"},
	}
	got := map[string]string{}
	for _, e := range entries {
		if err := e.add(got, map[string]int{}); err != nil {
			t.Fatal(err)
		}
	}
	want := `#
e:cmn <zh >cmn
l:iw >he
l:qaa !private-use
l:qab !private-use
l:qac !private-use
l:zh
t:en-gb-oed >en-gb-oxendict
v:1901
`
	if text := string(write(got, "#\n")); text != want {
		t.Errorf("wrote\n%s\nwant\n%s", text, want)
	}
}

func TestAddRefusesWhatItDoesNotKnow(t *testing.T) {
	for name, e := range map[string]entry{
		"type":             {Type: "dialect", Subtag: "xx"},
		"scope":            {Type: "language", Subtag: "xx", Scope: "odd"},
		"subtag":           {Type: "language", Subtag: "x x"},
		"no subtag":        {Type: "language"},
		"preferred value":  {Type: "language", Subtag: "xx", Preferred: "a b"},
		"prefix":           {Type: "extlang", Subtag: "xxx", Prefix: []string{""}},
		"range":            {Type: "language", Subtag: "qab..qaa"},
		"range of lengths": {Type: "language", Subtag: "qa..qaa"},
		"range of digits":  {Type: "region", Subtag: "001..003"},
		"twice":            {Type: "language", Subtag: "EN"},
	} {
		if err := e.add(map[string]string{"l:en": ""}, map[string]int{}); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

func TestExpandCarries(t *testing.T) {
	got, err := expand("qay..qbb")
	if want := []string{"qay", "qaz", "qba", "qbb"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("expanded to %v, %v", got, err)
	}
}

func TestCheckChains(t *testing.T) {
	for name, test := range map[string]struct {
		records map[string]string
		good    bool
	}{
		"ends":         {map[string]string{"l:aa": ">bb", "l:bb": ">cc", "l:cc": "!collection"}, true},
		"extlang":      {map[string]string{"e:aaa": "<zh >aaa", "l:aaa": ""}, true},
		"whole tag":    {map[string]string{"t:i-a": ">no-such"}, true},
		"circle":       {map[string]string{"l:aa": ">bb", "l:bb": ">aa"}, false},
		"itself":       {map[string]string{"l:aa": ">aa"}, false},
		"unregistered": {map[string]string{"r:aa": ">bb", "l:bb": ""}, false},
	} {
		if err := checkChains(test.records); (err == nil) != test.good {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestEncodeRefusesATruncatedSource(t *testing.T) {
	short := snapshot{date: "2025-08-25", entries: []entry{{Type: "language", Subtag: "en"}}}
	if _, err := short.encode(); err == nil {
		t.Error("a registry of one record is accepted")
	}
	short.date = "today"
	if _, err := short.encode(); err == nil {
		t.Error("a date in words is accepted")
	}
}

func TestRefreshReportsAMissingPackage(t *testing.T) {
	if err := refresh(options{from: filepath.Join(t.TempDir(), "none.tgz")}); err == nil {
		t.Error("a missing package is accepted")
	}
}

func TestCompare(t *testing.T) {
	file := filepath.Join(t.TempDir(), "data.txt")
	if err := compare(file, nil); err == nil {
		t.Error("a missing file is up to date")
	}
	if err := os.WriteFile(file, []byte("a"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := compare(file, []byte("a")); err != nil {
		t.Error(err)
	}
	if err := compare(file, []byte("b")); err == nil {
		t.Error("different data is up to date")
	}
}
