package acceptance_test

import (
	"errors"
	"fmt"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/devcodex/intent-runtime/domain/patch"
)

var _ = Describe("A patch", func() {
	update := func(lines ...string) []patch.Chunk {
		GinkgoHelper()
		text := "*** Begin Patch\n*** Update File: f\n" + strings.Join(lines, "\n") + "\n*** End Patch"
		p, err := patch.Parse(text)
		Expect(err).NotTo(HaveOccurred())
		return p.Operations[0].Chunks
	}

	It("is read whole, with the line of what is wrong", Label("clause:L2.1", "clause:L2.15"), func() {
		_, err := patch.Parse("*** Begin Patch\n*** Delete File: a\n*** Add File: b\noops\n*** End Patch")
		var syntax *patch.SyntaxError
		Expect(errors.As(err, &syntax)).To(BeTrue())
		Expect(syntax.Line).To(Equal(4))
		Expect(err.Error()).To(ContainSubstring("line 4"))
	})

	DescribeTable("may stand in a here-document", Label("clause:L2.2"), func(opening string, ok bool) {
		_, err := patch.Parse("\n" + opening + "\r\n*** Begin Patch\r\n  *** Delete File: a \r\n*** End Patch\r\nEOF\r\n")
		Expect(err == nil).To(Equal(ok))
	},
		Entry("plain", "<<EOF", true), Entry("single quotes", "<<'EOF'", true), Entry("double quotes", `<<"EOF"`, true),
		Entry("mismatched quotes", `<<'EOF"`, false), Entry("another word", "<<END", false))

	DescribeTable("is refused", Label("clause:L2.3", "clause:L2.16"), func(lines ...string) {
		_, err := patch.Parse("*** Begin Patch\n" + strings.Join(lines, "\n") + "\n*** End Patch")
		Expect(err).To(HaveOccurred())
	},
		Entry("without operations"),
		Entry("with an empty chunk", "*** Update File: a", "@@"),
		Entry("with an update of nothing", "*** Update File: a"),
		Entry("with an add of nothing", "*** Add File: a"),
		Entry("with lines behind the end of file", "*** Update File: a", "-x", "*** End of File", "+y"),
		Entry("with a second end of file", "*** Update File: a", "-x", "*** End of File", "*** End of File"),
		Entry("with an unknown header", "*** Rename File: a"),
		Entry("with an environment", "*** Environment ID: e", "*** Delete File: a"),
		Entry("with a blank line between operations", "*** Delete File: a", "", "*** Delete File: b"))

	DescribeTable("finds its lines in four passes", Label("clause:L2.4", "clause:L2.17"),
		func(before, after string, lines ...string) {
			Expect(patch.Apply(before, update(lines...))).To(Equal(after))
		},
		Entry("equal before trimmed", " x\nx\n", " x\ny\n", "-x", "+y"),
		Entry("blanks behind", "x  \n", "y\n", "-x", "+y"),
		Entry("blanks round", "\tx \n", "y\n", "-x", "+y"),
		Entry("punctuation", "“x” – y\n", "z\n", `-"x" - y`, "+z"),
		Entry("at the end", "x\na\nx\n", "x\na\ny\n", "-x", "+y", "*** End of File"),
		Entry("an insertion", "x\ny\n", "x\ny\nz\n", "@@ x", "+z"),
		Entry("all lines taken", "x\n", "", "-x"),
		Entry("nothing left at the second try", "x\n", "x\n\ny\n", "-", "+", "+y"))

	DescribeTable("keeps bytes and line ends", Label("clause:L2.5"), func(before, after string, lines ...string) {
		Expect(patch.Apply(before, update(lines...))).To(Equal(after))
	},
		Entry("CRLF", "a\r\n b \r\nc\r\n", "a\r\n b \r\nC\r\n", " b", "-c", "+C"),
		Entry("CR", "a\rb\r", "a\rB\r", "-b", "+B"),
		Entry("mixed, new lines as the first", "a\r\nb\nc\n", "a\r\nb\nC\r\n", "-c", "+C"),
		Entry("an unfinished last line", "a\r\nb", "A\r\nb\r\n", "-a", "+A"),
		Entry("an empty file", "", "x\n", "+x"))

	It("is applied in linear time, in the last pass too", Label("clause:L2.10", "clause:L2.18"), func() {
		var text strings.Builder
		list := make([]patch.Chunk, 1000)
		for i := range 100_000 {
			fmt.Fprintf(&text, " “same” – %d\n", i%7)
		}
		for i := range list {
			for k := range 3 {
				list[i].Lines = append(list[i].Lines, patch.Line{Mark: patch.Keep, Text: fmt.Sprintf(`"same" - %d`, k)})
			}
			list[i].Lines[1].Mark = patch.Remove
		}
		start := time.Now()
		result, err := patch.Apply(text.String(), list)
		Expect(err).NotTo(HaveOccurred())
		Expect(strings.Count(result, "\n")).To(Equal(99_000))
		Expect(time.Since(start)).To(BeNumerically("<", 3*time.Second))
	})
})
