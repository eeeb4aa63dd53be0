package xai

import (
	sdk "github.com/openai/openai-go/v3/responses"
	"github.com/openai/openai-go/v3/shared"

	"github.com/devcodex/intent-runtime/adapters/internal/responses"
	"github.com/devcodex/intent-runtime/domain/intent"
)

// layout writes a request as xAI takes it: it has no `instructions`.
func layout(request intent.ModelRequest) (sdk.ResponseNewParams, error) {
	params := responses.Alone(
		responses.Message(sdk.EasyInputMessageRoleSystem, request.Instructions),
		responses.Message(sdk.EasyInputMessageRoleUser, request.Payload),
	)
	if request.Format.Kind == intent.FormatJSONSchema {
		format, err := responses.JSONSchema(request.Format)
		params.Text = format
		return params, err
	}
	text := shared.NewResponseFormatTextParam()
	params.Text.Format.OfText = &text
	return params, nil
}
