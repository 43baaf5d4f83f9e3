/** Which test files share a process in a run of the whole suite (test/group.ts). */
import { globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const folders = ['server', 'platforms', 'sandbox', 'cli', 'test', 'chaos']
/** More in one process would save little more, and a few processors would not end at the same time. */
const PER_GROUP = 8
/** What changes the process itself, or asks what it has loaded. */
const ALONE = new Set(['sandbox/service/off.test.ts', 'server/rules/clock.test.ts'])

/**
 * What takes long and seldom fails: how rooms look in their finer points, and what is large. A whole run has them where LONG is
 * 1 (see decision 277); by its name each runs in any case.
 */
export const long: ReadonlySet<string> = new Set(
  [
    'at-first-sight',
    'calendar-many',
    'calendar-month',
    'calendar-paper',
    'faces',
    'first-content',
    'foot-bar',
    'library-large',
    'library-looks',
    'no-picture',
    'offered',
    'queue-order',
    'standing',
    'twelve-hours',
  ].map((name) => `test/web/${name}.test.ts`),
)

/** Every test file of the suite, by its path within the repository. */
export function testFiles(): string[] {
  return globSync(
    folders.map((name) => `${name}/**/*.test.ts`),
    { cwd: root },
  )
}

/** Neighbours stand together, since those of a folder need much the same. Those in a browser take longest, and begin: so no processor is left with one of them at the end. */
function groupsOf(files: readonly string[]): string[][] {
  const together = files.filter((file) => !ALONE.has(file)).toSorted()
  const isSlow = (file: string) => file.startsWith('test/web/')
  return [
    ...inEights(together.filter(isSlow)),
    ...[...ALONE].map((file) => [file]),
    ...inEights(together.filter((file) => !isSlow(file))),
  ]
}

function inEights(files: readonly string[]): string[][] {
  const groups: string[][] = []
  for (let at = 0; at < files.length; at += PER_GROUP) groups.push(files.slice(at, at + PER_GROUP))
  return groups
}

/**
 * Writes a file for each group, which node's test runner runs as one.
 *
 * @param all - With what takes long.
 * @returns Their paths.
 */
export function writeGroups(all: boolean): string[] {
  const folder = join(root, 'tmp', 'test-groups')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const files = testFiles().filter((file) => all || !long.has(file))
  return groupsOf(files).map((group, index) => {
    const path = join(folder, `${String(index + 1).padStart(3, '0')}.ts`)
    writeFileSync(
      path,
      `import { testGroup } from '../../test/group.ts'\n\ntestGroup(${JSON.stringify(group, undefined, 2)})\n`,
    )
    return path
  })
}
