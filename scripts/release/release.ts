/** Makes a version of what is on main: in a copy, from which the tree gets all of it at once or nothing. */
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Artefacts, makeArtefacts } from './artefacts.ts'
import { withVersion } from './changelog.ts'
import { git } from './git.ts'
import { versionOf, writeVersion } from './places.ts'
import { type Asked, BRANCH, problemsOf, ReleaseRefused } from './problems.ts'

export interface ReleaseOptions extends Asked {
  /** Everything is made, and nothing stays but what `into` asks for. */
  dry_run: boolean
  now: Date
}

export interface Released extends Artefacts {
  /** The version before. */
  before: string
  /** What the release changed. */
  changed: string[]
}

/** Throws ReleaseRefused with everything that stands in the way. */
export function release(options: ReleaseOptions): Released {
  const { root, version, into, dry_run, now } = options
  const problems = problemsOf(options)
  if (problems.length > 0) throw new ReleaseRefused(problems)
  const before = versionOf(root)
  const folder = mkdtempSync(join(tmpdir(), 'crier-release-'))
  try {
    const copy = join(folder, 'crier')
    git(root, 'clone', '--quiet', '--branch', BRANCH, root, copy)
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction')
    const changed = change(copy, version, now)
    commit(root, copy, { version, now, changed })
    const made = join(folder, 'files')
    const artefacts = makeArtefacts(copy, made)
    if (!dry_run) take(root, copy, version)
    if (into !== undefined) cpSync(made, into, { recursive: true })
    return { ...artefacts, before, changed }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function change(copy: string, version: string, now: Date) {
  const changelog = join(copy, 'CHANGELOG.md')
  writeFileSync(changelog, withVersion(readFileSync(changelog, 'utf8'), version, now))
  return ['CHANGELOG.md', ...writeVersion(copy, version)]
}

/** In the name of whoever releases, whom the copy does not know. */
function commit(
  root: string,
  copy: string,
  { version, now, changed }: { version: string; now: Date; changed: string[] },
) {
  const who = ['user.name', 'user.email'].flatMap((key) => [
    '-c',
    `${key}=${git(root, 'config', key)}`,
  ])
  const message = ['--message', `Release ${version}`, '--date', now.toISOString()]
  git(copy, ...who, 'commit', '--quiet', ...message, '--', ...changed)
  git(copy, ...who, 'tag', '--annotate', `v${version}`, '--message', `Crier ${version}`)
}

/** The commit first: where main has moved meanwhile, git refuses, and there is no tag. */
function take(root: string, copy: string, version: string) {
  git(root, 'fetch', '--quiet', '--no-tags', copy, BRANCH)
  git(root, 'merge', '--quiet', '--ff-only', 'FETCH_HEAD')
  git(root, 'fetch', '--quiet', copy, `refs/tags/v${version}:refs/tags/v${version}`)
}
