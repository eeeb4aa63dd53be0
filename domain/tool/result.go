package tool

import (
	"strings"

	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// Bounds of a result.
const (
	MaxResultBytes = 1_048_576 // text and JSON of all parts; images are apart
	MaxImageBytes  = 10 << 20  // one image
	MaxImageURL    = 262_144   // an image's data URL up to which views show it instead of its digest
)

// PartKind tells what a part of a result is.
type PartKind string

// The kinds of parts.
const (
	TextPart  PartKind = "text"
	JSONPart  PartKind = "json"
	ImagePart PartKind = "image"
)

// Part is one part of a result. Which fields count depends on Kind.
type Part struct {
	Kind  PartKind         `json:"kind"`
	Text  string           `json:"text,omitempty"`
	Value strictjson.Value `json:"value,omitzero"`
	Image *Image           `json:"image,omitempty"`
}

// Image is an image of a result. A journal keeps its bytes once by digest; records hold the rest.
type Image struct {
	MIME   string `json:"mime"`
	Digest string `json:"digest"` // `sha256:…` of Data
	Bytes  int    `json:"bytes"`
	Data   []byte `json:"-"` // not changed by anybody once the part is made
}

// Reference returns the text that stands for the image in JSON: `blob:sha256:…`. An object's member
// `image_url` with this text is shown as a data URL in views; see [Result.View].
func (i Image) Reference() string { return "blob:" + i.Digest }

// Result is what a tool gives back: parts in order. The zero Result is the empty text.
type Result struct {
	Parts []Part `json:"parts"`
}

// JSON returns a result of one JSON value.
func JSON(value strictjson.Value) Result {
	return Result{Parts: []Part{{Kind: JSONPart, Value: value}}}
}

// Text returns a result of one text.
func Text(text string) Result { return Result{Parts: []Part{{Kind: TextPart, Text: text}}} }

// NewImage returns an image part. The data is kept, not copied.
func NewImage(mime string, data []byte) Part {
	return Part{Kind: ImagePart, Image: &Image{
		MIME: mime, Digest: DigestBytes(data), Bytes: len(data), Data: data,
	}}
}

// Output returns the text that a model reads: the text and JSON parts, one after another, joined by
// line ends.
func (r Result) Output() string {
	var texts []string
	for _, part := range r.Parts {
		switch part.Kind {
		case TextPart:
			texts = append(texts, part.Text)
		case JSONPart:
			texts = append(texts, part.Value.JSON())
		}
	}
	return strings.Join(texts, "\n")
}

// Images lists the images of the result.
func (r Result) Images() []Image {
	var all []Image
	for _, part := range r.Parts {
		if part.Kind == ImagePart && part.Image != nil {
			all = append(all, *part.Image)
		}
	}
	return all
}

// Err returns why the result cannot be taken: BudgetExceeded if it is too large, MalformedResult if a
// part is none; nil if it can.
func (r Result) Err() error {
	size := 0
	for _, part := range r.Parts {
		switch part.Kind {
		case TextPart:
			size += len(part.Text)
		case JSONPart:
			size += len(part.Value.JSON())
		case ImagePart:
			if err := part.Image.err(); err != nil {
				return err
			}
		default:
			return Errorf(MalformedResult, "the result has a part of no known kind")
		}
	}
	if size > MaxResultBytes {
		return tooLarge(size, MaxResultBytes)
	}
	return nil
}

func (i *Image) err() error {
	switch {
	case i == nil || i.MIME == "" || i.Digest != DigestBytes(i.Data):
		return Errorf(MalformedResult, "the result has an image without type, bytes or their digest")
	case len(i.Data) > MaxImageBytes:
		return tooLarge(len(i.Data), MaxImageBytes)
	}
	return nil
}

func tooLarge(size, most int) error {
	return WithDetails(Errorf(BudgetExceeded, "the result has %d bytes, more than %d", size, most),
		strictjson.Field("bytes", strictjson.Int(int64(size))))
}

// ErrorResult returns what a model is shown of a call that failed.
func ErrorResult(e Error) Result {
	return JSON(strictjson.Object(
		strictjson.Field("is_error", strictjson.Bool(true)),
		strictjson.Field("error", e.Value()),
	))
}
