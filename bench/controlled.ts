/** The control as a process beside the service, on a database of its own in the same PostgreSQL. */
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { z } from 'zod'
import { launch, stop } from './service.ts'
import type { Tenant } from './tenants.ts'

export interface Control extends AsyncDisposable {
  url: string
  pid: number
  tenants: Tenant[]
  /** The one that has the posts. */
  shelf: Tenant
}

export interface Wanted {
  workspaces: number
  /** In each of them. */
  accounts: number
  /** In one more workspace. */
  posts: number
}

export async function openControl(
  database: pg.PoolConfig,
  { workspaces, accounts, posts }: Wanted,
): Promise<Control> {
  const client = new pg.Client(database)
  await client.connect()
  await client.query('create database control')
  await client.end()
  const secrets = Array.from({ length: workspaces + 1 }, () =>
    randomBytes(32).toString('base64url'),
  )
  const setup = { database: { ...database, database: 'control' }, secrets, accounts, posts }
  const { child, output } = launch('bench/control.ts', [JSON.stringify(setup)], {
    NODE_ENV: 'development',
  })
  const { port } = z.object({ port: z.number() }).parse(JSON.parse(await output(/\n/)))
  const [shelf, ...tenants] = secrets.map((secret, index) => ({
    workspace_id: index + 1,
    token: `${index + 1}|${secret}`,
    account_ids: Array.from({ length: accounts }, (_, n) => index * accounts + n + 1),
  }))
  if (!shelf) throw new Error('The control has no workspace.')
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    tenants,
    shelf,
    [Symbol.asyncDispose]: () => stop(child),
  }
}
