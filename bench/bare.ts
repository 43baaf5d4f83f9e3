/**
 * The yardstick: a bare Fastify that sends the very same SQL as Crier does for the same request, recorded from Crier
 * itself, and answers with the last row. No validation, no guard of its own, no rules: what is left is the price of those.
 */
import Fastify from 'fastify'
import pg from 'pg'
import { z } from 'zod'

const Recorded = z.object({
  name: z.string().optional(),
  text: z.string(),
  values: z.array(z.unknown()),
})
const Setup = z.object({
  database: z.record(z.string(), z.unknown()),
  create: z.array(Recorded),
  list: z.array(Recorded),
  /** The id that the recorded create got: stands for the id of each replay. */
  id: z.number(),
})

const setup = Setup.parse(JSON.parse(process.argv[2] ?? '{}'))
const pool = new pg.Pool({ ...setup.database, max: 20 })
const app = Fastify()

app.post('/api/posts', async (_, reply) => {
  const client = await pool.connect()
  try {
    let id = setup.id
    let last: unknown
    for (const { name, text, values } of setup.create) {
      const own = values.map((value) => (value === setup.id ? id : value))
      const answered = await client.query(name ? { name, text, values: own } : text)
      // What begins a transaction says who is at work: two statements in one message.
      const rows = Array.isArray(answered) ? [] : answered.rows
      if (text.startsWith('insert into "posts"')) id = Number(rows[0].id)
      if (rows[0]) last = rows[0]
    }
    return await reply.code(201).send(last)
  } finally {
    client.release()
  }
})

app.get('/api/posts', async () => {
  const answers = await Promise.all(
    setup.list.map(({ name, text, values }) => pool.query(name ? { name, text, values } : text)),
  )
  return {
    data: answers.find(({ rows }) => rows.length > 1)?.rows ?? [],
    total: answers.at(-1)?.rows[0],
  }
})

await app.listen({ port: 0, host: '127.0.0.1' })
const address = app.server.address()
process.stdout.write(
  `${JSON.stringify({ port: address && typeof address === 'object' ? address.port : 0 })}\n`,
)
process.on('SIGTERM', () => process.exit(0))
