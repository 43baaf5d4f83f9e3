/** API, worker and platforms, each a process of its own as in life, and accounts on every platform. */
import { z } from 'zod'
import { readConfig } from '#config/config.ts'
import { beginConnect, type Connecting, finishConnect, keepAccounts } from '#connecting/connect.ts'
import { connect } from '#database/connect.ts'
import { guardedFetch } from '#outbound/guarded-fetch.ts'
import { catalog, manifests } from '#platforms/catalog.ts'
import { platformsOf, sandboxClient } from '#app/bindings.ts'
import { catalog as emulators } from '#sandbox/service/catalog.ts'
import { allow } from '#sandbox/service/person.ts'
import type { Db } from '#store/schema.ts'
import { seal } from '#store/seal.ts'
import { firstWorkspace } from '#store/workspaces.ts'
import { delay } from '#app/waiting.ts'
import { hire, type Hired } from './hired.ts'
import { launch, runService, stop } from './service.ts'
import { freePort } from '../test/free-port.ts'

export interface Apart extends AsyncDisposable {
  base_url: string
  token: string
  /** Of the API. */
  pid: number
  db: Db
  hire(): Promise<Hired>
  /** Connects one account of each of the emulator's first so many people; answers their ids. */
  connect(platform: string, people: number): Promise<number[]>
  /** Lets so many milliseconds pass for the platforms. */
  pass(ms: number): Promise<void>
  /** Publishes now and answers the id of the post. */
  publish(post: object): Promise<number>
}

/** `environment` is that of API and worker: where files are stored. */
export async function openApart(environment: Record<string, string> = {}): Promise<Apart> {
  await using stack = new AsyncDisposableStack()
  const port = await freePort()
  const base_url = `http://127.0.0.1:${port}`
  const sandbox_url = await openSandbox(base_url, stack)
  const shared = { ...environment, BASE_URL: base_url, SANDBOX_URL: sandbox_url }
  const service = stack.use(await runService({ ...shared, PORT: String(port), ROLE: 'api' }))
  const { token, data_dir } = service
  const { db } = stack.use(connect(service.database, { max: 2, name: 'crier-bench' }))
  const config = readConfig(manifests, { ...shared, DATA_DIR: data_dir })
  const deps: Connecting = {
    db,
    now: () => new Date(),
    sleep: delay,
    seal: seal(config.secret_key.reveal()),
    platforms: platformsOf(catalog, config, { base_url, sandbox_url }),
    fetch: stack.use(guardedFetch({ allow: [sandbox_url] })),
    card: async () => ({ refused: 'There are no previews here.' }),
  }
  const workspace_id = (await firstWorkspace(db))?.id ?? 0
  const { host = '', port: at, user, database } = service.database
  const socket = `host=${encodeURIComponent(host)}&port=${at}`
  const DATABASE_URL = `postgresql://${user}@localhost/${database}?${socket}`
  const owned = stack.move()

  return {
    base_url,
    token,
    pid: service.child.pid ?? 0,
    db,
    hire: () => hire({ ...shared, DATABASE_URL, DATA_DIR: data_dir, NODE_ENV: 'development' }),

    async connect(platform, people) {
      // Refused where the emulator cannot leave its rate limits aside: what they say is not what is measured.
      const unlimited = { account: '*', fault: 'no_limits', times: 1_000_000, on: '*' }
      await steer(sandbox_url, `${platform}/faults`, unlimited)
      const ids: number[] = []
      for (const { username } of peopleOf(platform).slice(0, people)) {
        const signal = AbortSignal.timeout(10_000)
        const wish = { workspace_id, platform, sandbox: true }
        const back = new URL(
          await allow(await beginConnect(deps, wish, username, signal), username),
        )
        const answer = Object.fromEntries(back.searchParams)
        const arrival = await finishConnect(deps, platform, { answer }, signal)
        const offered = arrival.offered.slice(0, 1)
        const [account] = await keepAccounts(deps, { ...arrival, offered })
        if (account) ids.push(account.id)
      }
      return ids
    },

    pass: (ms) => steer(sandbox_url, 'clock', { advance_ms: ms }),

    async publish(post) {
      const response = await fetch(`${base_url}/api/posts`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ ...post, publish_now: true }),
      })
      const text = await response.text()
      if (!response.ok) throw new Error(text)
      return z.object({ id: z.number() }).parse(JSON.parse(text)).id
    },

    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

async function openSandbox(base_url: string, stack: AsyncDisposableStack) {
  const clients = Object.keys(catalog).map((id) => [
    id,
    [{ ...sandboxClient, redirect_uris: [`${base_url}/connect/${id}/callback`] }],
  ])
  const words = ['--port', '0', '--clients', JSON.stringify(Object.fromEntries(clients))]
  const sandbox = launch('sandbox/service/main.ts', words, {})
  stack.defer(() => stop(sandbox.child))
  return z.object({ url: z.string() }).parse(JSON.parse(await sandbox.output(/\n/))).url
}

function peopleOf(platform: string) {
  return emulators[platform]?.({ url: '', clients: [], now: () => new Date() }).people ?? []
}

async function steer(sandbox_url: string, path: string, body: object) {
  const answer = await fetch(`${sandbox_url}/_sandbox/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  await answer.arrayBuffer()
}
