/** Keeps the embedded database up: whoever uses it starts it again when its owner has gone, or when it died. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Embedded, type EmbeddedOptions, startEmbedded } from './embedded.ts'
import { ask } from './embedded-connection.ts'

const EVERY = 500

/** The connection stays the same over restarts: a socket whose place follows from the data folder. */
export async function keepEmbedded(
  options: EmbeddedOptions & { log: (line: string) => void },
): Promise<Pick<Embedded, 'connectionConfig' | 'home'> & AsyncDisposable> {
  const stopped = new AbortController()
  let server = await startEmbedded(options)
  const { connectionConfig, home } = server

  async function watch() {
    while (!stopped.signal.aborted) {
      await sleep(EVERY, undefined, { signal: stopped.signal }).catch(() => {})
      if (stopped.signal.aborted) return
      // Full, starting or stopping is an answer too; only silence means that nobody is there.
      const state = await ask(connectionConfig).catch(() => 'ready' as const)
      if (state === 'silent' && !stopped.signal.aborted) await startAgain()
    }
  }

  async function startAgain() {
    try {
      await server.stop()
      server = await startEmbedded(options)
      options.log('The embedded database was gone; it runs again.')
    } catch (error) {
      options.log(`The embedded database does not start: ${String(error)}`)
    }
  }

  const watching = watch()
  return {
    connectionConfig,
    home,
    async [Symbol.asyncDispose]() {
      stopped.abort()
      await watching
      await server.stop()
    },
  }
}
