package local

import (
	"bytes"
	"context"
	"image"
	_ "image/gif" // a format of view_image
	"image/jpeg"
	"image/png"
	"path/filepath"
	"strings"

	"golang.org/x/image/draw"
	_ "golang.org/x/image/webp" // a format of view_image

	"github.com/devcodex/intent-runtime/domain/strictjson"
	"github.com/devcodex/intent-runtime/domain/tool"
	"github.com/devcodex/intent-runtime/ports/acting"
)

const (
	maxSide   = 2048       // of an image in high detail
	maxPixels = 50_000_000 // of any image
)

// formats gives the formats of view_image by a name's ending.
var formats = map[string]string{
	".png": "png", ".jpg": "jpeg", ".jpeg": "jpeg", ".gif": "gif", ".webp": "webp",
}

// runImage reads an image and gives it back, scaled down if it is asked for and needed.
func (t *Tools) runImage(ctx context.Context, call *acting.Call) (tool.Result, error) {
	arguments := call.Arguments().Value
	path, _ := arguments.Lookup("path")
	detail, _ := arguments.Lookup("detail")
	high := detail.Text() != "original"
	data, err := t.readImage(path.Text())
	if err != nil {
		return tool.Result{}, err
	}
	config, err := judgeImage(path.Text(), data)
	if err != nil {
		return tool.Result{}, err
	}
	format := formats[strings.ToLower(filepath.Ext(path.Text()))]
	if high && (config.Width > maxSide || config.Height > maxSide) {
		if data, format, err = scaled(data, format); err != nil {
			return tool.Result{}, tool.Errorf(tool.Validation, "%s: it is no complete image", path.Text())
		}
	}
	if ctx.Err() != nil {
		return tool.Result{}, call.Stopped(strictjson.Null())
	}
	return shownImage(path.Text(), high, "image/"+format, data), nil
}

func (t *Tools) readImage(path string) ([]byte, error) {
	p, err := t.workspace.find(path, true)
	if err != nil {
		return nil, err
	}
	defer p.close()
	if p.info == nil || p.info.IsDir() {
		return nil, tool.Errorf(tool.NotFound, "%s: there is no such file", path)
	}
	if err := regular(path, p); err != nil {
		return nil, err
	}
	data, err := p.read(tool.MaxImageBytes)
	switch {
	case err != nil:
		return nil, broken(path, err)
	case len(data) > tool.MaxImageBytes:
		return nil, conflict(path, "it has more than 10 MiB")
	}
	return data, nil
}

// judgeImage wants a name and a content of the same kind, and no more pixels than can be worked on.
func judgeImage(path string, data []byte) (image.Config, error) {
	named, known := formats[strings.ToLower(filepath.Ext(path))]
	config, found, err := image.DecodeConfig(bytes.NewReader(data))
	switch {
	case !known:
		return config, tool.Errorf(tool.Validation, "%s: its name is not of a png, jpg, jpeg, gif or webp", path)
	case err != nil || found != named:
		return config, tool.Errorf(tool.Validation, "%s: its content is no %s", path, named)
	case config.Width < 1 || config.Height < 1:
		return config, tool.Errorf(tool.Validation, "%s: it has no pixels", path)
	case config.Width > maxPixels/config.Height:
		return config, conflict(path, "it has more than 50 million pixels")
	}
	return config, nil
}

// scaled fits an image into maxSide by maxSide. JPEG stays JPEG; all else becomes PNG, or JPEG where a PNG
// would be too large to be sent.
func scaled(data []byte, format string) ([]byte, string, error) {
	whole, _, err := image.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, "", err
	}
	size := whole.Bounds().Size()
	factor := float64(maxSide) / float64(max(size.X, size.Y))
	small := image.NewRGBA(image.Rect(0, 0,
		max(1, int(float64(size.X)*factor+0.5)), max(1, int(float64(size.Y)*factor+0.5))))
	draw.CatmullRom.Scale(small, small.Bounds(), whole, whole.Bounds(), draw.Src, nil)
	var b bytes.Buffer
	if format != "jpeg" {
		if err := png.Encode(&b, small); err != nil || b.Len() <= tool.MaxImageBytes {
			return b.Bytes(), "png", err
		}
		b.Reset()
	}
	err = jpeg.Encode(&b, small, &jpeg.Options{Quality: 85})
	return b.Bytes(), "jpeg", err
}

func shownImage(path string, high bool, mime string, data []byte) tool.Result {
	detail := "original"
	if high {
		detail = "high"
	}
	part := tool.NewImage(mime, data)
	value := strictjson.Object(text("image_url", part.Image.Reference()), text("detail", detail),
		text("path", path), text("mime_type", mime), number("bytes", len(data)))
	result := tool.JSON(value)
	result.Parts = append(result.Parts, part)
	return result
}
