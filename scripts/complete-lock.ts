/**
 * `node scripts/complete-lock.ts`, after changing dependencies: adds to package-lock.json the optional packages of other
 * platforms that npm left out because it could not look them up here. Without them `npm ci` refuses the lock file. What
 * has no hash gets the one that the registry tells, as far as it has the package by now.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const Entry = z.object({
  optionalDependencies: z.record(z.string(), z.string()).optional(),
  dev: z.boolean().optional(),
  license: z.string().optional(),
  engines: z.record(z.string(), z.string()).optional(),
})
/** Read loosely, so that what is written keeps npm's order of fields. */
const Bag = z.record(z.string(), z.unknown())

const systems = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32']
const processors = ['arm', 'arm64', 'ia32', 'loong64', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64']

const file = join(import.meta.dirname, '../package-lock.json')
const lock = Bag.parse(JSON.parse(readFileSync(file, 'utf8')))
const { '': root, ...packages } = Bag.parse(lock['packages'])
const added: typeof packages = {}

for (const [path, entry] of Object.entries(packages)) {
  const { optionalDependencies = {}, dev, license, engines } = Entry.parse(entry)
  for (const [name, version] of Object.entries(optionalDependencies)) {
    const key = `node_modules/${name}`
    if (packages[key] || packages[`${path}/${key}`]) continue
    const platform = platformOf(name)
    if (!platform) throw new Error(`${name} does not say for which platform it is.`)
    added[key] = {
      version,
      ...platform,
      optional: true,
      ...(dev && { dev }),
      ...(license && { license }),
      ...(engines && { engines }),
    }
  }
}

const Sealable = z.looseObject({
  version: z.string(),
  link: z.boolean().optional(),
  integrity: z.string().optional(),
})
let sealed = 0
let unsealed = 0
for (const [path, entry] of Object.entries({ ...packages, ...added })) {
  const parsed = Sealable.safeParse(entry)
  if (!path.includes('node_modules/') || !parsed.success) continue
  const { version, link, integrity } = parsed.data
  if (link || integrity) continue
  const hash = integrityOf(`${path.split('node_modules/').at(-1)}@${version}`)
  if (hash === undefined) unsealed += 1
  else sealed += 1
  if (hash) added[path] = { version, integrity: hash, ...Bag.parse(entry) }
}

const sorted = Object.entries({ ...packages, ...added }).sort(([a], [b]) => (a < b ? -1 : 1))
const complete = { ...lock, packages: { '': root, ...Object.fromEntries(sorted) } }
writeFileSync(file, `${JSON.stringify(complete, null, 2)}\n`)
const fresh = Object.keys(added).filter((path) => !packages[path]).length
process.stdout.write(
  `${fresh} packages added, ${sealed} hashes; ${unsealed} are without one still\n`,
)

function integrityOf(named: string): string | undefined {
  try {
    const flags = { encoding: 'utf8' as const, stdio: 'pipe' as const }
    return execFileSync('npm', ['view', named, 'dist.integrity'], flags).trim() || undefined
  } catch {
    return undefined
  }
}

/** Platform packages carry it in their names: `@oxfmt/binding-linux-x64-musl`. */
function platformOf(name: string) {
  const words = name.split(/[/-]/)
  const os = words.find((word) => systems.includes(word))
  const cpu = words.find((word) => processors.includes(word))
  // WebAssembly runs on every system, and declares none.
  if (!cpu || (!os && cpu !== 'wasm32')) return undefined
  const libc = words.includes('musl') ? ['musl'] : words.includes('gnu') ? ['glibc'] : undefined
  return { ...(os && { os: [os] }), cpu: [cpu], ...(libc && { libc }) }
}
