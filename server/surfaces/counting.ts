/** Every request of a credential is counted, or refused with the time to come again; and every answer tells what is left. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Limiter, Taken } from '#access/limiter.ts'
import type { Caller, Environment } from '#operations/context.ts'
import { type Operation } from '#operations/operation.ts'
import { type Call, takeFreeReplay } from '#operations/repeats.ts'
import { postPolicies } from '#operations/quotas.ts'
import { flag } from '#operations/ids.ts'
import { Problem } from '#rules/problem.ts'
import { cellsOf } from '#rules/csv.ts'
import { limits } from '#rules/limits.ts'
import {
  freeAgain,
  policiesOf,
  rateHeaders,
  requestsOf,
  secondsUntil,
  type Policy,
  type Standing,
} from '#rules/rate.ts'
import type { Db } from '#store/schema.ts'
import { callerOf } from './guard.ts'

interface CountingDependencies {
  db: Db
  environment: Pick<Environment, 'now' | 'rates' | 'plans'>
  limiter: Limiter
}

export interface Counted {
  policies: readonly Policy[]
  standings: readonly Standing[]
  /** How often the call was repeated by now, where only that lets it pass. */
  replays: number | undefined
  /** It was an earlier call over again. */
  giveBack(): void
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Once it was held against the policies of its caller. */
    counted: Counted | undefined
  }
}

interface Asked {
  via: Caller['via']
  kind: 'read' | 'write'
  /** As how many requests; left out: as one. */
  requests?: (() => number) | undefined
  /** What it is carried out as; it may be one that was answered before. */
  call?: (() => Call) | undefined
}

/** Takes one of everything that binds the caller, or of nothing and throws the refusal. */
export async function count(deps: CountingDependencies, request: FastifyRequest, asked: Asked) {
  const { workspace_id, credential, leash } = callerOf(request)
  const policies = policiesOf(deps.environment.rates, {
    via: asked.via,
    requests_per_minute: leash.requests_per_minute,
  })
  const now = deps.environment.now()
  const taken: Taken[] = []
  const giveBack = () => taken.forEach((each) => each.giveBack())
  const standings: Standing[] = []
  let refused: Standing | undefined
  const held = policies.of(asked.kind)
  // A table is read for it: once, and where nothing limits not at all.
  const size = held.length ? (asked.requests?.() ?? 1) : 1
  for (const policy of held) {
    // A batch that is more than a limit has is one that takes all of it.
    const requests = Math.min(size, policy.limit)
    const take = () => deps.limiter.take({ workspace_id, credential }, policy, now)
    const those = await Promise.all(Array.from({ length: requests }, take))
    taken.push(...those)
    const { standing, allowed } = tightestOf(those)
    standings.push(standing)
    if (allowed) continue
    // What is free first may be too little for all of a batch.
    refused = requests > 1 ? { ...standing, resets_at: freeAgain(policy, now) } : standing
    break
  }
  const counted: Counted = { policies: policies.all, standings, replays: undefined, giveBack }
  request.counted = counted
  if (!refused) return
  giveBack()
  const call = readable(asked)
  const scope = { db: deps.db, workspace_id }
  counted.replays = call && (await takeFreeReplay(scope, credential, call, now))
  if (counted.replays === undefined) throw tooMany(refused, now)
}

/** Whose call cannot be read hears what is wrong with it when there is room for it again. */
function readable({ call }: Asked) {
  try {
    return call?.()
  } catch (error) {
    if (error instanceof Problem) return undefined
    throw error
  }
}

/** The refusal among them, or else what was taken last. */
function tightestOf(those: readonly Taken[]): Taken {
  const [first] = those.toSorted(
    (a, b) => Number(a.allowed) - Number(b.allowed) || a.standing.remaining - b.standing.remaining,
  )
  if (!first) throw new Error('A request was held against nothing.')
  return first
}

/** As how many requests a batch counts: what it asks for is made one by one. */
export function sizeOf(
  { batch }: Pick<Operation, 'batch'>,
  fields: Readonly<Record<string, unknown>>,
) {
  if (!batch) return undefined
  return () => {
    const rows = fields[batch]
    return requestsOf(
      typeof rows === 'string' ? linesIn(rows) : lengthOf(rows),
      limits.posts_per_batch,
    )
  }
}

function lengthOf(rows: unknown) {
  return Array.isArray(rows) ? rows.length : 1
}

/** Of a table, without the names of its columns. */
function linesIn(text: string) {
  const records = cellsOf(text, limits.posts_per_batch + 1)
  return Array.isArray(records) ? records.length - 1 : 1
}

/** What an operation is counted as: what only tells what would happen changes nothing. */
export function kindOf({ effect }: Pick<Operation, 'effect'>, fields: unknown): Asked['kind'] {
  return effect === 'reads' || isRehearsal(fields) ? 'read' : 'write'
}

function isRehearsal(fields: unknown) {
  const asked =
    typeof fields === 'object' && fields !== null && 'dry_run' in fields && fields.dry_run
  return flag.safeParse(asked).data === true
}

/** The header fields of an answer; none where there are no policies. */
export async function rateFieldsOf(
  { db, environment }: CountingDependencies,
  request: FastifyRequest,
) {
  const { holder, counted } = request
  if (!holder) return {}
  const now = environment.now()
  const posts = await postPolicies({ db, workspace_id: holder.workspace_id }, holder, {
    now,
    plans: environment.plans,
  })
  return rateHeaders(
    { policies: counted?.policies ?? [], standings: counted?.standings ?? [] },
    posts,
    now,
  )
}

/** For routes whose requests are counted: also what could not be read counts, and every answer tells. */
export function telling(deps: CountingDependencies, via: Caller['via'], kind: Asked['kind']) {
  return async (request: FastifyRequest, reply: FastifyReply, payload: unknown) => {
    if (!request.holder) return payload
    if (!request.counted) await count(deps, request, { via, kind }).catch(() => {})
    void reply.headers(await rateFieldsOf(deps, request).catch(() => ({})))
    return payload
  }
}

function tooMany({ name, limit, seconds, resets_at }: Standing, now: Date) {
  const wait = secondsUntil(resets_at, now)
  return new Problem(
    'too_many_requests',
    `Wait ${wait} s: this credential may send ${limit} requests in ${seconds} s (${name}).`,
    { policy: name, limit, resets_at: resets_at.toISOString(), retry_after: wait },
  )
}
