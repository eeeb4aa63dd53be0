package command

import (
	"errors"

	"golang.org/x/sys/unix"
)

// death tells of a descendant that was reaped. Last says that no other is left: whoever a dying process
// leaves behind is ours before its death can be seen, so no children means no descendants.
type death struct {
	pid    int
	status unix.WaitStatus
	last   bool
}

// reap reaps until nobody is left, then closes the channel.
func reap() <-chan death {
	deaths := make(chan death)
	go func() {
		defer close(deaths)
		for {
			var d death
			var err error
			d.pid, err = unix.Wait4(-1, &d.status, unix.WALL, nil)
			switch {
			case errors.Is(err, unix.EINTR):
				continue
			case err != nil:
				return
			}
			d.last = childless()
			deaths <- d
		}
	}()
	return deaths
}

func childless() bool {
	for {
		err := unix.Waitid(unix.P_ALL, 0, nil, unix.WEXITED|unix.WNOHANG|unix.WNOWAIT|unix.WALL, nil)
		if !errors.Is(err, unix.EINTR) {
			return errors.Is(err, unix.ECHILD)
		}
	}
}
