/** The very first start: a workspace, and in the sandbox everything that a newcomer needs to publish at once. */
import { randomBytes } from 'node:crypto'
import { beginConnect, type Connecting, finishConnect, keepAccounts } from '#connecting/connect.ts'
import { hashSecret, previewOf } from '#rules/key.ts'
import { hasKeys, insertKey } from '#store/keys.ts'
import { takeFirstTurn } from '#store/persons.ts'
import type { Db } from '#store/schema.ts'
import { firstWorkspace, insertWorkspace } from '#store/workspaces.ts'
import type { Config } from '#config/config.ts'
import { CRIER } from './command-line.ts'

/** They take any text, so that the printed line publishes; the others are a click away at the dashboard. */
const welcoming = new Set(['bluesky', 'x'])
/** Milliseconds. Nothing of it leaves the machine, which may be busy: with ten seconds a start under load lacked an account. */
const PATIENCE = 60_000

export interface Welcome {
  token: string
  accounts: { id: number; platform: string; username: string }[]
}

/**
 * Undefined on every later start, which is one that finds a key. The key comes last: a first start that was broken off is
 * simply done again, and of several processes that start at once one makes it.
 */
export async function firstStart(
  deps: Connecting,
  choices: readonly { platform: string; sandbox: boolean }[],
  config: Config,
  log: { warn(about: object, text: string): void },
): Promise<Welcome | undefined> {
  const { db, now } = deps
  const sandboxed = choices.filter(({ platform, sandbox }) => sandbox && welcoming.has(platform))
  const workspace = { name: sandboxed.length ? 'Demo' : 'Home', plan: config.plan }
  const made = await db.transaction().execute((tx) => insertFirst(tx, workspace, now()))
  const workspace_id = made ?? (await firstWorkspace(db))?.id
  if (!sandboxed.length || workspace_id === undefined || (await hasKeys(db))) return undefined

  const accounts = []
  for (const { platform } of sandboxed) {
    try {
      accounts.push(...(await connectAsPerson(deps, { workspace_id, platform, sandbox: true })))
    } catch (error) {
      log.warn({ err: error, platform }, 'this sandbox account could not be connected')
    }
  }
  const token = await db.transaction().execute((tx) => insertFirstKey(tx, workspace_id, now()))
  return token === undefined ? undefined : { token, accounts }
}

async function insertFirstKey(tx: Db, workspace_id: number, now: Date) {
  await takeFirstTurn(tx)
  if (await hasKeys(tx)) return undefined
  const secret = randomBytes(32).toString('base64url')
  const key = {
    name: 'First start',
    abilities: ['*'],
    secret_hash: hashSecret(secret),
    preview: previewOf(secret),
  }
  const { id } = await insertKey({ db: tx, workspace_id }, key, now)
  return `${id}|${secret}`
}

/** The instance's first workspace, within a transaction; undefined when there is one already. */
export async function insertFirst(tx: Db, workspace: { name: string; plan: string }, now: Date) {
  await takeFirstTurn(tx)
  if (await firstWorkspace(tx)) return undefined
  const { id } = await insertWorkspace(tx, workspace, now)
  return id
}

/** Walks through the emulator's own consent page, as a person would. */
async function connectAsPerson(deps: Connecting, wish: Parameters<typeof beginConnect>[1]) {
  const signal = AbortSignal.timeout(PATIENCE)
  const url = await beginConnect(deps, wish, undefined, signal)
  const { allow } = await import('#sandbox/service/person.ts')
  const back = await allow(url)
  const answer = Object.fromEntries(new URL(back).searchParams)
  return keepAccounts(deps, await finishConnect(deps, wish.platform, { answer }, signal))
}

/** What is printed when the service is ready. */
export function welcome(
  crier: {
    role: Config['role']
    base_url: string
    sandbox_url: string | undefined
    welcome: Welcome | undefined
  },
  ms: number,
) {
  const { role, base_url, sandbox_url, welcome: first } = crier
  const ready = `  Crier is ready (${(ms / 1000).toFixed(2)} s)`
  if (role === 'worker') return `\n${ready}\n\n  A worker: it publishes, and takes no requests.\n\n`
  const lines = [
    '',
    ready,
    '',
    `  Dashboard  ${base_url}/`,
    `  REST API   ${base_url}/api`,
    `  MCP        ${base_url}/mcp`,
    ...(sandbox_url
      ? [`  Sandbox    ${sandbox_url}/   (what the emulated platforms received)`]
      : []),
    '',
  ]
  if (first?.accounts.length) {
    const ids = first.accounts.map(({ id }) => id)
    const body = JSON.stringify({
      content: 'Hello from Crier',
      social_account_ids: ids,
      publish_now: true,
    })
    lines.push(
      `  Connected in the sandbox: ${first.accounts.map(({ username, platform }) => `${username} on ${platform}`).join(', ')}`,
      `  API key, shown this once:  ${first.token}`,
      '',
      '  Publish your first post:',
      '',
      `  curl -s ${base_url}/api/posts -H 'Authorization: Bearer ${first.token}' -H 'Content-Type: application/json' -d '${body}'`,
      '',
    )
  } else if (first) {
    lines.push(`  API key, shown this once:  ${first.token}`, '')
  } else {
    lines.push(`  A new API key: ${CRIER} key create --name "My key"`, '')
  }
  return `${lines.join('\n')}\n`
}
