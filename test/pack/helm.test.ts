/**
 * The chart of Helm, rendered by what Helm is made of: Go's templates with sprig, both of Debian. It must say the same as the plain
 * manifests, which are held to the types of Kubernetes and to our settings by a test of their own.
 */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test, type TestContext } from 'node:test'
import { Ajv } from 'ajv'
import { parse } from 'yaml'
import { z } from 'zod'
import { installPackage, isHere } from '../debian.ts'
import { complaintsOf, type Manifest, manifestsIn } from './manifests.ts'

const root = join(import.meta.dirname, '../..')
const chart = join(root, 'deploy/helm/crier')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const Values = z.record(z.string(), z.unknown())
type Values = z.output<typeof Values>
const values = Values.parse(parse(read('deploy/helm/crier/values.yaml')))
const isFitting = new Ajv({ allErrors: true }).compile(
  Values.parse(JSON.parse(read('deploy/helm/crier/values.schema.json'))),
)

/** What a person has to say. */
const NEEDED = {
  url: 'https://crier.example.org',
  image: { repository: 'registry.example.org/crier' },
}
const SCALE = {
  url: 'https://crier.example.org',
  mode: 'scale',
  image: { repository: 'registry.example.org/crier-slim' },
  settings: { S3_ENDPOINT: 'https://s3.example.org', S3_BUCKET: 'crier' },
}
/** All that can be said. */
const EVERYTHING = {
  ...NEEDED,
  image: { repository: 'registry.example.org/crier', tag: '9.9.9', pullPolicy: 'Always' },
  imagePullSecrets: [{ name: 'registry' }],
  settings: { LOG_LEVEL: 'debug', SANDBOX: true },
  secret: 'of-crier',
  storage: { size: '5Gi', className: 'fast', existingClaim: '' },
  nodeSelector: { disk: 'ssd' },
  tolerations: [{ key: 'only', operator: 'Exists', effect: 'NoSchedule' }],
  affinity: { podAntiAffinity: {} },
  service: { port: 8080 },
  ingress: { className: 'nginx', tlsSecret: 'certificate' },
}

