package sqlite

import (
	"golang.org/x/sys/unix"

	"github.com/devcodex/intent-runtime/domain/tool"
)

// networks are the magic numbers of file systems whose files another machine may hold; see statfs(2).
var networks = map[int64]string{
	0x6969: "NFS", 0x517b: "SMB", 0xff534d42: "CIFS", 0xfe534d42: "SMB2", 0x5346414f: "AFS",
	0x00c36400: "Ceph", 0x0bd00bd0: "Lustre", 0x01161970: "GFS2", 0x7461636f: "OCFS2",
}

// onNetwork refuses a path on a network file system.
func onNetwork(path string) error {
	var stat unix.Statfs_t
	if err := unix.Statfs(path, &stat); err != nil {
		return tool.Hide(tool.ExecutionFailure, "the journal's file system cannot be looked at", err)
	}
	if name, ok := networks[int64(uint32(stat.Type))]; ok {
		return tool.Errorf(tool.UnsupportedCapability, "a journal on a network file system (%s) is not safe", name)
	}
	return nil
}
