package local_test

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/devcodex/intent-runtime/adapters/tools/local"
	"github.com/devcodex/intent-runtime/domain/tool"
)

func encoded(t *testing.T, format string, width, height int) []byte {
	t.Helper()
	var b bytes.Buffer
	picture := image.NewPaletted(image.Rect(0, 0, width, height), color.Palette{color.Black, color.White})
	var err error
	switch format {
	case "png":
		err = png.Encode(&b, picture)
	case "jpeg":
		err = jpeg.Encode(&b, picture, nil)
	case "gif":
		err = gif.Encode(&b, picture, nil)
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// huge is the head of a PNG that says it has more pixels than anybody can decode.
func huge() []byte {
	head := make([]byte, 13)
	binary.BigEndian.PutUint32(head, 100_000)
	binary.BigEndian.PutUint32(head[4:], 100_000)
	head[8], head[9] = 8, 2
	chunk := append([]byte("IHDR"), head...)
	data := append([]byte("\x89PNG\r\n\x1a\n\x00\x00\x00\x0d"), chunk...)
	return binary.BigEndian.AppendUint32(data, crc32.ChecksumIEEE(chunk))
}

// webp is the smallest lossless one.
const webp = "UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA=="

func TestViewImage(t *testing.T) {
	t.Parallel()
	base := t.TempDir()
	workspace := filepath.Join(base, "workspace")
	tiny, err := base64.StdEncoding.DecodeString(webp)
	if err != nil {
		t.Fatal(err)
	}
	tree(t, workspace, map[string]string{
		"a.png": string(encoded(t, "png", 2, 2)), "a.JPG": string(encoded(t, "jpeg", 3, 2)), "a.gif": string(encoded(t, "gif", 2, 2)),
		"a.webp": string(tiny), "wide.png": string(encoded(t, "png", 4096, 8)), "wide.jpeg": string(encoded(t, "jpeg", 8, 3000)),
		"a.txt": string(encoded(t, "png", 2, 2)), "note.png": "text\n", "false.png": string(encoded(t, "gif", 2, 2)),
		"huge.png": string(huge()), "large.png": strings.Repeat("x", tool.MaxImageBytes+1), "out.png": "-> ../b.png", "d.png/x": "",
		"in.png": "-> a.png", "cut.png": string(encoded(t, "png", 4096, 8)[:60]),
	})
	tree(t, base, map[string]string{"b.png": string(encoded(t, "png", 2, 2))})
	b := open(t, local.Options{Workspace: workspace})
	for _, c := range []struct {
		arguments string
		mime      string
		side      int
		class     tool.Class
	}{
		{`{"path":"a.png"}`, "image/png", 2, ""}, {`{"path":"a.JPG"}`, "image/jpeg", 3, ""},
		{`{"path":"a.gif"}`, "image/gif", 2, ""}, {`{"path":"a.webp"}`, "image/webp", 1, ""},
		{`{"path":"in.png"}`, "image/png", 2, ""},
		{`{"path":"wide.png"}`, "image/png", 2048, ""}, {`{"path":"wide.jpeg"}`, "image/jpeg", 2048, ""},
		{`{"path":"wide.png","detail":"original"}`, "image/png", 4096, ""},
		{`{"path":"a.txt"}`, "", 0, tool.Validation}, {`{"path":"note.png"}`, "", 0, tool.Validation},
		{`{"path":"false.png"}`, "", 0, tool.Validation}, {`{"path":"cut.png"}`, "", 0, tool.Validation},
		{`{"path":"a.png","detail":"low"}`, "", 0, tool.Validation},
		{`{"path":"huge.png"}`, "", 0, tool.ResourceConflict}, {`{"path":"large.png"}`, "", 0, tool.ResourceConflict},
		{`{"path":"no.png"}`, "", 0, tool.NotFound}, {`{"path":"d.png"}`, "", 0, tool.NotFound},
		{`{"path":"../b.png"}`, "", 0, tool.Forbidden}, {`{"path":"out.png"}`, "", 0, tool.Forbidden},
	} {
		result, err := b.call(t, "view_image", c.arguments)
		if c.class != "" {
			if !errors.Is(err, c.class) {
				t.Errorf("%s: %v, expected %s", c.arguments, err, c.class)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", c.arguments, err)
			continue
		}
		judgeView(t, c.arguments, result, c.mime, c.side)
	}
	if _, err := os.Stat(filepath.Join(workspace, "a.png")); err != nil {
		t.Error(err)
	}
}

func judgeView(t *testing.T, name string, result tool.Result, mime string, side int) {
	t.Helper()
	var value struct {
		URL   string `json:"image_url"`
		MIME  string `json:"mime_type"`
		Bytes int
		Path  string
	}
	if err := json.Unmarshal(result.View(nil).AppendJSON(nil), &value); err != nil {
		t.Fatal(err)
	}
	images := result.Images()
	if len(images) != 1 || images[0].Bytes != value.Bytes || images[0].MIME != mime || value.MIME != mime ||
		!strings.HasPrefix(value.URL, "data:"+mime+";base64,") || strings.Contains(result.Output(), "base64") {
		t.Errorf("%s: %+v with %d images", name, value, len(images))
		return
	}
	config, _, err := image.DecodeConfig(bytes.NewReader(images[0].Data))
	if err != nil || max(config.Width, config.Height) != side {
		t.Errorf("%s: %d by %d, %v; expected %d", name, config.Width, config.Height, err, side)
	}
}
