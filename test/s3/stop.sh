#!/bin/bash
# The store ignores SIGTERM once its monitor is gone, and nothing here is worth saving.
D=${D:?}
for part in rgw osd mon; do
  [ -f "$D/run/$part.pid" ] && kill -9 "$(cat "$D/run/$part.pid")" 2>/dev/null
done
rm -rf "$D"
