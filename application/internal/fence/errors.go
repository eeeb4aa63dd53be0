package fence

import "github.com/devcodex/intent-runtime/domain/intent"

// maxLinks is how many errors of a chain are looked at. An error that unwraps to itself has no end.
const maxLinks = 100

// Find looks for the first error of a foreign chain that match accepts, in the order of errors.Is. It is
// called inside the fence: Unwrap is foreign code. whole reports whether the chain has an end within
// reach; one that has none must not be handed to errors.Is or errors.As.
//
//nolint:revive // what it finds is an error, and no failure of its own
func Find(err error, match func(error) bool) (found error, whole bool) {
	left := maxLinks
	found, _ = find(err, match, &left)
	return found, left > 0
}

//nolint:revive // as [Find]
func find(err error, match func(error) bool, left *int) (error, bool) {
	for err != nil && *left > 0 {
		*left--
		if match(err) {
			return err, true
		}
		switch wrapping := err.(type) { //nolint:errorlint // this is what errors.Is does, with a bound
		case interface{ Unwrap() error }:
			err = wrapping.Unwrap()
		case interface{ Unwrap() []error }:
			for _, inner := range wrapping.Unwrap() {
				if found, ok := find(inner, match, left); ok {
					return found, true
				}
			}
			return nil, false
		default:
			return nil, false
		}
	}
	return nil, false
}

// Is reports whether a foreign chain holds target, compared with ==. It is called inside the fence.
func Is(err, target error) bool {
	found, _ := Find(err, func(e error) bool { return e == target }) //nolint:errorlint // see Find
	return found != nil
}

// Typed returns a copy of the runtime's error in a foreign chain, whether there is one. It is called
// inside the fence.
func Typed(err error) (intent.Error, bool) {
	found, _ := Find(err, func(e error) bool {
		typed, ok := e.(*intent.Error) //nolint:errorlint // see Find
		return ok && typed != nil
	})
	if found == nil {
		return intent.Error{}, false
	}
	return *found.(*intent.Error).Clone(), true //nolint:errorlint,forcetypeassert // what match looked for
}

// Whole reports whether a foreign chain has an end within reach, so that it may be kept for errors.Is and
// errors.As. It is called inside the fence.
func Whole(err error) bool {
	_, whole := Find(err, func(error) bool { return false })
	return whole
}
