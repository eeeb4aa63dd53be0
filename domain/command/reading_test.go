package command_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/devcodex/intent-runtime/domain/command"
)

// reading has a row for each program and each option of the list.
const reading = `
ls
ls -la
ls -lahtrS1 src
ls -AbBcCdfFgGiklmnNopqQRsuUvxXZ .
ls --all --almost-all --human-readable --group-directories-first --full-time --sort=size --time-style=iso
ls --color=auto src
ls --color
cat a
cat a b
cat -AbeEnstTuv a
cat -
head -n 5 a
head -n5 a
head -5 a
head -c 10 -qvz a
head --lines=5 --bytes 3 --quiet a
tail -n +5 a
tail -20 a
tail -c 10 -qvz a
tail --lines=5 --bytes=3 --quiet a
wc -clmwL a
wc --lines --words --bytes --chars a
sort a
sort -k 2 -t , -bcCdfghiMnrRsuVz a
sort --numeric-sort --reverse --unique --key=2 --field-separator=, --human-numeric-sort --version-sort a
uniq
uniq -cdDiuz a
uniq -f 1 -s 2 -w 3 a
cut -d : -f 1,2 -snz a
cut -b 1 a
cut -c 1-3 --complement --output-delimiter=: a
cut --fields=1 --delimiter=, --only-delimited a
cut --characters=1 a
cut --bytes=1 a
tr a-z A-Z
tr -cCdst a b
nl -p -b a -d x -f n -h n -i 1 -l 1 -n ln -s : -v 1 -w 3 a
stat a
stat -c %n -ft a
stat --format=%n --terse --file-system a
stat --printf=%n a
du -0abchkmsSx src
du -d 1 -B 1K -t 1 src
du --max-depth=1 --apparent-size --human-readable --summarize --exclude=x --all --bytes
df -ahHikPT
df .
pwd
pwd -LP
true
false
basename src/a .go
basename -az -s .go a b
dirname -z src/a
realpath -eLmPqsz a
which -a go
rg x
rg -n x src
rg -abcFhHiIlnNopPqsSUvw0. x src
rg -x x
rg -e x src
rg -g *.go x
rg -g '*.go' -t go -T js -A 1 -B 1 -C 1 -m 1 -d 2 -r y x
rg --no-heading --heading --hidden --count --line-number --ignore-case --files-with-matches --color=never x
rg --no-config --no-ignore --glob='*.go' --type=go --max-count=1 --max-depth=1 --fixed-strings x
rg --word-regexp --multiline --only-matching --json --context=1 --stats --sort=path x
grep x a
grep -rn x src
grep -abcEhHiIlLno x a
grep -FGPqsTUvwxyzZ x a
grep -e x -e y a
grep -A 1 -B 1 -C 1 -m 1 x a
grep --include='*.go' --exclude=x --exclude-dir=y --color=never --line-number --ignore-case --recursive x src
grep --count --files-with-matches --only-matching --word-regexp --max-count=1 --context=1 --no-messages x a
grep --extended-regexp --fixed-strings --invert-match --quiet --colour x a
find
find .
find . -name '*.go'
find src -iname x -path x -ipath x -wholename x -regex x -iregex x -regextype egrep
find . -type f -maxdepth 2 -mindepth 1 -size +1k -mtime -1 -mmin 1 -ctime 1 -cmin 1 -atime 1 -amin 1
find . -perm 644 -user x -group x -links 1 -inum 1 -newer a -printf %p
find . -print -print0 -ls -empty -prune -true -false -depth -mount -xdev
find . -readable -writable -executable -nouser -nogroup -daystart
find . '!' -name a -not -name b -o -name c -or -name d -a -name e -and '(' -name f ')' ,
sed -n 5p a
sed -n '5,10p' a
sed -n '5,$p' a
sed -n '$p' a
sed -n '/func main/p' a
sed -nErsz 1p a
diff a b
diff -u a b
diff -abBcdeEinNpqstTwyZ a b
diff -U 3 -C 3 -W 80 a b
diff --brief --unified --no-dereference --color=never --minimal --ignore-all-space a b
diff -r --no-dereference a b
diff --recursive --no-dereference a b
cmp a b
cmp -bls -n 10 a b 1 2
cat a | grep x | sort | uniq -c | sort -rn | head -5
cat a && cat b || true ; ls
cat a 2>&1 | head
cat a >/dev/null
cat a >/dev/null 2>&1
cat 'a b' "c d"
cat a'b'"c"
grep "a'b" a
grep 'x$y' a
grep '$(rm a)' a
`

func TestReading(t *testing.T) {
	t.Parallel()
	for line := range strings.SplitSeq(strings.Trim(reading, "\n"), "\n") {
		if line == "rg -g *.go x" {
			if err := command.DefaultRules().Reading(line, desk{}); err == nil {
				t.Errorf("a glob was accepted: %q", line)
			}
			continue
		}
		if err := command.DefaultRules().Reading(line, desk{}); err != nil {
			t.Errorf("%q: %v", line, err)
		}
	}
}

func TestScan(t *testing.T) {
	t.Parallel()
	line, err := command.Scan(`go test "./..." -run 'A B' 2>&1|cat -n;ls`)
	want := []command.Simple{
		{Words: []string{"go", "test", "./...", "-run", "A B"}}, {Words: []string{"cat", "-n"}}, {Words: []string{"ls"}},
	}
	if err != nil || !reflect.DeepEqual(line.Commands, want) {
		t.Errorf("got %q, %v", line.Commands, err)
	}
	if line.Commands[0].Program() != "go" {
		t.Errorf("got %q", line.Commands[0].Program())
	}
}

func TestZeroRulesAcceptNothing(t *testing.T) {
	t.Parallel()
	if err := (command.Rules{}).Reading("true", desk{}); !errors.Is(err, command.ErrNotReading) {
		t.Errorf("got %v", err)
	}
}

func TestHostRowsStandOverTheList(t *testing.T) {
	t.Parallel()
	mine := command.DefaultRules().With(command.Row{Program: "terraform", Lead: []command.Kind{command.Text}},
		command.Row{Program: "cat"})
	for line, want := range map[string]bool{"terraform x": true, "terraform x y": false, "cat a": false, "ls": true} {
		if got := mine.Reading(line, desk{}) == nil; got != want {
			t.Errorf("%q: %v", line, got)
		}
	}
	if command.DefaultRules().Reading("cat a", desk{}) != nil {
		t.Error("the default rules changed")
	}
}

// FuzzScan: whatever is accepted is the words that are in the line, and nothing panics.
func FuzzScan(f *testing.F) {
	for _, text := range []string{reading, smuggled} {
		for line := range strings.SplitSeq(text, "\n") {
			f.Add(line)
		}
	}
	f.Fuzz(func(t *testing.T, line string) {
		scanned, err := command.Scan(line)
		if err != nil {
			return
		}
		for _, c := range scanned.Commands {
			for _, word := range c.Words {
				for piece := range strings.FieldsSeq(word) {
					if !strings.Contains(strings.NewReplacer(`"`, "", `'`, "").Replace(line), strings.NewReplacer(`"`, "", `'`, "").Replace(piece)) {
						t.Fatalf("%q has the word %q", line, word)
					}
				}
			}
		}
		if strings.ContainsAny(line, "`\\\n\r\x00") && !strings.Contains(line, "'") {
			t.Fatalf("accepted %q", line)
		}
	})
}
