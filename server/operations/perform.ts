/** How every call is carried out, whichever surface it came in by: parse, allow, run in one transaction, once. */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { allows } from '#rules/ability.ts'
import { limits } from '#rules/limits.ts'
import { Problem } from '#rules/problem.ts'
import { actingAs } from '#store/actor.ts'
import { countReplay, findReply, keepReply, takeTurns } from '#store/replies.ts'
import type { Db, Scope } from '#store/schema.ts'
import { accept } from './accept.ts'
import type { Caller, Context } from './context.ts'
import { isOnLeash, onLeash, requireLeash } from './leash.ts'
import type { Operation } from './operation.ts'

export interface Call {
  operation: Operation
  /** What this surface's callers write; its output is the operation's input. */
  dialect: z.ZodType | undefined
  raw: unknown
  idempotency_key: string | undefined
}

export interface Performed {
  output: unknown
  /** The call was sent before; this is the answer it got then. */
  replayed: boolean
  /** How often it was repeated by now, when it was. */
  replays: number
  dry_run: boolean
}

const DEADLOCK = new Set(['40P01', '40001'])
const TRIES = 3

export async function perform(call: Call, before: Context): Promise<Performed> {
  const { operation } = call
  mayCall(operation, before)
  const context = { ...before, stillMay: () => stillMay(operation, before) }
  const input = await accept(call, context)
  const done = await doing(call, input, context)
  if (!operation.follow || done.replayed || done.dry_run) return done
  const output = await operation.follow(done.output, input, context)
  return { ...done, output }
}

async function doing(call: Call, input: unknown, context: Context): Promise<Performed> {
  const { operation } = call
  if (operation.effect === 'reads') return read(operation, input, context)
  return actingAs(context.caller.credential, () =>
    operation.alone ? read(operation, input, context) : write(call, input, context),
  )
}

/** After something slow: whoever lost the right meanwhile is refused as if it had never been there. */
async function stillMay(operation: Operation, context: Context) {
  if (context.again) mayCall(operation, { ...context, caller: await context.again() })
}

/** Refuses a caller whose key does not go so far: also before a large body is read. */
export function mayCall(operation: Operation, context: Context) {
  const { abilities, via } = context.caller
  // People have roles instead of keys: for them the ability decides.
  if (operation.unrestricted && via !== 'dashboard' && !abilities.includes('*')) {
    throw new Problem(
      'unauthenticated',
      'Use a key without restrictions: only one with the ability * may send bytes.',
    )
  }
  if (!allows(abilities, operation.ability)) {
    const text =
      via === 'dashboard'
        ? 'Ask an owner of the workspace: your role does not go so far.'
        : `Use a key with the ability ${operation.ability}: this one has ${abilities.join(', ') || 'none'}.`
    throw new Problem('forbidden', text, { ability: operation.ability })
  }
  requireLeash(operation, context.caller, context.environment.base_url)
}

/** Whether any call of it may be allowed: what is not is left out of lists. A pause passes, and changes nothing here. */
export function isWithinReach(
  operation: Operation,
  caller: Pick<Caller, 'abilities' | 'leash' | 'credential'>,
) {
  return allows(caller.abilities, operation.ability) && isOnLeash(operation, caller)
}

async function read(operation: Operation, input: unknown, context: Context): Promise<Performed> {
  return {
    output: await onLeash(operation, input, context),
    replayed: false,
    replays: 0,
    dry_run: false,
  }
}

/** All or nothing; a deadlock has changed nothing, so it is simply tried again. */
async function write(call: Call, input: unknown, before: Context): Promise<Performed> {
  const context = await prepared(call, input, before)
  for (let tried = 1; ; tried++) {
    try {
      if (isDryRun(input)) return await rehearse(call, input, context)
      return await context.db
        .transaction()
        .execute((tx) => once(call, input, { ...context, db: tx }))
    } catch (error) {
      if (tried === TRIES || !isDeadlock(error)) throw error
    }
  }
}

async function prepared(call: Call, input: unknown, context: Context): Promise<Context> {
  const { operation } = call
  if (!operation.prepare || isDryRun(input)) return context
  const slot = slotOf(call, fingerprintOf(call), context)
  const { credential } = context.caller
  // Only a look: whether it really is a repetition is decided in the transaction.
  if (slot && (await findReply(context, credential, slot.key, slot.since))) return context
  const arrived = await operation.prepare(input, context)
  await context.stillMay?.()
  return { ...context, arrived }
}

