/** What a release kept: its database as a dump, and what the API told of it. */
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import pg from 'pg'
import { z } from 'zod'
import { start } from '#app/start.ts'
import { readConfig } from '#config/config.ts'
import { manifests } from '#platforms/catalog.ts'
import { testDatabase } from '../database.ts'

export const FOLDER = import.meta.dirname

export const Kept = z.object({
  /** Of the program that wrote it, by which an older one is brought back. */
  commit: z.string(),
  taken_at: z.iso.datetime(),
  secret_key: z.string(),
  token: z.string(),
  /** Of a person of the first workspace. */
  email: z.string(),
  password: z.string(),
  /** Addresses, and what they answered; those of the dashboard are asked as that person. */
  answers: z.record(z.string(), z.unknown()),
})
export type Kept = z.infer<typeof Kept>

/** Every release of which data is kept. */
export function releases(): string[] {
  const names = readdirSync(FOLDER).flatMap((name) => /^(.*)\.sql\.zst$/.exec(name)?.[1] ?? [])
  return names.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))
}

export function keptOf(release: string): Kept {
  return Kept.parse(JSON.parse(readFileSync(join(FOLDER, `${release}.json`), 'utf8')))
}

/** A database of its own as that release left it, in that release's schema. */
export async function databaseOf(dump: Buffer) {
  const database = await testDatabase()
  const client = new pg.Client(database.config)
  await client.connect()
  try {
    await client.query('drop schema public cascade; create schema public')
    // What psql alone understands stands in lines of its own.
    const text = zstdDecompressSync(dump).toString('utf8')
    await client.query(text.replaceAll(/^\\(un)?restrict .*$/gm, ''))
  } finally {
    await client.end()
  }
  return database
}

export const dumpOf = (release: string) => readFileSync(join(FOLDER, `${release}.sql.zst`))

/** A service on these rows at the moment at which they were kept; nobody publishes, and no chore runs. */
export async function serving(database: pg.PoolConfig, { taken_at, secret_key }: Kept) {
  await using stack = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'crier-upgrade-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const settings = { PORT: '0', SANDBOX_PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'silent' }
  const config = readConfig(manifests, { ...settings, ROLE: 'api', SECRET_KEY: secret_key })
  const { base_url } = stack.use(await start(config, { database, now: () => new Date(taken_at) }))
  const held = stack.move()
  return { base_url, [Symbol.asyncDispose]: () => held.disposeAsync() }
}

/** What the addresses answer now, each time in the same order: a key knows when it was last used. */
export async function answersAt(
  { base_url }: { base_url: string },
  { token, email, password }: Pick<Kept, 'token' | 'email' | 'password'>,
  addresses: readonly string[],
): Promise<Record<string, unknown>> {
  const entry = await fetch(`${base_url}/console/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: base_url },
    body: JSON.stringify({ email, password }),
  })
  const cookie = entry.headers.get('set-cookie')?.split(';')[0] ?? ''
  const answers: Record<string, unknown> = { 'sign-in': entry.status }
  for (const address of addresses) {
    const by: Record<string, string> = address.startsWith('/console')
      ? { cookie }
      : { authorization: `Bearer ${token}` }
    const reply = await fetch(base_url + address, {
      headers: { accept: 'application/json', ...by },
    })
    answers[address] = { status: reply.status, body: told(await reply.text(), base_url) }
  }
  return answers
}

/** Without what belongs to the place and not to the data: its address, and the epoch of events. A table stays text. */
function told(text: string, base_url: string): unknown {
  const body = text
    .replaceAll(base_url, '{base_url}')
    // On another server events go on so much later.
    .replaceAll(
      /"cursor":"[0-9a-f]{12}\.(\d+)/g,
      (_, number: string) => `"cursor":"{epoch}.${Number(number) % 10_000_000}`,
    )
  return /^[[{]/.test(body) ? JSON.parse(body) : body
}
