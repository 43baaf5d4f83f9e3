/** What each file of the suite would work out alike, and slowly: the first one writes it down for the others of its run. */
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The variable by which scripts/test.ts names the folder. */
export const SHARED_VARIABLE = 'CRIER_TEST_SHARED'

/** As JSON brings it. Without a folder, when somebody runs one file by itself, it is made each time. */
export function shared(name: string, make: () => unknown): unknown {
  const folder = process.env[SHARED_VARIABLE]
  if (folder === undefined) return make()
  const path = join(folder, `${name}.json`)
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    const made = make()
    // Whole, or not at all: others read it meanwhile.
    const own = `${path}.${process.pid}`
    writeFileSync(own, JSON.stringify(made))
    renameSync(own, path)
    return made
  }
}
