/**
 * The sandbox as a process of its own: `node sandbox/service/main.ts --port 3001 --clients '{"x":[{…}]}'`. Prints one line of
 * JSON with its address when it is ready, and stops on SIGTERM and SIGINT.
 */
import { inspect, parseArgs } from 'node:util'
import { z } from 'zod'
import { serveSandbox } from './serve.ts'

const client = z.strictObject({
  client_id: z.string(),
  client_secret: z.string(),
  redirect_uris: z.array(z.string()),
})

const flags = z.object({
  port: z.coerce.number().int().min(0).max(65_535),
  host: z.string(),
  url: z.url().optional(),
  state: z.string().optional(),
  clients: z
    .string()
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text)
      } catch {
        context.addIssue('is not JSON')
        return z.NEVER
      }
    })
    .pipe(z.record(z.string(), z.array(client))),
})

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '3001' },
    host: { type: 'string', default: '127.0.0.1' },
    url: { type: 'string' },
    state: { type: 'string' },
    clients: { type: 'string', default: '{}' },
  },
})
const parsed = flags.safeParse(values)
if (!parsed.success) {
  process.stderr.write(`${z.prettifyError(parsed.error)}\n`)
  process.exit(2)
}

const { port, host, url, state, clients } = parsed.data
const sandbox = await serveSandbox({
  port,
  host,
  ...(url === undefined ? {} : { url }),
  ...(state === undefined ? {} : { stateDir: state }),
  clients: (platform) => clients[platform] ?? [],
  log: {
    warn: (details, message) => process.stderr.write(`${message} ${inspect(details)}\n`),
  },
})
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => {
    sandbox.close().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  })
}
// Whoever reads it may ask for the end at once.
process.stdout.write(`${JSON.stringify({ url: sandbox.url })}\n`)
