/** The service as a process: from its environment to its end by a signal. */
import { manifests } from '#platforms/catalog.ts'
import { ConfigError, readConfig, readEnvironment } from '#config/config.ts'
import { welcome } from './first-start.ts'
import { type Crier, start } from './start.ts'

/** Resolves when everything answers; a signal ends it in order, a second one at once. */
export async function run() {
  const began = performance.now()
  let crier: Crier
  try {
    crier = await start(readConfig(manifests, readEnvironment()))
  } catch (error) {
    // A wrong setting or a taken port is the operator's to mend: a sentence helps, a stack trace does not.
    const expected =
      error instanceof ConfigError ||
      (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
    process.stderr.write(
      `Crier did not start.\n${expected && error instanceof Error ? error.message : (error instanceof Error && error.stack) || String(error)}\n`,
    )
    process.exit(1)
  }
  process.stdout.write(welcome(crier, performance.now() - began))

  let stopping = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(1)
      stopping = true
      void crier[Symbol.asyncDispose]().then(
        () => process.exit(0),
        (error: unknown) => {
          crier.log.error({ err: error }, 'stopping failed')
          process.exit(1)
        },
      )
    })
  }
}
