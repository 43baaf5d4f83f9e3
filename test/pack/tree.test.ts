/** What others install, as it is laid out: everything is in it, and it runs where nothing but DATA_DIR can be written. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  globSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
} from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { z } from 'zod'
import { bundleOf } from '../../scripts/pack/bundle.ts'
import { layOut } from '../../scripts/pack/tree.ts'
import { versionOf } from '../../scripts/release/places.ts'
import { canEnter, NOBODY } from '#database/embedded-user.ts'
import { launch, scratch, tokenOf } from '../start/kit.ts'

const root = join(import.meta.dirname, '../..')
const stack = new AsyncDisposableStack()
after(() => stack.disposeAsync())
const { folder } = stack.use(await scratch())
const tree = join(folder, 'crier')
const modules = layOut(root, tree)
symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'), 'junction')

const { user, skip } = await nobody()

const read = (file: string, at = tree): unknown => JSON.parse(readFileSync(join(at, file), 'utf8'))
const Needs = z.looseObject({
  dependencies: z.record(z.string(), z.string()),
  optionalDependencies: z.record(z.string(), z.string()),
  bundleDependencies: z.array(z.string()).optional(),
})

test('every package that is imported is a dependency, and every dependency is imported', () => {
  const imported = new Set(modules.flatMap(({ packages }) => packages))
  const { dependencies } = Needs.parse(read('package.json'))
  assert.deepEqual([...imported].toSorted(), Object.keys(dependencies).toSorted())
})

test('nothing of it has types, and nothing is there for tests only', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: tree, exclude: ['node_modules'] })
  assert.deepEqual(files, [])
  const scripts = globSync('{cli,server,platforms,sandbox,sdk}/**/*.js', { cwd: tree })
  assert.ok(scripts.length > 1000)
  assert.deepEqual(
    scripts.filter(
      (path) => /(^|\/)test(ing)?[/.-]|\.test\./.test(path) && !path.includes('test-webhook'),
    ),
    [],
  )
})

test('a line and a column are where the source has them', () => {
  const [source, made] = ['server/rules/key.ts', 'server/rules/key.js'].map((file, at) =>
    readFileSync(join(at === 0 ? root : tree, file), 'utf8').split('\n'),
  )
  assert.equal(made?.length, source?.length)
  const at = source?.findIndex((line) => line.includes('export function')) ?? -1
  assert.ok(at > 0)
  assert.equal(made?.[at]?.indexOf('('), source?.[at]?.indexOf('('))
})

test('its lock names what the service needs, by the hashes of ours, and nothing for development', () => {
  const Lock = z.object({
    packages: z.record(z.string(), z.looseObject({ dev: z.boolean().optional() })),
  })
  const [ours, theirs] = [
    Lock.parse(read('package-lock.json', root)),
    Lock.parse(read('npm-shrinkwrap.json')),
  ]
  const { '': own, ...lines } = theirs.packages
  const { dependencies, optionalDependencies } = Needs.parse(read('package.json'))
  assert.deepEqual(
    { dependencies: own?.['dependencies'], optionalDependencies: own?.['optionalDependencies'] },
    { dependencies, optionalDependencies },
  )
  assert.ok(Object.keys(lines).length > 200)
  for (const [path, { devOptional: _, optional: __, ...line }] of Object.entries(lines)) {
    const { devOptional: ___, optional: ____, ...same } = ours.packages[path] ?? {}
    assert.deepEqual(line, same, path)
    assert.ok(!line.dev, path)
  }
  for (const path of ['react', 'vite', 'typescript', '@crier/sdk'])
    assert.equal(lines[`node_modules/${path}`], undefined)
})

test('what is for one system stays outside of the packed file, and everything else is in it', () => {
  const { inside, outside } = bundleOf(root)
  const { dependencies, optionalDependencies } = Needs.parse(read('package.json'))
  for (const [name, version] of Object.entries(dependencies)) assert.equal(inside[name], version)
  for (const [name, version] of Object.entries(optionalDependencies))
    assert.equal(outside[name], version)
  assert.ok(inside['hono'], 'a peer of one that is imported')
  assert.ok(outside['@img/sharp-linux-arm64'])
  assert.deepEqual(
    Object.keys(inside).filter((name) => name in outside),
    [],
  )
})

const run = (words: string[], env: NodeJS.ProcessEnv = {}) =>
  spawnSync(process.execPath, words, {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  })

test('the program tells its version and helps, and says which Node it needs where there is none', () => {
  const program = join(tree, 'bin/crier.mjs')
  assert.equal(run([program, '--version']).stdout, `${versionOf(root)}\n`)
  assert.match(run([program, 'help']).stdout, /^ {2}crier start /m)
  // As an older Node, beside which npm has installed none.
  const old = "data:text/javascript,Object.defineProperty(process.versions,'node',{value:'20.1.0'})"
  const alone = join(folder, 'alone')
  for (const file of ['package.json', 'bin/crier.mjs']) cpSync(join(tree, file), join(alone, file))
  const { status, stderr } = run(['--import', old, join(alone, 'bin/crier.mjs'), '--version'])
  assert.deepEqual(
    [status, /^Crier needs Node 24 or later\..*installed no other/.test(stderr)],
    [1, true],
    stderr,
  )
})

test(
  'it runs for a user without rights who can write DATA_DIR only, and tells whoever watches it',
  { skip },
  async () => {
    const data = join(folder, 'data')
    mkdirSync(data, { mode: 0o700 })
    if (user !== undefined) chownSync(data, user, user)
    const program = { folder: data, words: [join(tree, 'bin/crier.mjs'), 'start'] }
    await using service = await launch({ DATA_DIR: data, HOME: '/nonexistent' }, user, program)
    assert.equal(service.code, undefined, service.said)
    const posted = await fetch(`${service.base_url}/api/posts`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${tokenOf(service)}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ content: 'Packed', social_account_ids: [1, 2], publish_now: true }),
    })
    const { id } = z.looseObject({ id: z.number() }).parse(await posted.json())
    const waited = await fetch(`${service.base_url}/api/posts/${id}?wait=20`, {
      headers: { authorization: `Bearer ${tokenOf(service)}` },
    })
    assert.equal(
      z.looseObject({ outcome: z.string() }).parse(await waited.json()).outcome,
      'published',
    )
    const page = await fetch(service.base_url, { headers: { accept: 'text/html' } })
    assert.match(await page.text(), /<div id="root">/)

    const watch = join(tree, 'bin/health.mjs')
    const PORT = new URL(service.base_url).port
    assert.equal(run([watch], { PORT, HOST: '0.0.0.0' }).status, 0)
    assert.equal(run([watch], { PORT: '1', HOST: '' }).status, 1)
    assert.equal(run([watch], { PORT: '1', ROLE: 'worker', HEALTH_PORT: PORT }).status, 0)
    assert.equal(run([watch], { PORT: '1', ROLE: 'worker', HEALTH_PORT: '' }).status, 0)
    const written = globSync('**/*', { cwd: tree, exclude: ['node_modules'] })
    assert.deepEqual(
      written.filter((path) => path.includes('.cache')),
      [],
    )
  },
)

/** Only root can become another user, and only where others may enter. */
async function nobody() {
  if (process.getuid?.() !== 0) return { user: undefined, skip: false }
  const open = (await canEnter(root, NOBODY)) && (await canEnter(process.execPath, NOBODY))
  chmodSync(tree, 0o755)
  return { user: NOBODY.uid, skip: !open && 'others may not enter this folder' }
}
