package responses

import (
	sdkparam "github.com/openai/openai-go/v3/packages/param"
	sdk "github.com/openai/openai-go/v3/responses"

	"github.com/devcodex/intent-runtime/adapters/internal/remote"
	"github.com/devcodex/intent-runtime/domain/intent"
)

// JSONSchema asks for a candidate that the provider itself holds to the schema, strictly. Members
// below the root keep their order: models write in it.
func JSONSchema(format intent.Format) (sdk.ResponseTextConfigParam, error) {
	schema, err := remote.SchemaMembers(format.Schema)
	if err != nil {
		return sdk.ResponseTextConfigParam{}, err
	}
	return sdk.ResponseTextConfigParam{Format: sdk.ResponseFormatTextConfigUnionParam{
		OfJSONSchema: &sdk.ResponseFormatTextJSONSchemaConfigParam{
			Name:   format.Name,
			Schema: schema,
			Strict: sdkparam.NewOpt(true),
		},
	}}, nil
}

// Message is one input message of plain text.
func Message(role sdk.EasyInputMessageRole, text string) sdk.ResponseInputItemUnionParam {
	message := sdk.ResponseInputItemParamOfMessage(text, role)
	message.OfMessage.Type = sdk.EasyInputMessageTypeMessage
	return message
}

// Alone gives what every request here has in common: nothing is stored and there are no tools.
func Alone(input ...sdk.ResponseInputItemUnionParam) sdk.ResponseNewParams {
	return sdk.ResponseNewParams{
		Input: sdk.ResponseNewParamsInputUnion{OfInputItemList: input},
		Store: sdkparam.NewOpt(false),
		Tools: []sdk.ToolUnionParam{},
	}
}

func param(n int64) sdkparam.Opt[int64] { return sdkparam.NewOpt(n) }
