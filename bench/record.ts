/** Which SQL Crier sends for a call, caught at the driver: a yardstick replays it, so that both do the same work. */
import pg from 'pg'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { holderOf } from '#access/keys.ts'
import { diskBlobs } from '#blobs/disk.ts'
import { probing } from '#probing/probe.ts'
import { intakeOf } from '#intake/intake.ts'
import { connect } from '#database/connect.ts'
import { operations } from '#operations/index.ts'
import { perform } from '#operations/perform.ts'
import type { Environment } from '#operations/context.ts'
import { manifests } from '#platforms/catalog.ts'
import { plans } from '#rules/limits.ts'
import type { Schema } from '#store/schema.ts'
import { seal } from '#store/seal.ts'

/** Prepared statements carry a name; the yardstick prepares the same ones. */
const Sent = z.object({
  name: z.string().optional(),
  text: z.string(),
  values: z.array(z.unknown()).default([]),
})
export type Statement = z.output<typeof Sent>

/** The statements of one call of a read. */
export async function recordRead(
  database: pg.PoolConfig,
  token: string,
  name: string,
  raw: object,
) {
  const driver = watchDriver()
  await using connected = connect(database, { max: 1, name: 'crier-bench' })
  try {
    return (await driver.record(() => call(connected.db, token, name, raw))).statements
  } finally {
    driver.stop()
  }
}

async function call(db: Kysely<Schema>, token: string, name: string, raw: unknown) {
  const holder = await holderOf(db, token, new Date())
  const operation = operations.find((each) => each.name === name)
  if (!holder || !operation || 'absent' in operation.rest)
    throw new Error(`${name} can not be recorded.`)
  const context = {
    db,
    workspace_id: holder.workspace_id,
    caller: { ...holder, via: 'rest' as const },
    environment,
    now: new Date(),
    signal: new AbortController().signal,
  }
  const { output } = await perform(
    { operation, dialect: operation.rest.accepts, raw, idempotency_key: undefined },
    context,
  )
  return output
}

const environment: Environment = {
  now: () => new Date(),
  seal: seal('not needed here, but it must be a key'),
  intake: intakeOf({ blobs: diskBlobs(''), probing: probing(), folder: '', now: () => new Date() }),
  get: async () => Promise.reject(new Error('Nothing is taken from outside here.')),
  card: async () => ({ refused: 'There are no previews here.' }),
  cdn_url: 'http://127.0.0.1',
  base_url: 'http://127.0.0.1',
  upgrade_url: '',
  manifests,
  plans,
  rates: {},
  connect_url: () => '',
  upload_url: () => '',
  disconnect: async () => false,
  choices: async () => undefined,
  people: async () => undefined,
  settled: async () => {},
  happened: async () => {},
  webhook_refusal: () => undefined,
  standing: async () => undefined,
}

/** Watches every connection that is opened from now on; `stop` lets go of the driver. */
function watchDriver() {
  const statements: Statement[] = []
  const original = Object.getOwnPropertyDescriptor(pg.Client.prototype, 'query')
  const query: unknown = original?.value
  if (!original || typeof query !== 'function') throw new Error('The driver has changed.')
  Object.defineProperty(pg.Client.prototype, 'query', {
    ...original,
    value(this: unknown, ...args: unknown[]) {
      const [first] = args
      const sent = Sent.safeParse(typeof first === 'string' ? { text: first } : first)
      if (sent.success) statements.push(sent.data)
      return Reflect.apply(query, this, args)
    },
  })
  return {
    async record<Result>(act: () => Promise<Result>) {
      const before = statements.length
      const result = await act()
      const sent = statements.slice(before).filter(({ text }) => !/^\s*update "?keys"? /.test(text))
      return { result, statements: sent }
    },
    stop: () => Object.defineProperty(pg.Client.prototype, 'query', original),
  }
}
