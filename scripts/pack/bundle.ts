/**
 * The packages that the service needs, inside its own: whoever installs it gets the bytes that were tested, and not what
 * has come out since. Those made for one system stay outside, each by its version, so that everybody gets theirs only.
 */
import { cpSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type LockLine, lockLines, nameOf, placesNeeded } from '../lock.ts'

export interface Bundle {
  /** Versions, by name, of what is inside. */
  inside: Record<string, string>
  /** Of what npm brings. */
  outside: Record<string, string>
}

export function bundleOf(root: string): Bundle {
  const lines = lockLines(root)
  // What those need themselves comes with them.
  const places = placesNeeded(lines, (line) => !isForOneSystem(line)).map((path) => ({
    path,
    line: lines[path],
    name: nameOf(path, lines[path]),
  }))
  const outside = places.filter(({ line }) => line && isForOneSystem(line))
  const inside = places.filter(({ path, line }) => line && !isForOneSystem(line) && isOnTop(path))
  return { inside: versionsOf(inside), outside: versionsOf(outside) }
}

const versionsOf = (places: readonly { name: string; line: LockLine | undefined }[]) =>
  Object.fromEntries(places.map(({ name, line }) => [name, line?.version ?? '']))

/** As npm has installed them here. */
export function copyBundle(root: string, { inside }: Bundle, folder: string): void {
  for (const name of Object.keys(inside)) copyPackage(root, name, folder)
}

export function copyPackage(root: string, name: string, folder: string) {
  cpSync(placeOf(root, name), placeOf(folder, name), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !isForReaders(basename(path)),
  })
}

/** Of a package, below a root. */
export const placeOf = (root: string, name: string) => join(root, 'node_modules', name)

/** For compilers, linkers, debuggers and people, half of all files; what the licences ask for comes along. */
function isForReaders(name: string) {
  return (
    /\.(map|[cm]?ts|md|markdown|flow|a|h)$/i.test(name) && !/licen[cs]e|notice|copying/i.test(name)
  )
}

const isForOneSystem = ({ os, cpu }: LockLine) => os !== undefined || cpu !== undefined
const isOnTop = (path: string) => !path.includes('/node_modules/')
