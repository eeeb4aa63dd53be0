package acceptance_test

import (
	"encoding/json"
	"fmt"
	"html"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

// browser finds a headless Chromium; a machine without one skips the spec and says so.
func browser() string {
	GinkgoHelper()
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	Skip("there is no Chromium here: the page was not looked at in a browser")
	return ""
}

// seenPage is what a browser finds of a page in a frame of some width.
type seenPage struct {
	Page        string
	Width       int
	ScrollWidth int
	Contrast    float64 // the least of all texts
	Least       string  // the text that has it
	Headings    []string
	Nameless    int // links without a text
	Lit         int // marks that light up for the first thing
}

// probe measures a page from inside. It runs in a copy of the page without its policy, which would forbid it.
const probe = `
const luminance = c => { const [r,g,b] = c.map(v => { v /= 255; return v <= .03928 ? v/12.92 : ((v+.055)/1.055)**2.4 });
  return .2126*r + .7152*g + .0722*b };
const rgba = text => text.match(/[\d.]+/g).map(Number);
const behind = e => { for (; e; e = e.parentElement) { const c = rgba(getComputedStyle(e).backgroundColor);
  if (c.length < 4 || c[3] > 0) return c.slice(0,3) } return [255,255,255] };
const out = {contrast: 99, least: "", headings: [], nameless: 0, lit: 0};
const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
for (let n; n = walk.nextNode();) {
  if (!n.data.trim() || n.parentElement.closest("script")) continue;
  const a = luminance(rgba(getComputedStyle(n.parentElement).color).slice(0,3)), b = luminance(behind(n.parentElement));
  const ratio = (Math.max(a,b)+.05)/(Math.min(a,b)+.05);
  if (ratio < out.contrast) { out.contrast = ratio; out.least = n.data.trim().slice(0,40) }
}
for (const h of document.querySelectorAll("h1,h2,h3,h4")) out.headings.push(h.tagName);
for (const a of document.querySelectorAll("a")) if (!a.textContent.trim()) out.nameless++;
out.scrollWidth = document.documentElement.scrollWidth;
const plain = new Map([...document.querySelectorAll("mark")].map(m => [m, getComputedStyle(m).outline]));
const first = document.querySelector("[id^=u] a");
if (first) { first.focus(); for (const [m, o] of plain) if (getComputedStyle(m).outline !== o) out.lit++ }
parent.postMessage(out, "*");`

// harness is a page that shows others in frames and writes down what they measured.
func harness(pages map[string]string) string {
	var frames strings.Builder
	n := 0
	for name, text := range pages {
		for _, width := range []int{320, 390, 1280} {
			text := policies.ReplaceAllString(text, "")
			text = strings.Replace(text, "</body>", "<script>"+probe+"</script></body>", 1)
			fmt.Fprintf(&frames, `<iframe data-page="%s" data-width="%d" style="width:%dpx;height:900px;border:0" srcdoc="%s"></iframe>`,
				name, width, width, html.EscapeString(text))
			n++
		}
	}
	return fmt.Sprintf(`<!doctype html><meta charset="utf-8"><body><pre id="all"></pre><script>
const all = [];
addEventListener("message", e => { for (const f of document.querySelectorAll("iframe")) if (f.contentWindow === e.source)
  all.push({...e.data, page: f.dataset.page, width: +f.dataset.width});
  if (all.length === %d) document.getElementById("all").textContent = JSON.stringify(all) });
</script>%s</body>`, n, frames.String())
}

var policies = regexp.MustCompile(`<meta http-equiv="Content-Security-Policy"[^>]*>`)

// look has a browser measure pages, in light or dark colours.
func look(path, dir string, dark bool, pages map[string]string) []seenPage {
	GinkgoHelper()
	file := filepath.Join(dir, "harness.html")
	Expect(os.WriteFile(file, []byte(harness(pages)), 0o600)).To(Succeed())
	scheme := map[bool]string{true: "0", false: "1"}[dark]
	command := exec.Command(path, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
		"--user-data-dir="+filepath.Join(dir, "profile"), "--blink-settings=preferredColorScheme="+scheme,
		"--window-size=1400,1000", "--virtual-time-budget=10000", "--dump-dom", "file://"+file)
	command.WaitDelay = time.Minute
	out, err := command.Output()
	Expect(err).NotTo(HaveOccurred())
	_, text, found := strings.Cut(string(out), `<pre id="all">`)
	Expect(found).To(BeTrue(), "%.500s", out)
	text, _, _ = strings.Cut(text, "</pre>")
	var all []seenPage
	Expect(json.Unmarshal([]byte(html.UnescapeString(text)), &all)).To(Succeed(), "%.500s", text)
	return all
}

// inOrder reports whether headings begin with one h1 and skip no level.
func inOrder(headings []string) bool {
	last := 0
	for i, h := range headings {
		level := int(h[1] - '0')
		if level > last+1 || (level == 1) != (i == 0) {
			return false
		}
		last = level
	}
	return last > 0
}

var _ = Describe("Command line: the page in a browser", Label("clause:cli.page", "clause:ecosystem.2"), func() {
	It("fits 320, 390 and 1280 pixels, light and dark, and can be read and walked through", func() {
		path := browser()
		d := newWorkplace()
		data, err := filepath.Abs("../adapters/cli/reading/testdata")
		Expect(err).NotTo(HaveOccurred())
		pages := map[string]string{}
		for name, args := range map[string][]string{
			"mixed":  {"mixed", "mixed", "mixed", "en"}, // Arabic, Chinese, emoji and long words
			"issues": {"order", "en", "en-issues", "en"},
			"zh":     {"order", "zh", "zh", "zh-CN"},
			"failed": {"order", "en", "limited", "ar"},
		} {
			got := d.intent("parse", "-o", "html", "--schema", filepath.Join(data, args[0]+".schema.json"),
				"--request", filepath.Join(data, args[1]+".request.json"),
				"--executor", "script:"+filepath.Join(data, args[2]+".script.json"), "--language", args[3])
			Expect(got.Stdout).To(HavePrefix("<!doctype html>"), got.Stderr)
			pages[name] = got.Stdout
		}
		for _, dark := range []bool{false, true} {
			all := look(path, d.dir, dark, pages)
			Expect(all).To(HaveLen(12))
			for _, m := range all {
				where := fmt.Sprintf("%s at %d px, dark %v", m.Page, m.Width, dark)
				Expect(m.ScrollWidth).To(BeNumerically("<=", m.Width), where)
				Expect(m.Contrast).To(BeNumerically(">=", 4.5), "%s: %q", where, m.Least)
				Expect(inOrder(m.Headings)).To(BeTrue(), "%s: %v", where, m.Headings)
				Expect(m.Nameless).To(BeZero(), where)
				if m.Page == "mixed" {
					Expect(m.Lit).To(BeNumerically(">", 0), where)
				}
			}
		}
	})
})
