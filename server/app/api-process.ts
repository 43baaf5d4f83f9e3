/** One of the processes of api-processes.ts. It is told where to work, and ends with the one that started it, however that ends. */
import { once } from 'node:events'
import type { Told } from './api-processes.ts'
import { keepCompiled } from './compile-cache.ts'

keepCompiled()
process.umask(0o077)
// A terminal tells all processes; when to end is for the first of them to say.
process.on('SIGINT', () => {})
const stopped = Promise.race([once(process, 'SIGTERM'), once(process, 'disconnect')])
const told = new Promise<Told>((resolve) => process.once('message', resolve))

// A static import would be compiled before anything here runs.
const { manifests } = await import('#platforms/catalog.ts')
const { readConfig, readEnvironment } = await import('#config/config.ts')
const { start } = await import('./start.ts')
const { tidyOnce } = await import('./tidying.ts')

const asked = await Promise.race([told, stopped.then(() => undefined)])
if (asked) await work(asked)
process.exit(0)

async function work({ database, port, sandbox_url, name, metrics }: Told) {
  const environment = {
    ...readEnvironment(),
    ROLE: 'api',
    API_PROCESSES: '1',
    PORT: String(port),
    // The first one listens there, and speaks for all.
    METRICS_PORT: '',
    ...(sandbox_url !== undefined && { SANDBOX_URL: sandbox_url }),
  }
  const config = readConfig(manifests, environment)
  await using crier = await start(config, { database, beside: { name, parent: process, metrics } })
  const ending = new AbortController()
  void tidyOnce({ signal: ending.signal }, crier.log)
  await stopped
  ending.abort()
}
