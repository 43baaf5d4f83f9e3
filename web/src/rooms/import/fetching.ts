/** Takes files that a table names by their addresses into the library, a few at a time. */
import type { Crier } from '@crier/sdk'
import { sentenceOf } from '../../api/ask.ts'

const AT_ONCE = 3

export interface Fetched {
  files: ReadonlyMap<string, number>
  /** Why each of the others is not there, in a sentence. */
  failed: ReadonlyMap<string, string>
}

/** Those of `before` are not fetched again. */
export async function fetchFiles(
  crier: Crier,
  addresses: readonly string[],
  { before, told, signal }: { before: Fetched; told: (done: number) => void; signal: AbortSignal },
): Promise<Fetched> {
  const files = new Map(before.files)
  const failed = new Map<string, string>()
  const left = addresses.filter((url) => !files.has(url))
  let done = addresses.length - left.length
  told(done)
  async function work() {
    for (let url = left.shift(); url !== undefined && !signal.aborted; url = left.shift()) {
      try {
        const { id } = await crier.uploadMedia({ url }, { signal })
        if (id !== undefined) files.set(url, id)
      } catch (error) {
        failed.set(url, sentenceOf(error))
      }
      told(++done)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return { files, failed }
}
