/** The files of a release, made of what is committed: the same commit gives the same bytes. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { notesOf } from './changelog.ts'
import { git } from './git.ts'
import { versionOf } from './places.ts'
import { ReleaseRefused } from './problems.ts'
import { sbomOf } from './sbom.ts'

export interface Artefact {
  name: string
  size_bytes: number
  sha256: string
}

export interface Artefacts {
  version: string
  /** What CHANGELOG.md says of the version. */
  notes: string
  files: Artefact[]
  /** Packages of the bill of materials, and how many of them are there without a hash. */
  components: number
  unsealed: number
}

/** Into a folder, which is made: source, service, SDK, bill of materials, their checksums and the notes. */
export function makeArtefacts(root: string, folder: string): Artefacts {
  const version = versionOf(root)
  const notes = notesOf(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), version)
  if (!notes) throw new ReleaseRefused([`CHANGELOG.md says nothing of ${version}.`])
  mkdirSync(folder, { recursive: true })

  const source = join(folder, `crier-${version}.tar.gz`)
  writeFileSync(source, archiveOf(root, version))
  const service = packed(root, 'pack.ts', folder)
  const sdk = packed(root, 'pack-sdk.ts', folder)
  const at = new Date(git(root, 'log', '-1', '--format=%aI'))
  const bill = sbomOf(root, { version, at })
  const sbom = join(folder, `crier-${version}.cdx.json`)
  writeFileSync(sbom, `${JSON.stringify(bill, null, 2)}\n`)

  const files = [source, service, sdk, sbom].map(artefactOf)
  const sums = files.map(({ name, sha256 }) => `${sha256}  ${name}\n`)
  writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''))
  writeFileSync(join(folder, 'notes.md'), `${notes}\n`)
  const { components } = bill
  const unsealed = components.filter(({ hashes }) => !hashes).length
  return { version, notes, files, components: components.length, unsealed }
}

function archiveOf(root: string, version: string) {
  const words = ['archive', '--format=tar', `--prefix=crier-${version}/`, 'HEAD']
  // Compressed here, since what git would call differs from system to system.
  return gzipSync(execFileSync('git', words, { cwd: root, maxBuffer: 2 ** 30 }), { level: 9 })
}

/** By the script of that version, which says the name of the file last. */
function packed(root: string, script: string, folder: string) {
  const pack = join(root, 'scripts', script)
  const said = execFileSync(process.execPath, [pack, folder], { encoding: 'utf8' })
  const file = said.trim().split('\n').at(-1) ?? ''
  if (existsSync(file)) return file
  throw new ReleaseRefused([
    'npm has packed nothing. A flag belongs behind “--”: npm run release -- 0.2.0 --dry-run.',
  ])
}

function artefactOf(path: string): Artefact {
  const bytes = readFileSync(path)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return { name: basename(path), size_bytes: bytes.length, sha256 }
}
