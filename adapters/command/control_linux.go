package command

import (
	"time"

	"github.com/devcodex/intent-runtime/domain/tool"
	"github.com/devcodex/intent-runtime/ports/acting"
)

// Read reads the output; see [acting.Command].
func (c *running) Read(p []byte) (int, error) { return c.guardian.output.read.Read(p) }

// Write sends input through the terminal.
func (c *running) Write(p []byte) (int, error) {
	if !c.terminal {
		return 0, tool.Errorf(tool.Validation, "the command has no terminal to take input from")
	}
	n, err := c.guardian.input.write.Write(p)
	if err != nil {
		return n, tool.Errorf(tool.ResourceConflict, "the command has ended")
	}
	return n, nil
}

// Interrupt sends SIGINT to the process group, or Ctrl-C through the terminal.
func (c *running) Interrupt() error {
	if c.terminal {
		_, err := c.Write([]byte{0x03})
		return err
	}
	if _, err := c.guardian.orders.Write([]byte{askInterrupt}); err != nil {
		return tool.Errorf(tool.ResourceConflict, "the command has ended")
	}
	return nil
}

// Held tells what of the sandbox holds.
func (c *running) Held() acting.SandboxHeld {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.held
}

// Identity names the command's processes.
func (c *running) Identity() acting.CommandIdentity {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.identity
}

// Done is closed when the command has ended and its clean-up has been judged.
func (c *running) Done() <-chan struct{} { return c.done }

// End ends the command, if it still runs, and tells how it ended.
func (c *running) End() acting.CommandEnd {
	c.ending.Do(func() { _ = c.guardian.orders.Close() })
	timer := time.NewTimer(endTime)
	defer timer.Stop()
	select {
	case <-c.done:
	case <-timer.C:
		// It is stuck or was stopped. Without it nothing is proven, but nothing must be left running.
		_ = c.guardian.process.Kill()
		<-c.done
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.end
}

// Close ends the command and releases what it holds.
func (c *running) Close() error {
	c.End()
	c.guardian.output.closeAll()
	return nil
}
