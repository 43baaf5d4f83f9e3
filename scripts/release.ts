/**
 * `npm run release -- 0.2.0 [--dry-run] [--into FOLDER]`: makes a version of what is on main, with its commit, its tag
 * and its files (into release/0.2.0); publishes nothing. `--dry-run` makes all of it in a copy, and tells what it would be.
 */
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { entriesIn } from './release/changelog.ts'
import { ReleaseRefused } from './release/problems.ts'
import { release } from './release/release.ts'
import { shown } from './release/shown.ts'

const USAGE =
  'npm run release -- VERSION [--dry-run] [--into FOLDER], such as npm run release -- 0.2.0'
const root = join(import.meta.dirname, '..')

process.exitCode = run(process.argv.slice(2))

function run(words: string[]): number {
  const asked = read(words)
  if (!asked) return refuse([USAGE])
  const { version, dry_run } = asked
  const into = asked.into ?? (dry_run ? undefined : join(root, 'release', version))
  try {
    const released = release({ root, version, dry_run, into, now: new Date() })
    const { notes, before, changed } = released
    const lines = [
      `${dry_run ? 'This would be' : 'This is'} ${version}, after ${before}: ${entriesIn(notes)} entries in CHANGELOG.md.`,
      `Commit “Release ${version}”, tag v${version}: ${changed.join(', ')}.`,
      shown(released),
      ...(into === undefined ? [] : [`The files are in ${into}.`]),
      dry_run
        ? 'Nothing was changed here.'
        : `Nothing is published yet. That does it: git push origin main v${version}`,
    ]
    process.stdout.write(`${lines.join('\n')}\n`)
    return 0
  } catch (error) {
    if (error instanceof ReleaseRefused) return refuse(error.problems)
    throw error
  }
}

function read(words: string[]) {
  try {
    const options = { 'dry-run': { type: 'boolean' }, into: { type: 'string' } } as const
    const { values, positionals } = parseArgs({ args: words, allowPositionals: true, options })
    const [version, ...more] = positionals
    if (version === undefined || more.length > 0) return undefined
    const into = values.into === undefined ? undefined : resolve(values.into)
    return { version, dry_run: values['dry-run'] ?? false, into }
  } catch {
    return undefined
  }
}

function refuse(problems: readonly string[]) {
  process.stderr.write(`${problems.join('\n')}\n`)
  return 1
}