const SPRIG = '/usr/share/gocode/src/github.com/Masterminds/sprig'
const folder = mkdtempSync(join(tmpdir(), 'crier-chart-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const program = join(folder, 'chart')
const go = {
  PATH: process.env['PATH'],
  HOME: folder,
  GO111MODULE: 'off',
  GOPATH: '/usr/share/gocode',
  GOCACHE: join(folder, 'cache'),
}

/** Whether this machine can render; with HELM=1 it is made able to. */
function canRender(t: TestContext) {
  if (process.env['HELM'] === '1') {
    if (!isHere('go')) installPackage('golang-go', 'what renders a chart')
    if (!existsSync(SPRIG))
      installPackage('golang-github-masterminds-sprig-dev', 'what renders a chart')
  }
  if (!isHere('go') || !existsSync(SPRIG)) {
    t.skip('Go with sprig is not on this machine')
    return false
  }
  if (!existsSync(program)) {
    const source = join(import.meta.dirname, 'chart.go')
    const built = spawnSync('go', ['build', '-o', program, source], { env: go, encoding: 'utf8' })
    assert.equal(built.status, 0, built.stderr)
  }
  return true
}

function render(given: Values, release = 'crier') {
  const file = join(folder, 'values.json')
  writeFileSync(file, JSON.stringify(given))
  const { status, stdout, stderr } = spawnSync(program, [chart, release, file], {
    encoding: 'utf8',
  })
  const parts = stdout.split(/^---\n(?=# Source: )/m).filter((part) => part)
  const isNote = (part: string) => part.startsWith('# Source: crier/templates/NOTES.txt')
  return {
    status,
    stderr,
    notes: parts.filter(isNote).join(''),
    manifests: () => parts.filter((part) => !isNote(part)).flatMap(manifestsIn),
  }
}

/** Without what only Helm writes, and by the names of the plain manifests. */
function plain(manifests: readonly Manifest[]) {
  const text = JSON.stringify(manifests)
    .replaceAll(
      /"(app\.kubernetes\.io\/[a-z-]+|helm\.sh\/[a-z-]+|checksum\/config)":"[^"]*",?/g,
      '',
    )
    .replaceAll(/,?"(labels|annotations)":\{\}/g, '')
    .replaceAll(/,\}/g, '}')
    .replaceAll('"imagePullPolicy":"IfNotPresent",', '')
    .replaceAll(/"crier-(api|worker)"/g, '"$1"')
  const all = z.array(z.record(z.string(), z.unknown())).parse(JSON.parse(text))
  return new Map(all.map((each) => [nameOf(each), each]))
}

function nameOf(each: unknown) {
  const { kind, metadata } = z
    .object({ kind: z.string(), metadata: z.object({ name: z.string() }) })
    .parse(each)
  return `${kind} ${metadata.name}`
}

test('all that can be said fits the schema, and has a place among the values', () => {
  for (const given of [NEEDED, SCALE, EVERYTHING]) {
    assert.ok(isFitting({ ...values, ...given }), JSON.stringify(isFitting.errors))
    for (const name of Object.keys(given)) assert.ok(name in values, name)
  }
})

for (const [given, said] of [
  [{ ...NEEDED, url: 'https://crier.example.org/posts' }, /\/url/],
  [{ ...NEEDED, mode: 'both' }, /\/mode/],
  [{ ...NEEDED, settings: { LOGIN_MINUTES: 5 } }, /\/settings\/LOGIN_MINUTES/],
  [{ ...NEEDED, replicas: 2 }, /additional properties/],
] as const)
  test(`values that cannot be are refused: ${JSON.stringify(given)}`, () => {
    assert.equal(isFitting({ ...values, ...given }), false)
    const errors = isFitting.errors ?? []
    assert.match(
      errors.map(({ instancePath, message }) => `${instancePath} ${message}`).join('\n'),
      said,
    )
  })

for (const [file, given] of [
  ['one.yaml', NEEDED],
  ['scale.yaml', SCALE],
] as const)
  test(`the chart says what ${file} says`, (t) => {
    if (!canRender(t)) return
    const rendered = render(given)
    assert.equal(rendered.status, 0, rendered.stderr)
    const expected = plain(manifestsIn(read(`deploy/kubernetes/${file}`)))
    const found = plain(rendered.manifests())
    assert.deepEqual([...found.keys()].toSorted(), [...expected.keys()].toSorted())
    for (const [name, value] of expected) assert.deepEqual(found.get(name), value, name)
    assert.equal(complaintsOf(rendered.manifests()), '')
    assert.match(rendered.notes, /https:\/\/crier\.example\.org/)
  })

test('everything that can be said is said to Kubernetes, under the name of another release', (t) => {
  if (!canRender(t)) return
  for (const given of [
    EVERYTHING,
    { ...EVERYTHING, ...SCALE, imagePullSecrets: [{ name: 'registry' }] },
  ]) {
    const { status, stderr, manifests } = render(given, 'news')
    assert.equal(status, 0, stderr)
    const all = manifests()
    assert.equal(complaintsOf(all), '')
    for (const { metadata } of all) assert.match(metadata.name, /^news(-api|-worker)?$/)
    const text = JSON.stringify(all)
    for (const part of [
      '"registry"',
      '"of-crier"',
      '"ssd"',
      '"only"',
      '"podAntiAffinity"',
      '"port":8080',
      '"nginx"',
      '"certificate"',
    ])
      assert.ok(text.includes(part), part)
  }
  const text = JSON.stringify(render(EVERYTHING).manifests())
  for (const part of [
    'crier:9.9.9',
    '"Always"',
    '"LOG_LEVEL":"debug"',
    '"SANDBOX":"true"',
    '"storage":"5Gi"',
    '"fast"',
  ])
    assert.ok(text.includes(part), part)
})

test('a claim that is there is used, and other settings make other pods', (t) => {
  if (!canRender(t)) return
  const claimed = render({ ...NEEDED, storage: { existingClaim: 'kept' } }).manifests()
  assert.equal(
    claimed.some(({ kind }) => kind === 'PersistentVolumeClaim'),
    false,
  )
  assert.ok(JSON.stringify(claimed).includes('"claimName":"kept"'))
  const sums = [NEEDED, { ...NEEDED, settings: { LOG_LEVEL: 'debug' } }].map(
    (given) =>
      /"checksum\/config":"([0-9a-f]{64})"/.exec(JSON.stringify(render(given).manifests()))?.[1],
  )
  assert.ok(sums[0] && sums[1] && sums[0] !== sums[1])
  const open = render({ ...NEEDED, ingress: { enabled: false } }).manifests()
  assert.equal(
    open.some(({ kind }) => kind === 'Ingress'),
    false,
  )
})

test('what is missing is told', (t) => {
  if (!canRender(t)) return
  for (const [given, said] of [
    [{ url: NEEDED.url }, /image\.repository/],
    [{ image: NEEDED.image }, /url: where people/],
    [{ ...SCALE, settings: { S3_ENDPOINT: 'https://s3.example.org' } }, /settings\.S3_BUCKET/],
  ] as const) {
    const { status, stderr } = render(given)
    assert.equal(status, 1)
    assert.match(stderr, said)
  }
})
