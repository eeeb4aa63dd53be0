package acceptance_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"go.uber.org/goleak"

	"github.com/devcodex/intent-runtime/acceptance/provider"
	"github.com/devcodex/intent-runtime/acceptance/world"
	"github.com/devcodex/intent-runtime/bootstrap"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/ports"
)

// openOn opens a dialect's executor on a double.
func openOn(server *provider.Server, dialect provider.Dialect, client *http.Client) (provider.Executor, error) {
	return provider.Open(dialect, provider.Settings{BaseURL: server.BaseURL(), Client: client})
}

func answersWell(dialect provider.Dialect, texts ...string) []provider.Answer {
	answers := make([]provider.Answer, len(texts))
	for i, text := range texts {
		answers[i] = provider.Complete(dialect, text)
	}
	return answers
}

// rowsByName gathers the rows of all dialects: what several can answer is played at once.
func rowsByName() (names []string, rows map[string]map[provider.Dialect]provider.Row) {
	rows = map[string]map[provider.Dialect]provider.Row{}
	for _, dialect := range provider.Dialects() {
		for _, row := range provider.Rows(dialect, trapURL()) {
			if rows[row.Name] == nil {
				rows[row.Name] = map[provider.Dialect]provider.Row{}
				names = append(names, row.Name)
			}
			rows[row.Name][dialect] = row
		}
	}
	return names, rows
}

// playRow has a parse meet a row's answer in a stage and lists what is wrong with what it ends with.
func playRow(ctx context.Context, dialect provider.Dialect, stage intent.Stage, row provider.Row) []string {
	answers := []provider.Answer{row.Answer}
	if stage == intent.StageData {
		answers = append(answersWell(dialect, world.Text(world.Core())), row.Answer)
	}
	server := provider.Start(dialect, answers...)
	defer server.Close()
	client := &http.Client{}
	if row.Slow {
		client.Timeout = 300 * time.Millisecond
	}
	executor, err := openOn(server, dialect, client)
	if err != nil {
		return []string{err.Error()}
	}
	reader, err := world.Orders(executor)
	if err != nil {
		return []string{err.Error()}
	}
	defer reader.Dispose()
	_, err = reader.Parse(ctx, intent.Request{Input: world.OrderInput})
	faults := rowFaults(err, stage, row)
	if got, want := len(server.Calls()), len(answers); got != want {
		faults = append(faults, fmt.Sprintf("%d HTTP requests, want %d", got, want))
	}
	return append(faults, server.Faults()...)
}

func rowFaults(err error, stage intent.Stage, row provider.Row) []string {
	e := intent.AsError(err)
	if e == nil {
		return []string{fmt.Sprintf("error %v", err)}
	}
	var faults []string
	wrong := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	if e.Code != row.Code || e.Stage != stage {
		wrong("%s in %s, want %s in %s", e.Code, e.Stage, row.Code, stage)
	}
	if e.RetryAfter != row.RetryAfter {
		wrong("retry after %v, want %v", e.RetryAfter, row.RetryAfter)
	}
	if e.ProviderCode != row.ProviderCode {
		wrong("provider's code %q, want %q", e.ProviderCode, row.ProviderCode)
	}
	if (e.Reason == "") == (row.Code == intent.ModelRequestFailed) {
		wrong("reason %q", e.Reason)
	}
	if (e.PartialResult != nil) != (stage == intent.StageData) {
		wrong("partial result there: %v", e.PartialResult != nil)
	}
	if errors.Is(err, context.DeadlineExceeded) != (row.Code == intent.ModelTimeout) {
		wrong("is context.DeadlineExceeded: %v", errors.Is(err, context.DeadlineExceeded))
	}
	text := fmt.Sprintf("%v %+v %#v", err, e.Message, e.Issues)
	for _, secret := range []string{provider.Key, "Lisbon", "127.0.0.1", "Authorization", "leaked_"} {
		if strings.Contains(text, secret) {
			wrong("%q shows in the error", secret)
		}
	}
	return faults
}

// trap is another origin, which no request may reach. It is a mere socket: a server of the suite's life
// would be a goroutine that other specs take for a leak.
var trap = func() *net.TCPListener {
	listener, err := net.ListenTCP("tcp", &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		panic(err)
	}
	return listener
}()

func trapURL() string { return "http://" + trap.Addr().String() }

func expectNobodyTrapped() {
	GinkgoHelper()
	Expect(trap.SetDeadline(time.Now().Add(50 * time.Millisecond))).To(Succeed())
	_, err := trap.Accept()
	Expect(err).To(MatchError(os.ErrDeadlineExceeded))
}