/** Runs the call unless it was sent before: by its key for a day, or by its content within seconds over MCP. */
async function once(call: Call, input: unknown, context: Context): Promise<Performed> {
  const { operation } = call
  const { credential } = context.caller
  const fingerprint = fingerprintOf(call)
  const slot = slotOf(call, fingerprint, context)
  if (!slot) return read(operation, input, context)

  await takeTurns(context, credential, slot.key)
  const before = await findReply(context, credential, slot.key, slot.since)
  const label = `reply:${context.workspace_id}`
  if (before) {
    if (!before.fingerprint.equals(fingerprint)) {
      throw new Problem(
        'idempotency_conflict',
        'Use a new idempotency key: this one was sent with another call.',
      )
    }
    return {
      output: withNotice(context.environment.seal.open(before.body, label), slot.notice),
      replayed: true,
      replays: await countReplay(context, credential, slot.key),
      dry_run: false,
    }
  }
  const output = await onLeash(operation, input, context)
  const body = context.environment.seal.close(output ?? null, label)
  await keepReply(context, { credential, key: slot.key, fingerprint, status: 0, body }, context.now)
  return { output, replayed: false, replays: 0, dry_run: false }
}

/** Whether a call with this key was answered before, and not repeated so often yet that repetitions count as requests. */
export async function isFreeReplay(
  scope: Scope,
  { credential, idempotency_key }: { credential: string; idempotency_key: string },
  now: Date,
) {
  const { key, since } = keySlot(idempotency_key, now)
  const before = await findReply(scope, credential, key, since)
  return before !== undefined && before.replays < limits.free_replays
}

function keySlot(idempotency_key: string, now: Date) {
  const since = new Date(now.getTime() - limits.idempotency_hours * 3600_000)
  return { key: `key:${idempotency_key}`, since }
}

function fingerprintOf({ operation, raw }: Call) {
  return createHash('sha256')
    .update(canonical([operation.name, raw]))
    .digest()
}

function slotOf(
  { operation, idempotency_key }: Call,
  fingerprint: Buffer,
  { caller, now }: Context,
) {
  if (idempotency_key !== undefined) {
    return { ...keySlot(idempotency_key, now), notice: undefined }
  }
  if (!operation.once || caller.via !== 'mcp') return undefined
  return {
    key: `twice:${fingerprint.toString('base64url')}`,
    since: new Date(now.getTime() - limits.double_dispatch_ms),
    notice:
      'This call came twice within five seconds; it was carried out once, and this is its post. Change it, or send an idempotency_key, to make another.',
  }
}

function withNotice(output: unknown, notice: string | undefined) {
  const Warned = z.looseObject({ warnings: z.array(z.string()) })
  const parsed = Warned.safeParse(output)
  if (!notice || !parsed.success) return output
  return { ...parsed.data, warnings: [...parsed.data.warnings, notice] }
}

class Rehearsed extends Error {
  override readonly name = 'Rehearsed'
  readonly output: unknown
  constructor(output: unknown) {
    super('rolled back on purpose')
    this.output = output
  }
}

/** The real thing, rolled back: what it answers is what would have happened. */
async function rehearse({ operation }: Call, input: unknown, context: Context): Promise<Performed> {
  try {
    await context.db.transaction().execute(async (tx: Db) => {
      throw new Rehearsed(await onLeash(operation, input, { ...context, db: tx }))
    })
  } catch (error) {
    if (!(error instanceof Rehearsed)) throw error
    const { output: told } = error
    const output = operation.rehearsed ? await operation.rehearsed(told, input, context) : told
    return { output: marked(output, operation), replayed: false, replays: 0, dry_run: true }
  }
  throw new Error('A rehearsal always rolls back.')
}

/** A post that would be created has no id yet: 0 stands for it. */
function marked(output: unknown, { rest }: Operation) {
  if (typeof output !== 'object' || output === null) return output
  const creates = 'status' in rest && rest.status === 201
  return { ...output, ...(creates && { id: 0 }), dry_run: true }
}

function isDryRun(input: unknown) {
  return typeof input === 'object' && input !== null && 'dry_run' in input && input.dry_run === true
}

function isDeadlock(error: unknown) {
  return error instanceof Error && 'code' in error && DEADLOCK.has(String(error.code))
}

/** The same JSON for the same call, whatever the order of its fields. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) =>
    each && typeof each === 'object' && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  )
}
