package command_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/devcodex/intent-runtime/domain/command"
)

// desk is a machine: every program of a reading list lies in a system folder, a workspace holds files and
// the folder src.
type desk struct{ planted string }

func (d desk) Program(name string) bool { return name != d.planted && !strings.Contains(name, "/") }

func (desk) Place(path string) command.Place {
	switch {
	case strings.HasPrefix(path, "/"), strings.HasPrefix(path, ".."), strings.Contains(path, "/../"), path == "link":
		return command.Outside
	case path == "." || path == "src" || path == "src/" || path == "other":
		return command.AFolder
	default:
		return command.AFile
	}
}

// smuggled are attempts to have something written, run, fetched or read elsewhere by a line that looks as
// if it only reads. One a line.
const smuggled = `
rm a
rm -rf .
cat a > b
cat a >> b
cat a >b
cat a 1> b
cat a >| b
cat a &> b
cat a >& b
cat a 2> b
cat a 2>/dev/nullx
cat a >/dev/null2
cat a >/dev/null/../../etc/x
cat a >/dev/nul
cat < a
cat <<EOF
cat <<< x
cat <(ls)
cat a | tee b
cat a | sh
cat a | bash -s
cat a | xargs rm
cat a && rm a
cat a || rm a
cat a ; rm a
cat a;rm a
cat a & rm a
cat a |& tee b
cat a &
& cat a
| cat a
; cat a
cat a ;
cat a |
cat a ;; cat b
cat $(rm a)
cat "$(rm a)"
cat ` + "`rm a`" + `
cat "` + "`rm a`" + `"
cat $HOME/.ssh/id_rsa
cat ${HOME}
cat "$HOME"
cat $'a\x41'
cat $"a"
cat ~/.ssh/id_rsa
cat ~root/.bashrc
cat ~
cat {a,b}
cat a{1..9}
cat *
cat a?
cat [ab]
cat a\ b
cat a\;rm
cat a #b
cat "a!b"
cat a!b
!cat
! cat a
(cat a)
{ cat a; }
{cat a}
((1))
[[ -f a ]]
[ -f a ]
test -f a
time cat a
exec cat a
eval cat a
command cat a
builtin pwd
. a
source a
if true; then rm a; fi
for f in a; do rm a; done
while true; do rm a; done
case a in a) rm a;; esac
function ls { rm a; }
ls() { rm a; }
alias ls=rm
PATH=. ls
X=1 cat a
cat=1
IFS=x cat a
LD_PRELOAD=./x ls
/bin/cat a
./cat a
bin/ls
../ls
echo x
printf x
printf -v PATH .
env
env rm a
env -S "rm a"
nice cat a
nohup cat a
sudo cat a
xargs cat
watch ls
timeout 1 ls
stdbuf -o0 ls
busybox ls
sh -c "ls"
bash -c ls
python3 -c "1"
perl -e 1
awk 1 a
awk "BEGIN{system(1)}"
node -e 1
git status
git log
git -c core.pager=x log
git diff --output=a
git branch -D x
git config alias.x x
jq . a
jq -f a b
date
date -s x
tree -o a
file a
file -C -m a
less a
more a
vi a
ed a
man ls
tar cf a b
zip a b
gzip a
dd if=a of=b
cp a b
mv a b
ln -s a b
touch a
mkdir a
chmod 777 a
chown x a
truncate -s 0 a
curl http://x
wget x
nc x 1
ssh x
ls --color /etc
ls --color=auto /etc
ls -L src
ls -LR src
ls --dereference src
ls --hyperlink
ls -H src
ls -T 1 /etc
ls /etc
ls ..
ls src/../..
ls link
cat /etc/passwd
cat /proc/self/environ
cat a /etc/passwd
cat -- /etc/passwd
cat ../x
cat src/../../x
cat link
cat --help
cat ''
head -n 5 /etc/passwd
head -5 /etc/passwd
head -n
head --bytes
tail -f a
tail -F a
tail --follow a
tail --follow=name a
tail --pid=1 -f a
wc --files0-from=a
wc --files0-from a
sort -o a b
sort -oa b
sort -uo a b
sort a -o b
sort --output=a b
sort --output a
sort --out=a b
sort -T /tmp a
sort -T/tmp a
sort -S 1 a
sort --compress-program=rm a
sort --compress-program rm a
sort --files0-from=a
sort --random-source=a b
sort -- /etc/passwd
sort *
uniq a b
uniq -c a b
uniq -- a b
uniq -f 1 a b
uniq a - 
cut -f 1 /etc/passwd
cut -d : -f 1 /etc/passwd
cut -f
nl /etc/passwd
stat /etc/passwd
stat -L link
stat --printf %n /etc
du -L src
du -D link
du -X a
du --exclude-from=a
du --files0-from=a
du /
df /etc
pwd a
pwd --help
true a
true --help
basename --suffix=a b
realpath --relative-to=/ a
realpath /etc
rg --pre ./x y
rg --pre=./x y
rg --pre-glob=* x
rg -z x
rg --search-zip x
rg -L x
rg --follow x
rg --hostname-bin=./x y
rg -f a x
rg --file=a x
rg -f/etc/passwd x
rg x /etc
rg -e x /etc
rg --files /etc
rg --files-from a
rg --config=a x
rg -nz x
rg --ignore-file=a x
grep -R x .
grep -nR x .
grep --dereference-recursive x .
grep --deref x .
grep -f a b
grep -fa b
grep -rf a b
grep --file=a b
grep x /etc/passwd
grep -e x /etc/passwd
grep -ex /etc/passwd
grep --color x /etc/passwd
grep -r x ..
grep --directories=recurse x .
find . -delete
find . -exec rm a
find . -execdir rm a
find . -ok rm a
find . -okdir rm a
find . -fprint a
find . -fprint0 a
find . -fprintf a x
find . -fls a
find . -name a -delete
find . -name
find -L . -name a
find -H . -name a
find -P . -name a
find -D exec .
find -O3 . -follow
find . -follow
find . -files0-from a
find -files0-from a
find /etc -name a
find . /etc
find .. -name a
find . -newer /etc/passwd
find . -samefile a
find . '-exec' rm a
find . "-delete"
find . -d'e'lete
sed -n 1w a
sed -n '1w x' a
sed -n 'w x' a
sed -n '1e rm' a
sed e a
sed '1e' a
sed -n 's/a/b/w x' a
sed -n 's/a/b/e' a
sed 's/a/b/' a
sed -i 1p a
sed -i.bak 1p a
sed --in-place 1p a
sed -n 1p -i a
sed -ni 1p a
sed -e 1p a
sed -f a b
sed --file=a b
sed --expression=1p a
sed -n '/a/w x/p' a
sed -n '/a/;w p' a
sed -n '/\/w x/p' a
sed -n '1r /etc/passwd' a
sed -n 'p;w x;p' a
sed -n '1,w xp' a
sed -n 1p /etc/passwd
sed -n 1~2p a
sed -s -n -i 1p a
sed
diff -r src other
diff -rq src other
diff --recursive src other
diff src other
diff a b c
diff -l a b
diff --paginate a b
diff --to-file=a b
diff --from-file /etc/passwd a
diff -D X a b
diff -X a b c
diff -S a b c
diff a /etc/passwd
diff --color a /etc/passwd
cmp a /etc/passwd
cmp -i 1 a b
cmp --help
which --help
tr -x a b
tr --help
cat "a
cat 'a
cat a"b
cat é
cat “a”
cat a b
ls	-la	/etc
`

