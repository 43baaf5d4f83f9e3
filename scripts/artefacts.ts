/**
 * `npm run artefacts -- FOLDER [--tag v0.2.0]`: makes the files of the version that is checked out. With `--tag` only if
 * that is its tag.
 */
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { makeArtefacts } from './release/artefacts.ts'
import { gitIfAny } from './release/git.ts'
import { versionOf } from './release/places.ts'
import { isTaken } from './release/problems.ts'
import { shown } from './release/shown.ts'

const root = join(import.meta.dirname, '..')
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { tag: { type: 'string' } },
})
const folder = resolve(positionals[0] ?? 'release')
const version = versionOf(root)
const changed = gitIfAny(root, 'status', '--porcelain', '--untracked-files=no')
const problems = [
  ...(values.tag === undefined || values.tag === `v${version}`
    ? []
    : [`${values.tag} is not the tag of ${version}.`]),
  ...(changed ? ['What is here is not what is committed.'] : []),
  ...(isTaken(folder) ? [`${folder} is not empty.`] : []),
]
if (problems.length > 0) {
  process.stderr.write(`${problems.join('\n')}\n`)
  process.exitCode = 1
} else process.stdout.write(`${shown(makeArtefacts(root, folder))}\n`)
