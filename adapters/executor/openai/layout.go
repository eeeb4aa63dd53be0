package openai

import (
	"github.com/openai/openai-go/v3/packages/param"
	sdk "github.com/openai/openai-go/v3/responses"
	"github.com/openai/openai-go/v3/shared"

	"github.com/devcodex/intent-runtime/adapters/internal/responses"
	"github.com/devcodex/intent-runtime/domain/intent"
)

// layout writes a request as OpenAI takes it.
func layout(request intent.ModelRequest) (sdk.ResponseNewParams, error) {
	params := responses.Alone(responses.Message(sdk.EasyInputMessageRoleUser, request.Payload))
	params.Instructions = param.NewOpt(request.Instructions)
	if request.Format.Kind == intent.FormatJSONSchema {
		format, err := responses.JSONSchema(request.Format)
		params.Text = format
		return params, err
	}
	object := shared.NewResponseFormatJSONObjectParam()
	params.Text.Format.OfJSONObject = &object
	return params, nil
}
