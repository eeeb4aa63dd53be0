package openai_test

import (
	"errors"
	"testing"

	"github.com/devcodex/intent-runtime/adapters/provider/openai"
	"github.com/devcodex/intent-runtime/domain/tool"
	"github.com/devcodex/intent-runtime/ports/acting"
	"github.com/devcodex/intent-runtime/ports/acting/providertest"
	"github.com/devcodex/intent-runtime/ports/providerkit"
)

func TestProvider(t *testing.T) {
	t.Parallel()
	providertest.Run(t, providertest.Subject{
		Double: providertest.Responses,
		Open: func(t testing.TB, url string) acting.Provider {
			p, err := openai.New(openai.Options{APIKey: providerkit.NewKey(providertest.Key), Model: "m-1",
				BaseURL: url})
			if err != nil {
				t.Fatal(err)
			}
			return p
		},
	})
}

func TestFaultsOfOptionsAreToldAtOnce(t *testing.T) {
	t.Parallel()
	_, err := openai.New(openai.Options{BaseURL: "ftp://x"})
	var joined interface{ Unwrap() []error }
	if !errors.Is(err, tool.Validation) || !errors.As(err, &joined) || len(joined.Unwrap()) != 3 {
		t.Error(err)
	}
}
