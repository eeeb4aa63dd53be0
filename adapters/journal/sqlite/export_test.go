package sqlite

import "context"

// Fill keeps the file from growing, as a full disk does.
func (j *Journal) Fill() {
	_, _ = j.write.ExecContext(context.Background(), "PRAGMA max_page_count = 1")
}

// Migrate brings a file from version to version by steps of a test.
func (j *Journal) Migrate(ctx context.Context, path string, steps []string) error {
	return migrate(ctx, j.write, path, append(append([]string{}, migrations...), steps...))
}

// Version returns the file's version.
func (j *Journal) Version() (int, error) { return versionOf(context.Background(), j.write) }