func TestNoWriteIsSmuggledPast(t *testing.T) {
	t.Parallel()
	rules, n := command.DefaultRules(), 0
	lines := strings.Split(strings.Trim(smuggled, "\n"), "\n")
	lines = append(lines, "cat a\nrm a", "cat a\r", "cat a\x00b", "cat a\x1b", "cat 'a\nb'", "cat \"a\tb\"", "cat a\\\nb",
		"", " ", "\t", "cat\u00a0a", "c\\at a", "ls -la\x7f", strings.Repeat("ls ; ", 5000)+"ls")
	for _, line := range lines {
		if line == "cat a b" {
			continue // two files, the one line of the list that only reads
		}
		n++
		err := rules.Reading(line, desk{})
		if err == nil {
			t.Errorf("taken for reading: %q", line)
			continue
		}
		if !errors.Is(err, command.ErrNotSimple) && !errors.Is(err, command.ErrNotReading) {
			t.Errorf("%q: %v", line, err)
		}
		if strings.Contains(err.Error(), "passwd") || strings.Contains(err.Error(), "/etc") {
			t.Errorf("%q: the error tells an argument: %v", line, err)
		}
	}
	if n < 200 {
		t.Errorf("%d attempts, at least 200 are wanted", n)
	}
	t.Logf("%d attempts", n)
}

func TestPlantedProgramIsNotReading(t *testing.T) {
	t.Parallel()
	if err := command.DefaultRules().Reading("ls", desk{planted: "ls"}); !errors.Is(err, command.ErrNotReading) {
		t.Errorf("got %v", err)
	}
	if err := command.DefaultRules().Reading("cat a | sort", desk{planted: "sort"}); !errors.Is(err, command.ErrNotReading) {
		t.Errorf("got %v", err)
	}
}
