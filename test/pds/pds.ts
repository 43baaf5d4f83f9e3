/** Starts a real PDS (npm, no container, no internet) and makes accounts on it. */
import { fork } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'

export interface Pds extends AsyncDisposable {
  /** Base addresses. */
  pds: string
  plc: string
  account(name: string): Promise<Person>
  /** The same token, signed again as one that ended an hour ago. */
  expired(jwt: string): string
  records(did: string, collection: string): Promise<PdsRecord[]>
}

export interface Person {
  did: string
  handle: string
  email: string
  password: string
  app_password: string
}

export interface PdsRecord {
  uri: string
  cid: string
  value: Record<string, unknown>
}

const Ready = z.object({ plc: z.string(), pds: z.string() })
const SECRET = 'a secret of the test server'

export async function startPds(): Promise<Pds> {
  const dir = await mkdtemp(join(tmpdir(), 'pds-'))
  const child = fork(new URL('./server.mjs', import.meta.url), [dir, SECRET], {
    env: { LOG_ENABLED: 'false' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
  const gone = once(child, 'exit')
  const failed = gone.then(() => Promise.reject(new Error('The PDS did not start.')))
  failed.catch(() => {})
  const { pds, plc } = Ready.parse((await Promise.race([once(child, 'message'), failed]))[0])

  const xrpc = async (nsid: string, body?: unknown, token?: string): Promise<unknown> => {
    const response = await fetch(`${pds}/xrpc/${nsid}`, {
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${nsid}: ${response.status} ${await response.text()}`)
    return response.json()
  }

  return {
    pds,
    plc,
    async account(name) {
      const handle = `${name}.test`
      const login = { email: `${name}@example.com`, password: `password of ${name}` }
      const { did, accessJwt } = z
        .object({ did: z.string(), accessJwt: z.string() })
        .parse(await xrpc('com.atproto.server.createAccount', { handle, ...login }))
      const made = await xrpc('com.atproto.server.createAppPassword', { name: 'crier' }, accessJwt)
      const { password: app_password } = z.object({ password: z.string() }).parse(made)
      return { did, handle, ...login, app_password }
    },
    expired(jwt) {
      const [header = '', payload = ''] = jwt.split('.')
      const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString())
      const exp = Math.floor(Date.now() / 1000) - 3600
      const past = { ...z.looseObject({}).parse(claims), iat: exp - 60, exp }
      const signed = `${header}.${Buffer.from(JSON.stringify(past)).toString('base64url')}`
      return `${signed}.${createHmac('sha256', SECRET).update(signed).digest('base64url')}`
    },
    async records(did, collection) {
      const query = new URLSearchParams({ repo: did, collection, limit: '100', reverse: 'true' })
      const list = await xrpc(`com.atproto.repo.listRecords?${query.toString()}`)
      const record = z.object({
        uri: z.string(),
        cid: z.string(),
        value: z.record(z.string(), z.unknown()),
      })
      return z.object({ records: z.array(record) }).parse(list).records
    },
    async [Symbol.asyncDispose]() {
      child.kill()
      await gone
      await rm(dir, { recursive: true, force: true })
    },
  }
}
