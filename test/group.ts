/**
 * Runs test files one after the other in one process, as `npm test` does with the whole suite: what each needs of the service is loaded and
 * compiled once for all of them, which is a third of what they cost. Each file is a test of its own name; what a file has at its top level
 * (`test`, `before`, `after`) belongs to it alone, and the next is loaded when it is over.
 */
import { after, test } from 'node:test'

/** So that a test that waits for ever fails instead. Tests inside of a file have it from the file's. */
const LIMIT_MS = 10 * 60 * 1000
/** A limit ends a test, but not a process whose tests are over and which something still keeps alive. */
const GRACE_MS = 60 * 1000

let closing: (() => Promise<unknown>)[] | undefined

/** @param files - By their path within the repository. */
export function testGroup(files: readonly string[]) {
  const ends: (() => Promise<unknown>)[] = []
  closing = ends
  for (const file of files)
    test(file, { timeout: LIMIT_MS }, async () => {
      await import(new URL(`../${file}`, import.meta.url).href)
    })
  after(async () => {
    await Promise.all(ends.map((end) => end()))
    setTimeout(() => {
      const kept = process.getActiveResourcesInfo().join(', ')
      process.stderr.write(`${files.join(', ')}: something is kept alive (${kept}).\n`)
      process.exit(1)
    }, GRACE_MS).unref()
  })
}

/**
 * What the files of a group share is closed behind the last of them.
 *
 * @returns False where a file runs by itself, and closes its own.
 */
export function atEndOfGroup(close: () => Promise<unknown>): boolean {
  closing?.push(close)
  return closing !== undefined
}
