package tool

import (
	"encoding/base64"

	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// View returns the result as envelopes and journals show it: one JSON value. A single JSON part is
// itself; its member `image_url`, if it refers to an image of the result, is that image's data URL, or
// the reference again if the URL is longer than MaxImageURL or blob has no bytes for the digest.
// Anything else is the text that the model read. A nil blob means the bytes in the result itself.
func (r Result) View(blob func(digest string) []byte) strictjson.Value {
	var value *strictjson.Value
	for i := range r.Parts {
		switch r.Parts[i].Kind {
		case TextPart:
			return strictjson.String(r.Output())
		case JSONPart:
			if value != nil {
				return strictjson.String(r.Output())
			}
			value = &r.Parts[i].Value
		}
	}
	if value == nil {
		return strictjson.String(r.Output())
	}
	return r.withImage(*value, blob)
}

func (r Result) withImage(value strictjson.Value, blob func(string) []byte) strictjson.Value {
	url, ok := value.Lookup("image_url")
	if !ok {
		return value
	}
	for _, image := range r.Images() {
		if url.Text() != image.Reference() {
			continue
		}
		data := image.Data
		if data == nil && blob != nil {
			data = blob(image.Digest)
		}
		if shown := DataURL(image.MIME, data); data != nil && len(shown) <= MaxImageURL {
			return replaced(value, "image_url", strictjson.String(shown))
		}
	}
	return value
}

// DataURL returns bytes as a data URL (RFC 2397).
func DataURL(mime string, data []byte) string {
	return "data:" + mime + ";base64," + base64.StdEncoding.EncodeToString(data)
}

func replaced(object strictjson.Value, name string, value strictjson.Value) strictjson.Value {
	members := make([]strictjson.Member, object.Len())
	for i := range members {
		members[i] = object.Member(i)
		if members[i].Name == name {
			members[i].Value = value
		}
	}
	return strictjson.Object(members...)
}
