package xai_test

import (
	"errors"
	"testing"

	"github.com/devcodex/intent-runtime/adapters/provider/xai"
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
			p, err := xai.New(xai.Options{APIKey: providerkit.NewKey(providertest.Key), Model: "m-1", BaseURL: url})
			if err != nil {
				t.Fatal(err)
			}
			return p
		},
	})
}

func TestFaultsOfOptionsAreToldAtOnce(t *testing.T) {
	t.Parallel()
	_, err := xai.New(xai.Options{BaseURL: "ftp://x"})
	var joined interface{ Unwrap() []error }
	if !errors.Is(err, tool.Validation) || !errors.As(err, &joined) || len(joined.Unwrap()) != 3 {
		t.Error(err)
	}
}
