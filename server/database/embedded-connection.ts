import { randomUUID } from 'node:crypto'
import { chown, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { z } from 'zod'

/** What `pg` needs to reach an embedded server. There is no password: the socket's folder is the lock. */
export type Connection = { host: string; port: number; user: string; database: string; ssl: false }

const DATABASE = 'crier'

/** `ssl: false` because pg would otherwise follow PGSSLMODE, and a socket has no TLS. */
export function connectionTo(host: string, port: number): Connection {
  return { host, port, user: 'crier', database: DATABASE, ssl: false }
}

/** Connects once; makes our database when it is missing. */
export async function ask(connection: Connection): Promise<'ready' | 'starting' | 'silent'> {
  try {
    await withClient(connection, async () => undefined)
    return 'ready'
  } catch (error) {
    const code = codeOf(error)
    if (code === 'ENOENT' || code === 'ECONNREFUSED' || code === 'ECONNRESET') return 'silent'
    // cannot_connect_now: it is starting, recovering or stopping.
    if (code === '57P03') return 'starting'
    // invalid_catalog_name: a new cluster.
    if (code !== '3D000') throw error
  }
  await withClient({ ...connection, database: 'postgres' }, async (client) => {
    await client.query(`create database ${DATABASE}`).catch(unlessMade)
  })
  return 'ready'
}

/** Whether the server behind the connection serves this very folder, and no copy or original of it. */
export async function serves(connection: Connection, cluster: string): Promise<boolean> {
  const word = `crier-asks-${randomUUID()}`
  const file = join(cluster, word)
  const { uid, gid } = await stat(cluster)
  try {
    await writeFile(file, word, { mode: 0o600 })
    await chown(file, uid, gid)
    return await withClient(connection, async (client) => {
      const { rows } = await client.query('select pg_read_file($1, 0, 100, true) as found', [word])
      return z.array(z.object({ found: z.string().nullable() })).parse(rows)[0]?.found === word
    })
  } finally {
    await rm(file, { force: true })
  }
}

async function withClient<Result>(
  connection: Connection,
  use: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client(connection)
  client.on('error', () => undefined)
  try {
    await client.connect()
    return await use(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}

function unlessMade(error: unknown): void {
  // duplicate_database, or unique_violation when two make it in the same moment.
  if (!['42P04', '23505'].includes(codeOf(error))) throw error
}

export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
