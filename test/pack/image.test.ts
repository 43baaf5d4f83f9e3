/**
 * The image. `IMAGE=1 npm test -- test/pack/image.test.ts` builds it, as root on a Debian with `buildah` and `debootstrap`, on a
 * base of Debian's packages, tells its size, and starts it on a read-only root. Five minutes: no part of `npm test` by itself.
 */
import assert from 'node:assert/strict'
import { type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { Settings } from '#config/config.ts'
import { freePorts } from '../free-port.ts'

const root = join(import.meta.dirname, '../..')
const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8')
const wanted = process.env['IMAGE']
const stack = new AsyncDisposableStack()
after(() => stack.disposeAsync())

/** It is of 2020: stages, variables and --start-period are news to it. */
const UNKNOWN = /^(FROM (\$\{(BUILD|RUN)_IMAGE\}|crier-slim) AS|HEALTHCHECK .*--start-period=\d+s )/

test('dockerfilelint finds nothing in the Dockerfile but what it does not know', () => {
  const linter = createRequire(import.meta.url).resolve('dockerfilelint/bin/dockerfilelint')
  const lint = (file: string) => {
    const words = [linter, '--output', 'json', file]
    const { stdout } = spawnSync(process.execPath, words, { encoding: 'utf8' })
    return Report.parse(JSON.parse(stdout)).files.flatMap(({ issues }) => issues)
  }
  const Report = z.object({
    files: z.array(z.object({ issues: z.array(z.looseObject({ content: z.string() })) })),
  })
  const found = lint(join(root, 'Dockerfile'))
  assert.deepEqual(
    found.filter(({ content }) => !UNKNOWN.test(content)),
    [],
  )
  for (const [, image] of dockerfile.matchAll(/^ARG \w+_IMAGE=(.*)$/gm))
    assert.match(image ?? '', /^[a-z]+:[\w.-]+$/)
})

test('the image has no root, one volume, and settings that there are', () => {
  assert.match(dockerfile, /^USER 1000:1000$/m)
  assert.match(dockerfile, /^VOLUME \/data$/m)
  assert.match(dockerfile, /^HEALTHCHECK .*"\/opt\/crier\/bin\/health\.mjs"/m)
  const [, set = ''] = /^ENV (.*)$/m.exec(dockerfile) ?? []
  const settings = Object.fromEntries(set.split(' ').map((each) => each.split('=')))
  const { DATA_DIR } = Settings.parse(settings)
  assert.equal(DATA_DIR, '/data')
  const stages = [...dockerfile.matchAll(/^FROM \S+ AS (\S+)$/gm)].map(([, name]) => name)
  assert.deepEqual(stages, ['tree', 'crier-slim', 'crier'])
})

/** Compressed, in MB: what is downloaded. */
const MOST = { 'crier-slim': 120, crier: 220 }
const skip = !wanted && 'IMAGE is not set'

const timeout = 60 * 60_000

test('it is built, stays small, and runs on a read-only root', { skip, timeout }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'crier-image-'))
  stack.defer(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  const places = ['--root', join(folder, 'storage'), '--runroot', join(folder, 'run')]
  const buildah = (...words: string[]) =>
    run('buildah', ['--storage-driver', 'vfs', ...places, ...words])
  bases(folder, buildah)
  const npmrc = join(folder, 'npmrc')
  writeFileSync(npmrc, `registry=${run('npm', ['config', 'get', 'registry'])}\n`)
  const cache = run('npm', ['config', 'get', 'cache'])
  for (const [target, most] of Object.entries(MOST)) {
    const how = ['--isolation', 'chroot', '--format', 'docker', '--pull-never', '--layers']
    const on = ['--build-arg', `BUILD_IMAGE=${BUILD}`, '--build-arg', `RUN_IMAGE=${RUN}`]
    const lent = ['--volume', `${npmrc}:/root/.npmrc:ro`, '--volume', `${cache}:/root/.npm`]
    buildah('bud', ...how, ...on, ...lent, '--target', target, '--tag', `localhost/${target}`, root)
    const megabytes = sizeOf(buildah, `localhost/${target}`, join(folder, `${target}.d`))
    process.stderr.write(`${target}: ${megabytes.toFixed(1)} MB compressed\n`)
    assert.ok(megabytes <= most, `${target}: ${megabytes}`)
  }
  const container = buildah('from', '--pull-never', 'localhost/crier')
  await runs(buildah('mount', container), folder)
})

type Buildah = (...words: string[]) => string
const [RUN, BUILD] = ['localhost/crier-run', 'localhost/crier-build']

