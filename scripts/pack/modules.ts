/**
 * The modules of the service as JavaScript: Node takes the types off its own files, but not off those of packages. They
 * keep their folders, lines and columns, so that a stack trace from a package leads to the source.
 */
import { existsSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join, posix } from 'node:path'
import { parseAst } from 'vite'
import { z } from 'zod'

/** Where processes begin; everything else is reached from there. */
export const ENTRIES = ['cli/crier.ts', 'server/main.ts']

export interface Module {
  /** Below the root, with slashes: `server/main.js`. */
  path: string
  code: string
  /** Names of packages that it imports. */
  packages: string[]
}

/** A string in the source, and where it stands. */
const Literal = z.object({
  type: z.literal('Literal'),
  value: z.string(),
  start: z.number(),
  end: z.number(),
})
type Literal = z.infer<typeof Literal>

/** What is reached from the entries, each once. */
export function modulesOf(root: string, entries: readonly string[] = ENTRIES): Module[] {
  const names = namesOf(root)
  const found = new Map<string, Module>()
  const open = [...entries]
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (found.has(path)) continue
    const { module, leads } = moduleAt(root, path, names)
    found.set(path, module)
    open.push(...leads)
  }
  return [...found.entries()].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, each]) => each)
}

function moduleAt(root: string, path: string, names: Names) {
  let code = stripped(readFileSync(join(root, path), 'utf8'))
  const { literals, imported } = literalsOf(code)
  const packages = new Set<string>()
  const leads: string[] = []
  // From behind, so that the places before stay where they are.
  for (const { value, start, end } of literals.toSorted((a, b) => b.start - a.start)) {
    const to = names.rename(path, value)
    if (to) {
      leads.push(to.path)
      code = `${code.slice(0, start)}'${to.name}'${code.slice(end)}`
    } else if (imported.has(start) && !/^(node:|[.#])/.test(value)) packages.add(packageOf(value))
  }
  const module = { path: path.replace(/\.ts$/, '.js'), code, packages: [...packages].toSorted() }
  return { module, leads }
}

/** Node says of each call that it may change. Its whole outcome is tried: by the types here, and by what runs from there. */
function stripped(source: string) {
  const own = Object.getOwnPropertyDescriptor(process, 'emitWarning') ?? {}
  Object.defineProperty(process, 'emitWarning', { ...own, value: () => {} })
  try {
    return stripTypeScriptTypes(source)
  } finally {
    Object.defineProperty(process, 'emitWarning', own)
  }
}

/** Every string of a module, and which of them are imported, by their places. */
function literalsOf(code: string): { literals: Literal[]; imported: Set<number> } {
  const literals: Literal[] = []
  const imported = new Set<number>()
  const walk = (node: unknown) => {
    if (typeof node !== 'object' || node === null) return
    if ('type' in node && 'source' in node && /^(Import|Export)/.test(String(node.type))) {
      const source = Literal.safeParse(node.source)
      if (source.success) imported.add(source.data.start)
    }
    const literal = Literal.safeParse(node)
    if (literal.success) literals.push(literal.data)
    else for (const each of Object.values(node)) walk(each)
  }
  walk(parseAst(code))
  return { literals, imported }
}

interface Names {
  /** What a string in the source `from` is called in the package, if it names a module of ours. */
  rename(from: string, name: string): { name: string; path: string } | undefined
}

const Manifest = z.object({ imports: z.record(z.string(), z.string()) })
const Exports = z.object({ name: z.string(), exports: z.record(z.string(), z.string()) })

function namesOf(root: string): Names {
  const read = (file: string): unknown => JSON.parse(readFileSync(join(root, file), 'utf8'))
  const { imports } = Manifest.parse(read('package.json'))
  const folders = Object.entries(imports)
    .map(
      ([key, target]) => [key.replace('*', ''), posix.normalize(target.replace('*', ''))] as const,
    )
    .toSorted(([a], [b]) => b.length - a.length)
  const { name: sdk, exports } = Exports.parse(read('sdk/package.json'))
  const known = (path: string) => (existsSync(join(root, path)) ? path : undefined)

  /** The source that a name stands for. */
  function sourceOf(from: string, name: string) {
    if (name === sdk || name.startsWith(`${sdk}/`)) {
      const target = exports[`.${name.slice(sdk.length)}`]
      return target && posix.join('sdk', target)
    }
    if (!name.endsWith('.ts')) return undefined
    const [key = '', folder] = folders.find(([each]) => name.startsWith(each)) ?? []
    if (folder !== undefined) return known(posix.join(folder, name.slice(key.length)))
    // A file beside it, whether it is imported or started as a process.
    return known(posix.join(dirname(from), name))
  }

  return {
    rename(from, name) {
      const path = sourceOf(from, name)
      if (!path) return undefined
      const js = path.replace(/\.ts$/, '.js')
      // The SDK is no package there.
      if (name.startsWith(sdk)) return { path, name: relative(from, js) }
      return { path, name: name.replace(/\.ts$/, '.js') }
    },
  }
}

function relative(from: string, to: string) {
  const path = posix.relative(dirname(from), to)
  return path.startsWith('.') ? path : `./${path}`
}

function packageOf(name: string) {
  return name.split('/', name.startsWith('@') ? 2 : 1).join('/')
}
