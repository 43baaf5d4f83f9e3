#!/bin/bash
# One Ceph monitor, one store in memory and the S3 gateway on 127.0.0.1, with all state in $D. No systemd, no manager.
set -e
D=${D:?a folder for its state}; PORT=${PORT:?}; MON=${MON:?}
mkdir -p "$D"/{mon,osd,run,log}
cat > "$D/ceph.conf" <<CONF
[global]
fsid = $(cat /proc/sys/kernel/random/uuid)
mon host = [v2:127.0.0.1:$MON]
public network = 127.0.0.0/8
ms bind ipv6 = false
# Without these two a start takes many times as long.
paxos propose interval = 0.05
paxos min wait = 0.01
mon osd min up ratio = 0
auth allow insecure global id reclaim = true
mon warn on insecure global id reclaim allowed = false
osd pool default size = 1
osd pool default min size = 1
mon allow pool size one = true
osd pool default pg num = 1
osd pool default pg autoscale mode = off
mon max pg per osd = 1000
osd crush chooseleaf type = 0
osd objectstore = memstore
memstore device bytes = ${MEM:-2147483648}
run dir = $D/run
admin socket = $D/run/\$name.asok
log file = $D/log/\$name.log
mon data = $D/mon
osd data = $D/osd
mon cluster log file = $D/log/cluster.log
keyring = $D/keyring
[client.rgw]
keyring = $D/keyring
rgw frontends = beast endpoint=127.0.0.1:$PORT
rgw thread pool size = 32
rgw dns name =
rgw enable usage log = false
rgw lc debug interval = 0
CONF
export CEPH_CONF=$D/ceph.conf
C="-c $D/ceph.conf"
touch "$D/keyring"
ceph-authtool --create-keyring "$D/keyring" --gen-key -n mon. --cap mon 'allow *' >/dev/null 2>&1
ceph-authtool "$D/keyring" --gen-key -n client.admin --cap mon 'allow *' --cap osd 'allow *' --cap mgr 'allow *' >/dev/null
ceph-authtool "$D/keyring" --gen-key -n osd.0 --cap mon 'allow profile osd' --cap osd 'allow *' >/dev/null
ceph-authtool "$D/keyring" --gen-key -n client.rgw --cap mon 'allow rw' --cap osd 'allow rwx' >/dev/null
monmaptool --create --fsid "$(sed -n 's/^fsid = //p' "$D/ceph.conf")" --addv a "[v2:127.0.0.1:$MON]" "$D/monmap" >/dev/null
ceph-mon $C --mkfs -i a --monmap "$D/monmap" --keyring "$D/keyring"
ceph-mon $C -i a -f > "$D/log/mon.out" 2>&1 & echo $! > "$D/run/mon.pid"
OSD=$(cat /proc/sys/kernel/random/uuid)
for _ in $(seq 50); do timeout 5 ceph $C --connect-timeout 3 osd new "$OSD" >/dev/null 2>&1 && break; sleep .1; done
ceph-osd $C -i 0 --mkfs --osd-uuid "$OSD" >/dev/null 2>&1
ceph-osd $C -i 0 -f > "$D/log/osd.out" 2>&1 & echo $! > "$D/run/osd.pid"
for _ in $(seq 100); do ceph $C osd stat 2>/dev/null | grep -q '1 up' && break; sleep .1; done
radosgw $C -n client.rgw -f > "$D/log/rgw.out" 2>&1 & echo $! > "$D/run/rgw.pid"
for _ in $(seq 300); do (exec 3<>"/dev/tcp/127.0.0.1/$PORT") 2>/dev/null && break; sleep .1; done
radosgw-admin $C -n client.rgw --admin-socket= user create --uid=test --display-name=test --access-key=testkey --secret-key=testsecret >/dev/null
echo ready