/** Debian's smallest, without what the usual images of it leave out; and with Node and npm, to build on. */
function bases(folder: string, buildah: Buildah) {
  const base = join(folder, 'base')
  const targets = ['indextargets', '--format', '$(SITE) $(RELEASE)', 'Created-By: Packages']
  const [mirror = '', suite = ''] = run('apt-get', targets).split(/\s+/)
  run('debootstrap', ['--variant=minbase', suite, base, mirror])
  const spare = [
    'usr/share/doc',
    'usr/share/man',
    'usr/share/locale',
    'usr/share/info',
    'var/lib/apt/lists',
    'var/cache/apt',
  ]
  for (const each of spare) {
    rmSync(join(base, each), { recursive: true, force: true })
    mkdirSync(join(base, each))
  }
  const first = buildah('from', 'scratch')
  buildah('add', '--quiet', first, base, '/')
  buildah('commit', '--quiet', '--rm', first, RUN)
  const second = buildah('from', '--pull-never', RUN)
  // The one that runs this.
  const npm = join(process.env['npm_execpath'] ?? '', '../..')
  const certificates = '/etc/ssl/certs/ca-certificates.crt'
  for (const [from, to] of [
    [process.execPath, '/usr/local/bin/node'],
    [npm, '/usr/local/lib/node_modules/npm'],
    [certificates, certificates],
  ] as const)
    buildah('copy', '--quiet', second, from, to)
  const link = ['ln', '-s', '../lib/node_modules/npm/bin/npm-cli.js', '/usr/local/bin/npm']
  buildah('run', '--isolation', 'chroot', second, '--', ...link)
  buildah('config', '--env', `NODE_EXTRA_CA_CERTS=${certificates}`, second)
  buildah('commit', '--quiet', '--rm', second, BUILD)
}

/** Of all layers as they are sent. */
function sizeOf(buildah: Buildah, image: string, place: string) {
  buildah('push', '--quiet', image, `oci:${place}:image`)
  const blobs = join(place, 'blobs/sha256')
  const Index = z.object({ manifests: z.tuple([z.object({ digest: z.string() })]) })
  const Manifest = z.object({ layers: z.array(z.object({ digest: z.string() })) })
  const read = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'))
  const at = (digest: string) => join(blobs, digest.replace('sha256:', ''))
  const [{ digest }] = Index.parse(read(join(place, 'index.json'))).manifests
  const { layers } = Manifest.parse(read(at(digest)))
  return layers.reduce((sum, layer) => sum + statSync(at(layer.digest)).size, 0) / 1e6
}

/** What `--read-only --tmpfs /tmp` is to Docker. */
const CONTAINED = `
set -e
mount --bind "$1" "$1"; mount -o remount,ro,bind "$1"
mount -t proc proc "$1/proc"; mount -t tmpfs tmpfs "$1/tmp"; mount --bind "$2" "$1/data"
mount -t tmpfs tmpfs "$1/dev"; mkdir "$1/dev/shm"; mount -t tmpfs tmpfs "$1/dev/shm"
for each in null zero random urandom; do touch "$1/dev/$each"; mount --bind "/dev/$each" "$1/dev/$each"; done
exec chroot --userspec=1000:1000 "$1" sh -c 'cd /data; touch /opt/crier/x; exec crier start'
`

async function runs(mounted: string, folder: string) {
  const data = join(folder, 'data')
  mkdirSync(data, { mode: 0o700 })
  chownSync(data, 1000, 1000)
  const [port = 0, sandbox = 0] = await freePorts(2)
  const settings = {
    HOST: '127.0.0.1',
    PORT: String(port),
    SANDBOX_PORT: String(sandbox),
    SANDBOX: 'true',
    DATA_DIR: '/data',
  }
  const PATH = '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin'
  const words = ['--mount', '--pid', '--fork', 'sh', '-c', CONTAINED, 'sh', mounted, data]
  const options: SpawnOptions = {
    env: { PATH, NODE_ENV: 'production', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  }
  const child = spawn('unshare', words, options)
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (part: string) => (said += part))
  const closed = once(child, 'close')
  stack.defer(async () => {
    // The first process in there, with which all others end; a change of user has freed it from unshare's own end.
    const inside = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim()
    if (inside) process.kill(Number(inside), 'SIGTERM')
    await closed
  })
  while (!said.includes('Crier is ready')) {
    assert.equal(child.exitCode, null, said)
    await pause(200)
  }
  assert.match(said, /touch: .*Read-only file system/)
  const ready = await fetch(`http://127.0.0.1:${port}/ready`)
  assert.equal(ready.status, 200)
}

function run(program: string, words: readonly string[]) {
  const { status, stdout, stderr, error } = spawnSync(program, words, {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  })
  assert.equal(
    status,
    0,
    `${program} ${words.join(' ')}\n${error?.message ?? ''}${stdout}${stderr}`,
  )
  return stdout.trim()
}
