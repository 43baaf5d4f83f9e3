/** What stands in the way of a release: all of it, in sentences. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { changelogProblems } from './changelog.ts'
import { gitIfAny } from './git.ts'
import { disagreements, versionOf } from './places.ts'

export const BRANCH = 'main'

const VERSION = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/
/** More are counted only. */
const FILES_NAMED = 5

export interface Asked {
  root: string
  version: string
  /** Where the files go; undefined: nowhere that stays. */
  into: string | undefined
}

/** One sentence for each thing that stands in the way. */
export class ReleaseRefused extends Error {
  override readonly name = 'ReleaseRefused'
  readonly problems: readonly string[]
  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}

export function problemsOf({ root, version, into }: Asked): string[] {
  const before = versionOf(root)
  const page = readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
  const branch = gitIfAny(root, 'branch', '--show-current')
  const who = ['user.name', 'user.email'].filter((key) => !gitIfAny(root, 'config', key))
  return [
    ...numberProblems(version, before),
    ...(branch === BRANCH
      ? []
      : [`This is ${branch || 'no branch'}: releases are made of ${BRANCH}.`]),
    ...treeProblems(root),
    ...(gitIfAny(root, 'tag', '--list', `v${version}`)
      ? [`The tag v${version} is there already.`]
      : []),
    ...who.map((key) => `git does not know your ${key}.`),
    ...changelogProblems(page, version),
    ...disagreements(root, before),
    ...(into !== undefined && isTaken(into) ? [`${into} is not empty.`] : []),
  ]
}

/** Nobody’s files are written over. */
export function isTaken(folder: string): boolean {
  return existsSync(folder) && readdirSync(folder).length > 0
}

function numberProblems(version: string, before: string) {
  if (!VERSION.test(version))
    return [`“${version}” is no version: give three numbers, such as 0.2.0.`]
  return isNewer(version, before) ? [] : [`${version} is not newer than ${before}.`]
}

/** As https://semver.org orders them; ours are without further parts. */
export function isNewer(version: string, than: string): boolean {
  const [ours, theirs] = [version, than].map((each) => each.split('.').map(Number))
  const at = [0, 1, 2].find((index) => ours?.[index] !== theirs?.[index]) ?? 0
  return (ours?.[at] ?? 0) > (theirs?.[at] ?? 0)
}

function treeProblems(root: string) {
  const changed = gitIfAny(root, 'status', '--porcelain').split('\n').filter(Boolean)
  if (changed.length === 0) return []
  const named = changed.slice(0, FILES_NAMED).map((line) => line.trim().replace(/^\S+\s+/, ''))
  const more = changed.length > FILES_NAMED ? ` and ${changed.length - FILES_NAMED} more` : ''
  return [`Not committed: ${named.join(', ')}${more}.`]
}
