/** A call carried out in two trips to the database: see Swift of operation.ts. */
import { isLeashed } from '#rules/leash.ts'
import type { LiveKey } from '#store/keys.ts'
import { replyKept } from '#store/replies.ts'
import { isDeadlock, isTakenMeanwhile } from '#store/errors.ts'
import { isRefusal, type Statement, type Trip, type Whose } from '#store/trip.ts'
import { contexts } from '#store/sealed.ts'
import type { Caller, Context } from './context.ts'
import { type Call, fingerprintOf, isDryRun, mayBeRepeated, slotOf } from './repeats.ts'

export interface Performed {
  output: unknown
  /** The call was sent before; this is the answer it got then. */
  replayed: boolean
  /** How often it was repeated by now, when it was. */
  replays: number
  dry_run: boolean
}

/** A caller who is let in once the key is here; it is looked up with everything else. */
interface Door {
  whose: Whose
  workspace_id: number | undefined
  key: Statement<LiveKey>
  admit(key: LiveKey | undefined): Promise<Caller>
}

/** Undefined: the long way; nothing was done. */
export async function inTwoTrips(
  call: Call,
  input: unknown,
  {
    db,
    environment,
    now,
    ...known
  }: Pick<Context, 'db' | 'environment' | 'now'> & {
    caller?: Caller
  },
  door?: Door,
): Promise<Performed | undefined> {
  const { operation } = call
  const { trip } = environment
  if (!operation.swift || !trip || isDryRun(input)) return undefined
  if (known.caller && isLeashed(known.caller.leash)) return undefined
  const whose = door?.whose ?? { workspace_id: known.caller?.workspace_id ?? 0 }
  const workspace_id = door ? door.workspace_id : known.caller?.workspace_id
  const via = known.caller?.via ?? 'rest'
  const swift = operation.swift(input, { whose, workspace_id, via, now, db, environment })
  if (!swift) return undefined

  const look = door ? [door.key, ...swift.look] : swift.look
  const found = lookingUp(trip)
  await found.lookUp(look)
  const caller = door ? await door.admit(found.of(door.key)[0]) : known.caller
  if (!caller || isLeashed(caller.leash)) return undefined
  if (workspace_id !== undefined && caller.workspace_id !== workspace_id) return undefined
  const further = swift.further?.(found.of) ?? []
  if (further.length) await found.lookUp(further)
  const made = swift.make(found.of, { caller })
  if (!made) return undefined
  const performed = { output: made.output, replayed: false, replays: 0, dry_run: false }
  if (operation.effect === 'reads') return performed
  try {
    await trip([...replyOf(call, made.output, { caller, environment, now }), ...made.writes])
  } catch (error) {
    if (isRefusal(error) || isDeadlock(error) || isTakenMeanwhile(error)) return undefined
    throw error
  }
  return performed
}

function lookingUp(trip: Trip) {
  const answers = new Map<Statement, object[]>()
  return {
    async lookUp(statements: readonly Statement[]) {
      const rows: readonly object[][] = await trip(statements)
      for (const [index, statement] of statements.entries())
        answers.set(statement, rows[index] ?? [])
    },
    // A statement says what its rows are; see store/trip.ts.
    of: <Row extends object>(statement: Statement<Row> | undefined) =>
      statement ? (answers.get(statement) as Row[]) : [],
  }
}

function replyOf(
  call: Call,
  output: unknown,
  context: Pick<Context, 'caller' | 'environment' | 'now'>,
) {
  const { caller, environment, now } = context
  if (!mayBeRepeated(call, context)) return []
  const fingerprint = fingerprintOf(call)
  const slot = slotOf(call, fingerprint, context)
  if (!slot) return []
  const { key, since } = slot
  const { workspace_id, credential } = caller
  const body = environment.seal.close(output ?? null, contexts.reply(workspace_id))
  return [replyKept(workspace_id, { credential, key, fingerprint, body }, { now, since })]
}
