/** The service as a process: from its environment to its end by a signal. */
import { manifests } from '#platforms/catalog.ts'
import { readConfig, readEnvironment } from '#config/config.ts'
import { welcome } from './first-start.ts'
import { type Crier, start } from './start.ts'
import { sentenceFor } from './start-failure.ts'
import { tidyOnce } from './tidying.ts'

/** For one Ctrl-C the terminal tells everybody, and npm and whatever else started us tell us once more. */
const ONE_PRESS_MS = 500

/** Resolves when everything answers; a signal ends it in order, a second one at once. */
export async function run() {
  const began = performance.now()
  // Whatever is written is for this user only.
  process.umask(0o077)
  let crier: Crier
  try {
    crier = await start(readConfig(manifests, readEnvironment()))
  } catch (error) {
    // What is the operator's to mend is said in a sentence; a stack trace helps with our bugs only.
    const words = sentenceFor(error) ?? ((error instanceof Error && error.stack) || String(error))
    process.stderr.write(`Crier did not start.\n${words}\n`)
    process.exit(1)
  }
  const took = performance.now() - began
  const ending = new AbortController()
  void tidyOnce({ signal: ending.signal }, crier.log)

  let stopping: number | undefined
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stopping !== undefined) {
        if (performance.now() - stopping > ONE_PRESS_MS) process.exit(1)
        return
      }
      stopping = performance.now()
      ending.abort()
      void crier[Symbol.asyncDispose]().then(
        () => process.exit(0),
        (error: unknown) => {
          crier.log.error({ err: error }, 'stopping failed')
          process.exit(1)
        },
      )
    })
  }
  // Whoever reads it may ask for the end at once.
  process.stdout.write(welcome(crier, took))
}
