/** Every request of a credential is counted, or refused with the time to come again; and every answer tells what is left. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Limiter, Taken } from '#access/limiter.ts'
import type { Caller, Environment } from '#operations/context.ts'
import { type Operation } from '#operations/operation.ts'
import { type Call, takeFreeReplay } from '#operations/repeats.ts'
import { postPolicies } from '#operations/quotas.ts'
import { flag } from '#operations/ids.ts'
import { Problem } from '#rules/problem.ts'
import { policiesOf, rateHeaders, secondsUntil, type Policy, type Standing } from '#rules/rate.ts'
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
  for (const policy of policies.of(asked.kind)) {
    const one = await deps.limiter.take({ workspace_id, credential }, policy, now)
    taken.push(one)
    if (!one.allowed) break
  }
  const standings = taken.map(({ standing }) => standing)
  const counted: Counted = { policies: policies.all, standings, replays: undefined, giveBack }
  request.counted = counted
  const refused = taken.find(({ allowed }) => !allowed)
  if (!refused) return
  giveBack()
  const call = readable(asked)
  const scope = { db: deps.db, workspace_id }
  counted.replays = call && (await takeFreeReplay(scope, credential, call, now))
  if (counted.replays === undefined) throw tooMany(refused.standing, now)
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
