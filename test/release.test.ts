/** Releases: what stands in their way, what they change, and files that anybody can make again. */
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { appendFileSync, cpSync, existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { z } from 'zod'
import { lockLines } from '../scripts/lock.ts'
import { changelogProblems, entriesIn, notesOf, withVersion } from '../scripts/release/changelog.ts'
import { isNewer, problemsOf } from '../scripts/release/problems.ts'
import { disagreements, PLACES, versionOf } from '../scripts/release/places.ts'
import { sbomOf } from '../scripts/release/sbom.ts'

const root = join(import.meta.dirname, '..')
const read = (file: string, at = root) => readFileSync(join(at, file), 'utf8')
const current = versionOf(root)
const NOW = new Date('2026-11-23T08:00:00Z')

const folder = mkdtempSync(join(tmpdir(), 'crier-releases-'))
after(() => rmSync(folder, { recursive: true, force: true }))

test('every place that names the version of Crier names the same, and is in the list', () => {
  assert.deepEqual(disagreements(root, current), [])
  const listed = execFileSync('git', ['grep', '-lE', 'crier-sdk-[0-9]+\\.'], {
    cwd: root,
    encoding: 'utf8',
  })
  const known = new Set(PLACES.map(({ file }) => file))
  const others = listed.split('\n').filter((file) => file && !known.has(file))
  assert.deepEqual(others, [])
  for (const { file, read: found, write } of PLACES) {
    const text = read(file)
    // What is written is nothing else than what was there.
    assert.equal(write(text, current), text, file)
    assert.deepEqual([...new Set(found(write(text, '10.20.30')))], ['10.20.30'], file)
  }
})

const page =
  '# Changelog\n\n## Unreleased\n\n### Added\n\n- One.\n- Two.\n  - More.\n\n## 0.1.0\n\n- Old.\n'

test('what is unreleased becomes the version with its day', () => {
  const released = withVersion(page, '0.2.0', NOW)
  assert.match(released, /## Unreleased\n\n## 0\.2\.0 - 2026-11-23\n\n### Added\n\n- One\./)
  assert.equal(notesOf(released, '0.2.0'), '### Added\n\n- One.\n- Two.\n  - More.')
  assert.equal(notesOf(released, '0.1.0'), '- Old.')
  assert.equal(notesOf(released, '0.2'), undefined)
  assert.equal(entriesIn(notesOf(released, '0.2.0') ?? ''), 2)
  assert.match(changelogProblems(released, '0.3.0').join(), /nothing under “Unreleased”/)
})

test('versions are ordered by their numbers', () => {
  const order = ['0.1.0', '0.1.9', '0.1.10', '0.2.0', '0.10.0', '1.0.0', '1.0.1', '10.0.0']
  for (const [at, version] of order.entries())
    for (const [before, than] of order.entries())
      assert.equal(isNewer(version, than), at > before, `${version} ${than}`)
})

test('a changelog without something to release is refused', () => {
  assert.deepEqual(changelogProblems(page, '0.2.0'), [])
  assert.match(changelogProblems(page, '0.1.0').join(), /has 0\.1\.0 already/)
  assert.match(changelogProblems('# Changelog\n', '0.2.0').join(), /has no “## Unreleased”/)
  const open = page.replace('## 0.1.0', '### Fixed\n\n## 0.1.0')
  assert.deepEqual(changelogProblems(open, '0.2.0'), [
    'CHANGELOG.md says nothing under “### Fixed”.',
  ])
})

const valid = (() => {
  const { resolve } = createRequire(import.meta.url)
  const schemas = join(resolve('@cyclonedx/cyclonedx-library/package.json'), '../res/schema')
  const schema = (name: string) =>
    JSON.parse(readFileSync(join(schemas, `${name}.SNAPSHOT.schema.json`), 'utf8'))
  const ajv = new Ajv({ strict: false })
  addFormats.default(ajv)
  // Two formats that ajv-formats does not know, of fields that we do not write.
  ajv.addFormat('idn-email', true).addFormat('iri-reference', true)
  // The library names them by their files.
  for (const name of ['spdx', 'jsf-0.82'])
    ajv.addSchema(schema(name), `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`)

  return ajv.compile(schema('bom-1.6'))
})()

const sbom = sbomOf(root, { version: current, at: NOW })

test('the bill of materials is CycloneDX 1.6, by its own schema', () => {
  assert.ok(valid(sbom), JSON.stringify(valid.errors))
  assert.equal(valid({ ...sbom, serialNumber: 'urn:uuid:1' }), false)
  const [first, ...more] = sbom.components
  const wrong = { ...first, licenses: [{ license: { id: 'Beerware-1' } }] }
  assert.equal(valid({ ...sbom, components: [wrong, ...more] }), false)
  assert.deepEqual(sbomOf(root, { version: current, at: NOW }), sbom)
  assert.notEqual(sbomOf(root, { version: '9.9.9', at: NOW }).serialNumber, sbom.serialNumber)
})

test('it names what npm says that production needs, each with its hash, and nothing leads nowhere', () => {
  const Tree = z.object({
    version: z.string().optional(),
    resolved: z.string().optional(),
    get dependencies() {
      return z.record(z.string(), Tree).optional()
    },
  })
  const words = ['ls', '--all', '--omit=dev', '--package-lock-only', '--json']
  const { stdout } = spawnSync('npm', words, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 })
  const named = new Set<string>()
  const walk = ({ dependencies = {} }: z.infer<typeof Tree>) => {
    for (const [name, each] of Object.entries(dependencies)) {
      const ours = each.resolved?.startsWith('file:')
      if (each.version && !ours) named.add(`pkg:npm/${name.replace('@', '%40')}@${each.version}`)
      walk(each)
    }
  }
  walk(Tree.parse(JSON.parse(stdout)))
  const refs = new Set(sbom.components.map(({ purl }) => purl))
  assert.ok(refs.size > 200)
  assert.deepEqual([...refs].toSorted(), [...named].toSorted())

  const lines = Object.values(lockLines(root))
  const unsealed = sbom.components.filter(({ hashes }) => !hashes)
  for (const { name, group } of unsealed)
    assert.equal(`${group}/${name}`.startsWith('@tailwindcss/oxide-'), true)
  const sharp = sbom.components.find(({ name }) => name === 'sharp')
  const sealed = `sha512-${Buffer.from(sharp?.hashes?.[0]?.content ?? '', 'hex').toString('base64')}`
  assert.ok(lines.some(({ integrity }) => integrity === sealed))

  const [own, ...others] = sbom.dependencies
  assert.ok(own)
  assert.ok(own.dependsOn.some((ref) => ref.startsWith('pkg:npm/fastify@')))
  assert.ok(own.dependsOn.some((ref) => ref.startsWith('pkg:npm/react@')))
  const led = new Set(sbom.dependencies.flatMap(({ dependsOn }) => dependsOn))
  assert.deepEqual(
    [...led].filter((ref) => !refs.has(ref)),
    [],
  )
  // Whatever is there is there because something needs it.
  assert.deepEqual(
    others.map(({ ref }) => ref).filter((ref) => !led.has(ref)),
    [],
  )
})

test('workflows run .ci/run, what others wrote only at a commit, and with no more rights than they name', () => {
  const folder = '.github/workflows'
  const names = readdirSync(join(root, folder))
  assert.deepEqual(names.toSorted(), ['ci.yml', 'release.yml'])
  assert.match(read(`${folder}/ci.yml`), /^ {8}run: \.ci\/run$/m)
  for (const name of names) {
    const workflow = read(`${folder}/${name}`)
    assert.match(workflow, /^permissions:(?: \{\}|\n {2}contents: read)$/m, name)
    const used = [...workflow.matchAll(/\buses: *(.*)/g)].map(([, what = '']) => what)
    assert.ok(used.length > 0)
    for (const what of used)
      assert.match(what, /^(\.\/|[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$)/, name)
  }
})

/** As much of the project as a release is made of, committed on main. */
function project() {
  const at = mkdtempSync(join(folder, 'project-'))
  const files = [
    'LICENSE',
    '.gitignore',
    'tsconfig.json',
    'scripts',
    'cli/launch',
    ...PLACES.map(({ file }) => file),
  ]
  for (const file of [...files, 'sdk'])
    cpSync(join(root, file), join(at, file), { recursive: true })
  rmSync(join(at, 'sdk/dist'), { recursive: true, force: true })
  writeFileSync(join(at, 'CHANGELOG.md'), page)
  makeSmall(at)
  symlinkSync(join(root, 'node_modules'), join(at, 'node_modules'), 'junction')
  appendFileSync(join(at, '.gitignore'), 'node_modules\n')
  // Whoever signs commits, or has hooks, does so elsewhere.
  const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' }
  const git = (...words: string[]) =>
    execFileSync('git', words, { cwd: at, env, encoding: 'utf8', stdio: 'pipe' }).trim()
  git('init', '--quiet', '--initial-branch', 'main')
  git('config', 'user.name', 'Ada')
  git('config', 'user.email', 'ada@example.org')
  git('add', '--all')
  git('commit', '--quiet', '--message', 'Begin')
  const run = (script: string, ...words: string[]) => {
    const told = spawnSync(process.execPath, [join(at, 'scripts', script), ...words], {
      cwd: at,
      env,
      encoding: 'utf8',
    })
    return { code: told.status, stdout: told.stdout, stderr: told.stderr }
  }
  return { at, git, run }
}

/** A service of one line that needs one package, and a dashboard of one: building and packing the real ones takes a minute. */
function makeSmall(at: string) {
  const Needing = z.looseObject({ dependencies: z.record(z.string(), z.string()) })
  const small = (file: string, change: (all: { [key: string]: unknown }) => object) => {
    const all: unknown = JSON.parse(read(file, at))
    const text = JSON.stringify(change(z.record(z.string(), z.unknown()).parse(all)), null, 2)
    writeFileSync(join(at, file), `${text}\n`)
  }
  const needs = (all: unknown) => {
    const { dependencies, ...rest } = Needing.parse(all)
    return { ...rest, dependencies: { zod: dependencies['zod'] }, optionalDependencies: {} }
  }
  small('package.json', needs)
  small('package-lock.json', ({ packages, ...rest }) => {
    const lines = z.record(z.string(), z.unknown()).parse(packages)
    return { ...rest, packages: { ...lines, '': needs(lines['']) } }
  })
  for (const [file, text] of [
    ['cli/crier.ts', "import { z } from 'zod'\nprocess.stdout.write(z.string().parse('Hello'))\n"],
    ['server/main.ts', "import '../cli/crier.ts'\n"],
    ['web/index.html', '<!doctype html><script type="module" src="/src/main.tsx"></script>'],
    [
      'web/view.html',
      '<!doctype html><body><script type="module" src="/src/main.tsx"></script></body>',
    ],
    ['web/src/main.tsx', "import './main.css'\ndocument.title = 'Crier'\n"],
    ['web/src/main.css', 'a { color: red }\n'],
  ] as const) {
    mkdirSync(dirname(join(at, file)), { recursive: true })
    writeFileSync(join(at, file), text)
  }
}

const next = '97.0.1'
const made = (version: string) => [
  `crier-${version}.tar.gz`,
  `crier-service-${version}.tgz`,
  `crier-sdk-${version}.tgz`,
  `crier-${version}.cdx.json`,
]
const { at, git, run } = project()
const state = () => [git('status', '--porcelain'), git('rev-parse', 'HEAD'), git('tag')]

test('everything that stands in the way of a release is said at once', () => {
  const before = state()
  const { stderr: usage, ...told } = run('release.ts', '0.2.0', '--force')
  assert.deepEqual(told, { code: 1, stdout: '' })
  assert.match(usage, /^npm run release -- VERSION/)
  const problems = (version: string, into?: string) => problemsOf({ root: at, version, into })
  assert.deepEqual(problems(next), [])
  for (const version of ['0.2', '0.2.0-rc.1', 'v0.2.0', '00.2.0', '1.2.3.4'])
    assert.match(problems(version).join(), /^“.*” is no version: give three numbers/, version)
  assert.deepEqual(problems('0.1.0').slice(-1), ['CHANGELOG.md has 0.1.0 already.'])

  git('switch', '--quiet', '--create', 'other')
  git('tag', 'v0.0.9')
  writeFileSync(join(at, 'CHANGELOG.md'), '# Changelog\n\n## Unreleased\n')
  writeFileSync(join(at, 'stray'), '')
  const manifest = read('web/package.json', at)
  writeFileSync(join(at, 'web/package.json'), manifest.replace(current, '0.0.7'))
  const refused = run('release.ts', '0.0.9', '--into', at)
  assert.deepEqual([refused.code, refused.stdout], [1, ''])
  assert.deepEqual(refused.stderr.trim().split('\n'), [
    `0.0.9 is not newer than ${current}.`,
    'This is other: releases are made of main.',
    'Not committed: CHANGELOG.md, web/package.json, stray.',
    'The tag v0.0.9 is there already.',
    'CHANGELOG.md says nothing under “Unreleased”.',
    `web/package.json says 0.0.7, package.json ${current}.`,
    `${at} is not empty.`,
  ])
  git('checkout', '--quiet', '.')
  rmSync(join(at, 'stray'))
  git('switch', '--quiet', 'main')
  git('tag', '--delete', 'v0.0.9')
  assert.deepEqual(state(), before)
})

test('a dry run makes and tells everything, and changes nothing', () => {
  const before = state()
  const { code, stdout, stderr } = run('release.ts', next, '--dry-run')
  assert.equal(code, 0, stderr)
  assert.match(stdout, new RegExp(`This would be ${next}, after ${current}: 2 entries`))
  for (const name of made(next))
    assert.match(stdout, new RegExp(`^  ${name.replaceAll('.', '\\.')} .* [0-9a-f]{64}$`, 'm'))
  assert.match(stdout, /Nothing was changed here\.\n$/)
  assert.deepEqual(state(), before)
  assert.ok(!existsSync(join(at, 'release')))
})

test('a release is a commit, a tag and files, and the tag makes the same files again', () => {
  const { code, stdout, stderr } = run('release.ts', next)
  assert.equal(code, 0, stderr)
  assert.match(stdout, new RegExp(`git push origin main v${next}\n$`))
  const [status, head, tags] = state()
  assert.equal(status, '')
  assert.equal(tags, `v${next}`)
  assert.equal(git('rev-parse', `v${next}^{commit}`), head)
  assert.equal(git('log', '-1', '--format=%an %s', 'HEAD'), `Ada Release ${next}`)
  const changed = git('show', '--name-only', '--format=', 'HEAD').split('\n')
  assert.deepEqual(
    changed.toSorted(),
    ['CHANGELOG.md', ...PLACES.map(({ file }) => file)].toSorted(),
  )
  assert.deepEqual(disagreements(at, next), [])
  assert.match(read('CHANGELOG.md', at), new RegExp(`^## ${next} - \\d{4}-\\d\\d-\\d\\d$`, 'm'))

  const files = join(at, 'release', next)
  const names = made(next)
  assert.deepEqual(readdirSync(files).toSorted(), [...names, 'SHA256SUMS', 'notes.md'].toSorted())
  const sums = names.map((name) => {
    const sum = createHash('sha256')
      .update(readFileSync(join(files, name)))
      .digest('hex')
    return `${sum}  ${name}\n`
  })
  assert.equal(read('SHA256SUMS', files), sums.join(''))
  assert.equal(read('notes.md', files), '### Added\n\n- One.\n- Two.\n  - More.\n')
  assert.ok(valid(JSON.parse(read(`crier-${next}.cdx.json`, files))))
  const source = gunzipSync(readFileSync(join(files, names[0] ?? ''))).toString('latin1')
  assert.ok(
    source.includes(`crier-${next}/sdk/index.ts\0`) &&
      !source.includes(`crier-${next}/node_modules`),
  )

  const again = join(folder, 'again')
  assert.match(
    run('artefacts.ts', again, '--tag', 'v1.2.3').stderr,
    /v1\.2\.3 is not the tag of 97/,
  )
  const told = run('artefacts.ts', again, '--tag', `v${next}`)
  assert.equal(told.code, 0, told.stderr)
  assert.equal(read('SHA256SUMS', again), sums.join(''))
  assert.match(run('artefacts.ts', again).stderr, /again is not empty/)
})
