import assert from 'node:assert/strict'
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '..')

interface Permission {
  path: RegExp
  /** Only the compiler may see it. */
  types?: true
}

const layer = (name: string): Permission => ({ path: new RegExp(`^server/${name}/`) })
const rules = layer('rules')
const store = layer('store')
const blobs = layer('blobs')
const kit: Permission = { path: /^platforms\/kit\/[^/]+\.ts$/ }
const contract: Permission = { path: /^platforms\/(platform|tools|evidence)\.ts$/ }
const platforms: Permission = { path: /^platforms\/(kit\/)?[^/]+\.ts$/ }

/** Who may import whom; a layer may always import itself. What is not named here is free: the root, tools and tests. */
const may: readonly { from: RegExp; to: readonly Permission[] }[] = [
  { from: /^server\/rules\//, to: [{ path: /^platforms\/kit\/(checks|codes|links|thread)\.ts$/ }] },
  { from: /^server\/store\//, to: [rules] },
  { from: /^server\/blobs\//, to: [rules] },
  { from: /^server\/database\//, to: [store] },
  { from: /^server\/access\//, to: [rules, store] },
  { from: /^server\/people\//, to: [rules, store, layer('access')] },
  { from: /^server\/notices\//, to: [rules, store] },
  { from: /^server\/mail\//, to: [rules, store] },
  {
    from: /^server\/webhooks\//,
    to: [
      rules,
      store,
      layer('access'),
      { path: /^platforms\/kit\/retry-after\.ts$/ },
      { path: /^server\/publishing\/waker\.ts$/ },
    ],
  },
  { from: /^server\/backup\//, to: [rules, store, blobs, layer('database')] },
  { from: /^server\/events\//, to: [rules, store, layer('database')] },
  {
    from: /^server\/operations\//,
    to: [
      rules,
      store,
      blobs,
      layer('intake'),
      { path: /^platforms\/platform\.ts$/, types: true },
      { path: /^platforms\/(catalog|kit\/checks|[^/]+\/manifest)\.ts$/ },
    ],
  },
  {
    from: /^server\/surfaces\//,
    to: [
      rules,
      layer('operations'),
      layer('access'),
      layer('people'),
      blobs,
      layer('intake'),
      { path: /^server\/store\/schema\.ts$/, types: true },
      { path: /^server\/metrics\/door\.ts$/, types: true },
    ],
  },
  { from: /^server\/metrics\//, to: [rules, store] },
  {
    from: /^server\/telemetry\//,
    to: [rules, { path: /^server\/store\/trip\.ts$/, types: true }],
  },
  { from: /^server\/probing\//, to: [rules] },
  { from: /^server\/checkup\//, to: [rules] },
  { from: /^server\/intake\//, to: [rules, store, blobs, layer('probing')] },
  { from: /^server\/connecting\//, to: [rules, store, platforms] },
  { from: /^server\/publishing\//, to: [rules, store, blobs, platforms, layer('connecting')] },
  { from: /^server\/chores\//, to: [rules, store, blobs, platforms, layer('connecting')] },
  // It runs wherever there is a fetch.
  { from: /^sdk\//, to: [{ path: /^sdk\// }] },
  // The dashboard speaks to the service as any other page would: through the SDK, which it imports by its name.
  { from: /^web\//, to: [{ path: /^web\// }] },
  { from: /^server\/outbound\//, to: [{ ...contract, types: true }] },
  { from: /^server\/unfurling\//, to: [{ ...contract, types: true }] },
  // It is read before anything is put together.
  { from: /^server\/config\//, to: [rules, { ...contract, types: true }] },
  // An emulator is written from the platform's documents: were it to share a line with the connector, both would be wrong alike.
  // What emulators share is theirs alone: Meta's platforms are one Graph API.
  { from: /^sandbox\/kit\//, to: [] },
  { from: /^sandbox\/(service|feed)\//, to: [{ path: /^sandbox\// }] },
  { from: /^sandbox\//, to: [{ path: /^sandbox\/kit\// }] },
  { from: /^platforms\/kit\//, to: [contract] },
  { from: /^platforms\/meta\//, to: [contract, kit] },
  {
    from: /^platforms\/[^/]+\//,
    to: [contract, kit, { path: /^platforms\/meta\/[^/]+\.ts$/ }],
  },
  {
    from: /^platforms\/[^/]+\.ts$/,
    to: [platforms, { path: /^platforms\/[^/]+\/connector\.ts$/ }],
  },
]

const files = globSync(
  [
    '{server,platforms,sandbox,cli,sdk,bench,chaos,scripts,site,test}/**/*.ts',
    'web/{*,src/**/*}.{ts,tsx}',
  ],
  { exclude: ['sdk/dist/**'], cwd: root },
)
const isTest = (file: string) => /(^|\/)test\//.test(file) || file.endsWith('.test.ts')
/** What stands beside tests for their sake; no source may import it. */
const isForTests = (file: string) =>
  isTest(file) ||
  /\/(testing|harness|stub)[^/]*\.ts$|-harness\.ts$|\berror-rows\.ts$|^server\/blobs\/conformance\.ts$/.test(
    file,
  )
const sources = files.filter((file) => !isForTests(file))
const textOf = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]))

test('every layer imports only what it may', () => {
  const offences = sources.flatMap((file) => {
    const rule = may.find(({ from }) => from.test(file))
    if (!rule) return []
    return importsOf(file)
      .filter(({ target }) => !sameLayer(file, target))
      .filter(({ target, typesOnly }) => {
        return !rule.to.some(({ path, types }) => path.test(target) && (typesOnly || !types))
      })
      .map(({ target }) => `${file} imports ${target}`)
  })
  assert.deepEqual(offences, [])
})

test('every layer has its line in the table', () => {
  const layers = readdirSync(join(root, 'server'), { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  )
  const free = layers.filter(
    ({ name }) => name !== 'app' && !may.some(({ from }) => from.test(`server/${name}/`)),
  )
  assert.deepEqual(
    free.map(({ name }) => name),
    [],
  )
})

test('only the process, tests, experiments and the command line import the composition root', () => {
  const offences = sources.filter(
    (file) =>
      !/^(bench|chaos|cli)\/|^server\/app\/(run|api-process)\.ts$/.test(file) &&
      importsOf(file).some(({ target }) => target === 'server/app/start.ts'),
  )
  assert.deepEqual(offences, [])
})

test('no layer imports what puts everything together', () => {
  const offences = sources.flatMap((file) =>
    /^(server\/(?!app\/)[^/]+\/|platforms\/|sandbox\/)/.test(file)
      ? importsOf(file)
          .filter(({ target }) => /^server\/(app\/|[^/]+\.ts$)/.test(target))
          .map(({ target }) => `${file} imports ${target}`)
      : [],
  )
  assert.deepEqual(offences, [])
})

test('no source imports a test or what was made for tests', () => {
  const offences = sources
    .filter((file) => !/^(bench|chaos|scripts)\//.test(file))
    .flatMap((file) =>
      importsOf(file)
        .filter(({ target }) => isForTests(target))
        .map(({ target }) => `${file} imports ${target}`),
    )
  assert.deepEqual(offences, [])
})

test('only test files have hooks at their top level: a module that two of them share is loaded once', () => {
  const offences = files.filter(
    (file) =>
      // The tests of these two are no part of a whole run.
      !/\.test\.ts$|^test\/(pictures|first-minute)\//.test(file) &&
      /^(before|after)(Each)?\(/m.test(textOf.get(file) ?? ''),
  )
  assert.deepEqual(offences, [])
})

test('no test waits inside of a page: its rules let a text be evaluated the first time only, and who waits longer fails', () => {
  const waiting = /\bwaitForFunction\(\s*['"`]/
  assert.deepEqual(
    files.filter((file) => waiting.test(textOf.get(file) ?? '')),
    [],
  )
})

test('no files import each other in a circle, types included', () => {
  const circles: string[] = []
  const done = new Set<string>()
  const walk = (file: string, way: readonly string[]) => {
    const start = way.indexOf(file)
    if (start >= 0) circles.push([...way.slice(start), file].join(' → '))
    if (start >= 0 || done.has(file)) return
    for (const { target } of importsOf(file)) if (textOf.has(target)) walk(target, [...way, file])
    done.add(file)
  }
  for (const file of files) walk(file, [])
  assert.deepEqual(circles, [])
})

test('every import leads to a file', () => {
  const offences = files.flatMap((file) =>
    importsOf(file)
      .filter(({ target }) => /\.tsx?$/.test(target) && !textOf.has(target))
      .map(({ target }) => `${file} imports ${target}`),
  )
  assert.deepEqual(offences, [])
})

test('the environment is read in the configuration only', () => {
  // Tools that start the service as a child are outside of it: they make the environment that it reads.
  const exempt = /^(server\/config\/|scripts\/(test|mutate)\.ts$|bench\/|chaos\/)/
  const readers = sources.filter(
    (file) => /\bprocess\s*\.\s*env\b/.test(textOf.get(file) ?? '') && !exempt.test(file),
  )
  assert.deepEqual(readers, [])
})

const linesOf = (file: string) => textOf.get(file)?.trimEnd().split('\n').length ?? 0

test('no file that people write is longer than 400 lines', () => {
  assert.deepEqual(
    files.filter((file) => !file.endsWith('generated.ts') && linesOf(file) > 400),
    [],
  )
})

test('the SDK stands on nothing but what every runtime has', () => {
  const sdk = files.filter((file) => /^sdk\/(measure\/)?[^/]+\.ts$/.test(file))
  assert.ok(sdk.length > 3)
  const offences = sdk.filter((file) =>
    /from '(?!\.\/)|\bprocess\b|\bBuffer\b/.test(textOf.get(file) ?? ''),
  )
  assert.deepEqual(offences, [])
})

test('nothing is of type any', () => {
  const offences = files.filter((file) =>
    /(:|<|\bas|=|\|)\s*any\b(\[\]|[\s,;)>=|]|$)/m.test(withoutTexts(textOf.get(file) ?? '')),
  )
  assert.deepEqual(offences, [])
})

function importsOf(file: string) {
  const source = textOf.get(file) ?? ''
  const statements = [...source.matchAll(/^(?:import|export)\s([^'";=(]*?)from\s+'([^']+)'/gm)].map(
    ([, names = '', specifier = '']) => ({ names, specifier }),
  )
  const bare = [...source.matchAll(/^import '([^']+)'|\bimport\('([^']+)'\)/gm)].map(
    ([, effect, dynamic]) => ({ names: 'effect', specifier: effect ?? dynamic ?? '' }),
  )
  return [...statements, ...bare].flatMap(({ names, specifier }) => {
    const target = resolve(file, specifier)
    return target === undefined ? [] : [{ target, typesOnly: onlyTypes(names) }]
  })
}

function resolve(file: string, specifier: string) {
  if (/^#(platforms|sandbox)\//.test(specifier)) return specifier.slice(1)
  if (specifier.startsWith('#')) return `server/${specifier.slice(1)}`
  if (specifier.startsWith('.')) return relative(root, join(root, dirname(file), specifier))
  return undefined
}

function onlyTypes(names: string) {
  if (/^type\b/.test(names.trim())) return true
  const [, list] = /^\{([^}]*)\}\s*$/.exec(names.trim()) ?? []
  const each = (list ?? '').split(',').flatMap((name) => name.trim() || [])
  return each.length > 0 && each.every((name) => name.startsWith('type '))
}

/** Two files of one layer, of one platform, or of one emulator. */
function sameLayer(file: string, target: string) {
  const [a, b] = [file, target].map(
    (path) => /^(server|platforms|sandbox)\/[^/]+(?=\/)/.exec(path)?.[0] ?? path,
  )
  return a === b
}

function withoutTexts(source: string) {
  return source.replace(/\/\*[\s\S]*?\*\/|\/\/.*|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`/g, "''")
}