var _ = Describe("8 Errors: whatever a provider does", Label("clause:8", "clause:executors"), func() {
	names, byName := rowsByName()
	for _, name := range names {
		It(name+": fails as it must, once asked, in both stages, whoever answers so", func(ctx SpecContext) {
			var mu sync.Mutex
			var faults []string
			var wg sync.WaitGroup
			for dialect, row := range byName[name] {
				for _, stage := range []intent.Stage{intent.StageCore, intent.StageData} {
					wg.Go(func() {
						found := playRow(ctx, dialect, stage, row)
						mu.Lock()
						defer mu.Unlock()
						for _, fault := range found {
							faults = append(faults, fmt.Sprintf("%s, %s: %s", dialect, stage, fault))
						}
					})
				}
			}
			wg.Wait()
			Expect(faults).To(BeEmpty())
		})
	}

	It("follows no redirect to another origin", func() {
		expectNobodyTrapped()
	})

	It("a certificate nobody trusts: ends as MODEL_REQUEST_FAILED", func(ctx SpecContext) {
		for _, dialect := range provider.Dialects() {
			server := provider.StartTLS(dialect)
			DeferCleanup(server.Close)
			executor, err := openOn(server, dialect, nil)
			Expect(err).NotTo(HaveOccurred())
			reader, err := world.Orders(executor)
			Expect(err).NotTo(HaveOccurred())
			DeferCleanup(reader.Dispose)
			_, err = reader.Parse(ctx, intent.Request{Input: world.OrderInput})
			Expect(rowFaults(err, intent.StageCore, provider.Row{Code: intent.ModelRequestFailed})).To(BeEmpty())
			Expect(server.Calls()).To(BeEmpty())
		}
	})
})

var _ = Describe("10 Parse: over a provider", Label("clause:10", "clause:executors"), func() {
	for _, dialect := range provider.Dialects() {
		It(fmt.Sprintf("%s: one request a stage, strict schema for core, then one object", dialect),
			func(ctx SpecContext) {
				server := provider.Start(dialect, answersWell(dialect, world.Text(world.Core()), world.Text(world.Data()))...)
				DeferCleanup(server.Close)
				result, events := parseOver(ctx, server, dialect)
				Expect(result.Data.Names()).To(Equal([]string{"city", "orderId", "parcels"}))
				Expect(formatsAsked(server)).To(Equal([]string{"json_schema", without(dialect)}))
				Expect(server.Faults()).To(BeEmpty())
				replies := repliesOf(events)
				Expect(replies).To(HaveLen(2))
				for _, reply := range replies {
					Expect(reply.Usage.RequestID).To(Equal(provider.RequestID))
					Expect(reply.Usage.CachedTokens).To(BeEquivalentTo(1024))
				}
			})

		It(fmt.Sprintf("%s: one request more where a stage is repaired", dialect), func(ctx SpecContext) {
			server := provider.Start(dialect, answersWell(dialect, world.Text(world.Core()),
				world.Text(mistakenData()), world.Text(world.Data()))...)
			DeferCleanup(server.Close)
			parseOver(ctx, server, dialect)
			Expect(formatsAsked(server)).To(Equal([]string{"json_schema", without(dialect), without(dialect)}))
			Expect(server.Faults()).To(BeEmpty())
		})

		It(fmt.Sprintf("%s: a cancelled parse closes the connection and leaves nothing", dialect),
			func(ctx SpecContext) {
				leaks := goleak.IgnoreCurrent()
				server := provider.StartAlways(dialect, provider.Hang)
				executor, err := openOn(server, dialect, nil)
				Expect(err).NotTo(HaveOccurred())
				reader, err := world.Orders(executor)
				Expect(err).NotTo(HaveOccurred())
				parse, cancel := context.WithCancel(ctx)
				time.AfterFunc(50*time.Millisecond, cancel)
				Expect(<-parseAside(parse, reader)).To(MatchError(intent.ModelAborted))
				Eventually(server.Left()).WithTimeout(world.Promptly).Should(Receive())
				reader.Dispose()
				server.Close()
				executor.CloseIdleConnections()
				Eventually(func() error { return goleak.Find(leaks) }).WithTimeout(world.Promptly).Should(Succeed())
			}, SpecTimeout(world.Promptly*3))

		if dialect == provider.Gemini {
			continue // it says no id beside an error
		}
		It(fmt.Sprintf("%s: an error tells observers the provider's id of the call", dialect), func(ctx SpecContext) {
			server := provider.Start(dialect, provider.Status(503))
			DeferCleanup(server.Close)
			r := &recorder{}
			executor, err := openOn(server, dialect, nil)
			Expect(err).NotTo(HaveOccurred())
			_, err = observed(r, executor).Parse(ctx, intent.Request{Input: world.OrderInput})
			Expect(err).To(MatchError(intent.ModelRequestFailed))
			replies := repliesOf(r.events)
			Expect(replies).To(HaveLen(1))
			Expect(replies[0].Code).To(Equal(intent.ModelRequestFailed))
			Expect(replies[0].Usage.RequestID).To(Equal(provider.RequestID))
		})
	}
})

func parseOver(ctx context.Context, server *provider.Server, dialect provider.Dialect) (intent.Result, []ports.Event) {
	GinkgoHelper()
	executor, err := openOn(server, dialect, nil)
	Expect(err).NotTo(HaveOccurred())
	r := &recorder{}
	var reader *bootstrap.Intent = observed(r, executor)
	result, err := reader.Parse(ctx, intent.Request{Input: world.OrderInput})
	Expect(err).NotTo(HaveOccurred())
	return result, r.events
}

// without is the format that a dialect takes where no schema is enforced.
func without(dialect provider.Dialect) string {
	if dialect == provider.XAI || dialect == provider.Anthropic {
		return "text"
	}
	return "json_object"
}

func formatsAsked(server *provider.Server) []string {
	var formats []string
	for _, call := range server.Calls() {
		formats = append(formats, call.Asked())
	}
	return formats
}

func repliesOf(events []ports.Event) []ports.ReplyReceived {
	var replies []ports.ReplyReceived
	for _, event := range events {
		if reply, ok := event.(ports.ReplyReceived); ok {
			replies = append(replies, reply)
		}
	}
	return replies
}
