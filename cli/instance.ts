/** The instance behind a command: its database, joined or started, and its operations, called without a key. */
import { connectUrl, tickets } from '#access/tickets.ts'
import { standingOf } from '#access/standing.ts'
import { uploadLinks } from '#access/upload-links.ts'
import type { Config } from '#config/config.ts'
import { connect } from '#database/connect.ts'
import { startEmbedded } from '#database/embedded.ts'
import { reasonOf } from '#app/start-failure.ts'
import { type Shrink, storageOf } from '#app/storage.ts'
import { settleInstance } from '#app/instance.ts'
import { type InstanceKeys, namedBy, requireKeys } from '#app/secret-keys.ts'
import type { Intake } from '#intake/intake.ts'
import { insertFirst } from '#app/first-start.ts'
import type { Context, Environment } from '#operations/context.ts'
import type { Operation } from '#operations/operation.ts'
import { perform } from '#operations/perform.ts'
import { manifests } from '#platforms/catalog.ts'
import { COMMAND_LINE } from '#rules/connect.ts'
import { free } from '#rules/leash.ts'
import { listAccounts } from '#store/accounts.ts'
import type { Db, Scope } from '#store/schema.ts'
import { seal } from '#store/seal.ts'
import { firstWorkspace } from '#store/workspaces.ts'
import { baseUrlOf } from './base-url.ts'
import { CommandError } from './command.ts'
import { withIds } from './named.ts'

export interface Instance extends AsyncDisposable {
  /** For upkeep that is no operation of any workspace. */
  db: Db
  /** The instance's workspace, for what people may do and callers may not. */
  scope: Scope
  /** Carries out an operation with every ability, in the instance's workspace. Accounts may stand in `fields` by name. */
  ask(operation: Operation, fields: Record<string, unknown>): Promise<unknown>
  /** What operations work with, in any workspace, with every ability. */
  contextIn(workspace_id: number): Context
}

/** Disposing of it stops the database if this process started it. */
export async function openInstance(config: Config): Promise<Instance> {
  await using stack = new AsyncDisposableStack()
  const { db, workspace_id, keys } = await openDatabase(config, stack)
  const { intake, shrink } = await storageOf(config, stack, () => new Date())
  const environment = environmentOf(config, { intake, shrink, db, keys })
  const contextIn = (id: number): Context => ({
    db,
    workspace_id: id,
    caller: {
      workspace_id: id,
      credential: COMMAND_LINE,
      abilities: ['*'],
      leash: free,
      via: 'rest',
    },
    environment,
    now: new Date(),
    signal: new AbortController().signal,
  })
  const held = stack.move()
  return {
    db,
    scope: { db, workspace_id },
    contextIn,
    async ask(operation, fields) {
      const raw = await withIds(fields, () => listAccounts({ db, workspace_id }))
      const dialect = 'absent' in operation.rest ? undefined : operation.rest.accepts
      const call = { operation, dialect, raw, idempotency_key: undefined }
      return (await perform(call, contextIn(workspace_id))).output
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  }
}

async function openDatabase(config: Config, stack: AsyncDisposableStack) {
  try {
    const { address, home } = await addressOf(config, stack)
    const { keys } = await settleInstance(address, config, { home, now: new Date() })
    const { db } = stack.use(connect(address, { max: 1, name: namedBy('crier-cli', keys) }))
    await requireKeys(db, keys)
    return { db, keys, workspace_id: await workspaceOf(db, config.plan) }
  } catch (error) {
    // Out of reach, of another make or of another user: for whoever typed the command it is one matter.
    throw new CommandError(`The database cannot be used: ${reasonOf(error)}`, { cause: error })
  }
}

/** Where the database is, which is started if need be. */
export async function addressOf(config: Config, stack: AsyncDisposableStack) {
  if (config.database_url) return { address: { connectionString: config.database_url.reveal() } }
  const { connectionConfig, home } = stack.use(await startEmbedded({ dataDir: config.data_dir }))
  return { address: connectionConfig, home }
}

/** A command may come before the first start. */
async function workspaceOf(db: Db, plan: string): Promise<number> {
  const there = await firstWorkspace(db)
  if (there) return there.id
  const workspace = { name: 'Home', plan }
  const made = await db.transaction().execute((tx) => insertFirst(tx, workspace, new Date()))
  // Another process was faster in this very moment.
  return made ?? (await workspaceOf(db, plan))
}

interface Parts {
  intake: Intake
  shrink: Shrink
  db: Db
  keys: InstanceKeys
}

function environmentOf(config: Config, { intake, shrink, db, keys }: Parts): Environment {
  const base_url = baseUrlOf(config)
  const ticket = tickets(keys.ring)
  const uploading = uploadLinks(keys.ring)
  return {
    now: () => new Date(),
    seal: seal(keys.ring),
    intake,
    // Files are taken from addresses by the service, never by a command.
    get: async () => Promise.reject(new CommandError('Ask the service for this.')),
    card: async (url) => (await import('./speaking.ts')).previewing(url, shrink),
    cdn_url: config.cdn_url ?? base_url,
    base_url,
    upgrade_url: `${base_url}/settings/plan`,
    manifests,
    plans: config.plans,
    rates: config.rates,
    upload_url({ workspace_id }, id) {
      return `${base_url}/uploads/${uploading.sign({ workspace_id, id })}`
    },
    connect_url: (caller, account) =>
      connectUrl({ base_url, tickets: ticket, now: new Date() }, caller, account),
    standing: (at, whose) => standingOf(at, whose, new Date()),
    disconnect: async (account) =>
      (await import('./speaking.ts')).disconnecting(config, { db, keys }, account),
    choices: async (asked) => (await import('./speaking.ts')).choosing(config, { db, keys }, asked),
    people: async (asked) => (await import('./speaking.ts')).finding(config, { db, keys }, asked),
    settled: async () => {},
    happened: async () => {},
    webhook_refusal: async (url) => (await import('./speaking.ts')).refusing(config, url),
  }
}
