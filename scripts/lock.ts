/** What package-lock.json says of the packages that a service is started with: those of development are left out. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const Names = z.record(z.string(), z.string()).default({})
const Line = z.object({
  name: z.string().optional(),
  version: z.string().default(''),
  resolved: z.string().optional(),
  integrity: z.string().optional(),
  license: z.string().optional(),
  link: z.boolean().default(false),
  dev: z.boolean().default(false),
  optional: z.boolean().default(false),
  /** Only where it fits one kind of system. */
  os: z.unknown().optional(),
  cpu: z.unknown().optional(),
  hasInstallScript: z.boolean().default(false),
  dependencies: Names,
  optionalDependencies: Names,
  peerDependencies: Names,
})
const Lock = z.object({ packages: z.record(z.string(), Line) })

/** A line of the lock file. */
export type LockLine = z.infer<typeof Line>

export interface ProductionPackage {
  name: string
  version: string
  /** As its makers wrote it: an SPDX id, or an expression of several. */
  licence: string
  /** What it must hash to; undefined where nobody could look it up. */
  integrity: string | undefined
  /** Left out where it does not fit the system. */
  optional: boolean
  /** Names and versions of those that it needs: `ms@2.1.3`. */
  needs: readonly string[]
}

/** By path, ours among them: `''` is the service, `sdk` and `web` are its workspaces. */
export function lockLines(root: string): Record<string, LockLine> {
  return Lock.parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))).packages
}

export const isForeign = (path: string, { link }: LockLine) =>
  path.includes('node_modules/') && !link

/** Each name and version once, in the order of names. */
export function productionPackages(lines: Record<string, LockLine>): ProductionPackage[] {
  const found = new Map<string, ProductionPackage>()
  for (const [path, line] of Object.entries(lines)) {
    if (!isForeign(path, line) || line.dev) continue
    const name = nameOf(path, line)
    const id = `${name}@${line.version}`
    const before = found.get(id)
    found.set(id, {
      name,
      version: line.version,
      licence: line.license ?? 'none given',
      integrity: line.integrity,
      optional: line.optional && (before?.optional ?? true),
      needs: [...new Set([...(before?.needs ?? []), ...needsOf(lines, path)])].toSorted(),
    })
  }
  return [...found.entries()].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, each]) => each)
}

/** What the service itself and its workspaces need. */
export function ownNeeds(lines: Record<string, LockLine>): string[] {
  const own = Object.keys(lines).filter((path) => !path.includes('node_modules/'))
  return [...new Set(own.flatMap((path) => needsOf(lines, path)))].toSorted()
}

function needsOf(lines: Record<string, LockLine>, path: string) {
  return placesOf(lines, path).map((at) => `${nameOf(at, lines[at])}@${lines[at]?.version}`)
}

/** Of everything that the service needs, without its workspaces. `beyond`: whether what a package needs is needed, too. */
export function placesNeeded(
  lines: Record<string, LockLine>,
  beyond: (line: LockLine) => boolean = () => true,
): string[] {
  const found = new Set<string>()
  const open = ['']
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    const line = lines[path]
    if (!line || !beyond(line)) continue
    for (const at of placesOf(lines, path)) {
      if (found.has(at)) continue
      found.add(at)
      open.push(at)
    }
  }
  return [...found].toSorted()
}

function placesOf(lines: Record<string, LockLine>, path: string) {
  const line = lines[path]
  if (!line) return []
  const asked = { ...line.peerDependencies, ...line.optionalDependencies, ...line.dependencies }
  return Object.keys(asked).flatMap((name) => {
    const at = placeOf(lines, path, name)
    const needed = at === undefined ? undefined : lines[at]
    return at === undefined || !needed || needed.dev || needed.link ? [] : [at]
  })
}

/** Where Node finds it: beside whoever asks, else further up. */
function placeOf(lines: Record<string, LockLine>, from: string, name: string) {
  for (let at = from; ; at = at.slice(0, Math.max(at.lastIndexOf('/node_modules/'), 0))) {
    const place = at === '' ? `node_modules/${name}` : `${at}/node_modules/${name}`
    if (lines[place]) return place
    if (at === '') return undefined
  }
}

export const nameOf = (path: string, line: LockLine | undefined) =>
  line?.name ?? path.split('node_modules/').at(-1) ?? path
