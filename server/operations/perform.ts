/** How every call is carried out, whichever surface it came in by: parse, allow, run in one transaction, once. */
import { isDeepStrictEqual } from 'node:util'
import { allows } from '#rules/ability.ts'
import { counting } from '#rules/counted.ts'
import { look } from '#rules/input.ts'
import { OUTAGE_SECONDS } from '#rules/outage.ts'
import { Problem } from '#rules/problem.ts'
import { actingAs } from '#store/actor.ts'
import { keyFor, type LiveKey } from '#store/keys.ts'
import { countReplay, findReply, keepReply, takeTurns } from '#store/replies.ts'
import type { Db } from '#store/schema.ts'
import { isDeadlock, isEnding, isTakenMeanwhile } from '#store/errors.ts'
import { contexts } from '#store/sealed.ts'
import { accept } from './accept.ts'
import type { Caller, Context } from './context.ts'
import { isOnLeash, onLeash, requireLeash } from './leash.ts'
import type { Operation } from './operation.ts'
import { type Call, fingerprintOf, isDryRun, mayBeRepeated, slotOf, withNotice } from './repeats.ts'
import { inTwoTrips, type Performed } from './swift.ts'

export type { Call, Performed }

const TRIES = 3

export async function perform(call: Call, before: Context): Promise<Performed> {
  const { operation } = call
  mayCall(operation, before)
  const context = {
    ...before,
    counted: counting(),
    stillMay: () => stillMay(operation, before),
  }
  const input = await accept(call, context)
  const done = await doing(call, input, context)
  if (!operation.follow || done.replayed || done.dry_run) return done
  const output = await operation.follow(done.output, input, context)
  if (output === done.output) return done
  return { ...done, output: await stillTold({ output, before: done.output }, call, input, context) }
}

/**
 * What was waited for, as far as it is the caller's still: a key that ended meanwhile hears of nothing that came after its
 * end, and one whose leash became shorter reads anew by that. What a write has done is told as it was before the wait.
 */
async function stillTold(
  { output, before }: { output: unknown; before: unknown },
  { operation }: Call,
  input: unknown,
  context: Context,
): Promise<unknown> {
  const reach = await context.again?.().catch((error: unknown) => {
    if (operation.effect === 'reads' || !(error instanceof Problem)) throw error
    return undefined
  })
  if (!context.again || (reach && isDeepStrictEqual(reach.caller, context.caller))) return output
  if (!reach || operation.effect !== 'reads') return before
  mayCall(operation, { ...context, ...reach })
  return onLeash(operation, input, { ...context, ...reach })
}

async function doing(call: Call, input: unknown, context: Context): Promise<Performed> {
  const { operation } = call
  if (operation.effect === 'reads')
    return (await inTwoTrips(call, input, context)) ?? read(operation, input, context)
  return actingAs(context.caller.credential, () =>
    operation.alone ? read(operation, input, context) : write(call, input, context),
  )
}

/** A key that was shown, and that may be looked up together with what the call is about. */
export interface Claim {
  key_id: number
  /** Where it was at home when it was last seen here, if it ever was. */
  workspace_id: number | undefined
  /** Lets its caller in, or refuses. */
  admit(key: LiveKey | undefined): Promise<Caller>
}

/** perform for a caller who is not let in yet. Undefined: nothing was done, and nothing said; let the caller in first. */
export async function performClaimed(
  call: Call,
  claim: Claim,
  context: Pick<Context, 'db' | 'environment' | 'now'>,
): Promise<Performed | undefined> {
  const { operation, dialect, raw } = call
  if (!operation.swift) return undefined
  const { errors, data, success } = look(dialect?.pipe(operation.input) ?? operation.input, raw)
  if (!success || Object.keys(errors).length) return undefined
  return inTwoTrips(call, data, context, {
    whose: { key_id: claim.key_id },
    workspace_id: claim.workspace_id,
    key: keyFor(claim.key_id),
    async admit(key) {
      const caller = await claim.admit(key)
      mayCall(operation, { ...context, caller })
      return caller
    },
  })
}

/** After something slow: whoever lost the right meanwhile is refused as if it had never been there. */
async function stillMay(operation: Operation, context: Context) {
  if (context.again) mayCall(operation, { ...context, ...(await context.again()) })
}

/** Refuses a caller whose key does not go so far: also before a large body is read. */
export function mayCall(operation: Operation, context: Pick<Context, 'caller' | 'environment'>) {
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
  const swift = await inTwoTrips(call, input, before)
  if (swift) return swift
  const context = await prepared(call, input, before)
  for (let tried = 1; ; tried++) {
    try {
      if (isDryRun(input)) return await rehearse(call, input, context)
      return await context.db
        .transaction()
        .execute((tx) => once(call, input, { ...context, db: tx }))
    } catch (error) {
      if (isEnding(error)) throw new Problem('forbidden', 'This workspace is being deleted.')
      if (!(isDeadlock(error) || isTakenMeanwhile(error))) throw error
      if (tried < TRIES) continue
      throw new Problem(
        'unavailable',
        'Send it again in a moment: others kept changing the same things, and nothing was done.',
        { retry_after: OUTAGE_SECONDS },
      )
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
  if (!mayBeRepeated(call, context)) return read(operation, input, context)
  const fingerprint = fingerprintOf(call)
  const slot = slotOf(call, fingerprint, context)
  if (!slot) return read(operation, input, context)

  await takeTurns(context, credential, slot.key)
  const before = await findReply(context, credential, slot.key, slot.since)
  const label = contexts.reply(context.workspace_id)
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
      replays: call.replays ?? (await countReplay(context, credential, slot.key)),
      dry_run: false,
    }
  }
  const output = await onLeash(operation, input, context)
  const body = context.environment.seal.close(output ?? null, label)
  await keepReply(context, { credential, key: slot.key, fingerprint, status: 0, body }, context.now)
  return { output, replayed: false, replays: 0, dry_run: false }
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
