/** Keeps what Node compiles for the next process, which starts in half the time. */
import { enableCompileCache } from 'node:module'

/** What is imported after this call comes from there; a folder that cannot be written is no trouble. */
export function keepCompiled() {
  enableCompileCache(new URL('../../node_modules/.cache/compiled', import.meta.url).pathname)
}
