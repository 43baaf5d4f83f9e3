/** The service as others install it: JavaScript, the dashboard as it was built, and what npm has to know. */
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import { lockLines, placesNeeded } from '../lock.ts'
import { type Module, modulesOf } from './modules.ts'

/** On npm, `crier` is a program of somebody else. */
const NAME = '@crier/service'
/** What starts by itself, under any Node; the rest runs under ours. */
const PROGRAMS = ['crier.mjs', 'health.mjs']
/** Whoever has no clone reads here what the help names; the facts and decisions are for developers. */
const PAGES = [
  'LICENSE',
  'CHANGELOG.md',
  'SECURITY.md',
  'docs/*.md',
  'docs/platforms/*.md',
  'deploy/{kubernetes,proxies,systemd}/*',
  'deploy/helm/**/*.*',
]

const Names = z.record(z.string(), z.string())
const Manifest = z.object({
  version: z.string(),
  description: z.string(),
  license: z.string(),
  type: z.string(),
  imports: Names,
  dependencies: Names,
  optionalDependencies: Names,
})

/** Into an empty folder; the dashboard must have been built. Answers with the modules. */
export function layOut(root: string, folder: string): Module[] {
  const dashboard = join(root, 'web/dist')
  if (!existsSync(join(dashboard, 'index.html')))
    throw new Error('The dashboard is not built: node scripts/build-web.mjs')
  const modules = modulesOf(root)
  for (const { path, code } of modules) write(folder, path, code)
  // Its list of what came of which file has paths of this machine, and is for measuring only.
  const filter = (path: string) => basename(path) !== '.vite'
  cpSync(dashboard, join(folder, 'web/dist'), { recursive: true, filter })
  for (const name of PROGRAMS) {
    copy(join(root, 'cli/launch', name), join(folder, 'bin', name))
    chmodSync(join(folder, 'bin', name), 0o755)
  }
  for (const page of globSync(PAGES, { cwd: root })) copy(join(root, page), join(folder, page))
  copy(join(root, 'scripts/pack/README.md'), join(folder, 'README.md'))

  const manifest = manifestOf(root)
  write(folder, 'package.json', json(manifest))
  write(folder, 'npm-shrinkwrap.json', json(shrinkwrapOf(root, manifest)))
  return modules
}

function manifestOf(root: string) {
  const read = readFileSync(join(root, 'package.json'), 'utf8')
  const { version, description, license, type, ...needs } = Manifest.parse(JSON.parse(read))
  return {
    name: NAME,
    version,
    description,
    license,
    type,
    bin: { crier: 'bin/crier.mjs' },
    // It brings the Node that it runs on.
    engines: { node: '>=20' },
    ...needs,
  }
}

function write(folder: string, path: string, text: string) {
  const place = join(folder, path)
  mkdirSync(dirname(place), { recursive: true })
  writeFileSync(place, text)
}

function copy(from: string, to: string) {
  mkdirSync(dirname(to), { recursive: true })
  copyFileSync(from, to)
}

const json = (value: object) => `${JSON.stringify(value, null, 2)}\n`

const Bag = z.record(z.string(), z.unknown())
const Lock = z.looseObject({ packages: z.record(z.string(), Bag) })

/**
 * npm-shrinkwrap.json of the package: the part of package-lock.json that the service needs. npm obeys it wherever the
 * package is installed, so everybody gets the versions that were tested, by their hashes.
 * `manifest`: the package.json that it stands beside.
 */
function shrinkwrapOf(root: string, manifest: Readonly<Record<string, unknown>>) {
  const { packages } = Lock.parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')))
  const { name, version, license, bin, engines, dependencies, optionalDependencies } = manifest
  const own = { name, version, license, dependencies, bin, engines, optionalDependencies }
  const needed = placesNeeded(lockLines(root)).map((path) => [path, unmarked(packages[path])])
  return {
    name,
    version,
    lockfileVersion: 3,
    requires: true,
    packages: { '': own, ...Object.fromEntries(needed) },
  }
}

/** Nothing in it is for development only, whoever else needs it for that. */
function unmarked({ devOptional, ...line }: Record<string, unknown> = {}) {
  return devOptional ? { ...line, optional: true } : line
}
