#!/bin/sh
# What `make run` shows: a few requests, read by the offline executor, without a key or a network.
# Usage: BIN=path/to/intent sh docs/examples/run.sh
set -eu
bin=${BIN:-intent}
here=$(dirname "$0")

show() {
  printf '\n$ intent parse'
  for word in "$@"; do
    case $word in *[!a-zA-Z0-9./-]*) printf " '%s'" "$word" ;; *) printf ' %s' "$word" ;; esac
  done
  printf '\n\n'
  "$bin" parse --executor offline -o text "$@"
}

show 'Archive the invoices of 2023, then write a short summary, but do not delete any file.'
show --language zh-CN '查询订单 00123 的物流状态，然后写一份周报，不要发送邮件。'
show --schema "$here/order.schema.json" 'Cancel order B-1042, urgent: true.'
show 'Please take care of ticket 88.'
