/** Stands before every route that belongs to a workspace: no credential, no answer. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { holderBy, holderOf, homeOf, type KeyHolder } from '#access/keys.ts'
import type { Limiter } from '#access/limiter.ts'
import type { Caller, Context, Environment } from '#operations/context.ts'
import type { Claim } from '#operations/perform.ts'
import { parseToken } from '#rules/key.ts'
import { Problem } from '#rules/problem.ts'
import type { Tracer } from '#rules/tracer.ts'
import type { Db } from '#store/schema.ts'

export interface ApiDependencies {
  db: Db
  environment: Environment
  limiter: Limiter
  /** Aborts when the service begins to stop: nobody is kept waiting then. */
  stopping: AbortSignal
  /** Absent: nobody is followed. */
  tracer?: Tracer | undefined
}

declare module 'fastify' {
  interface FastifyRequest {
    holder: KeyHolder | undefined
    claim: Claim | undefined
  }
}

/** Knows the caller by its bearer key, or refuses; all kinds of bad keys look the same. */
export function guard({
  db,
  environment,
}: Pick<ApiDependencies, 'db'> & { environment: Pick<Environment, 'now'> }) {
  return async (request: FastifyRequest) => {
    const token = bearerOf(request)
    request.holder = token ? await holderOf(db, token, environment.now()) : undefined
    if (!request.holder) throw unknownKey()
  }
}

function bearerOf({ headers }: Pick<FastifyRequest, 'headers'>) {
  return /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1]
}

function unknownKey() {
  return new Problem(
    'unauthenticated',
    'Send a valid API key as Authorization: Bearer <id>|<secret>.',
  )
}

/** More than any post takes; a caller whom nobody knows yet sends no more than this into memory. */
const SMALL = 64 * 1024

/**
 * The key that a request shows, where it may be looked up together with what the request is about: of a small body, which came
 * with the request as a rule. Whoever looks it up lets the caller in, or refuses, before a word is answered.
 */
export function claimOf(
  request: FastifyRequest,
  { db, environment }: Pick<ApiDependencies, 'db' | 'environment'>,
): Claim | undefined {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
  const size = request.method === 'GET' ? (length ?? 0) : length
  if (encoding !== undefined || size === undefined || Number(size) > SMALL) return undefined
  const parsed = parseToken(bearerOf(request) ?? '')
  if (!parsed) return undefined
  return {
    key_id: parsed.id,
    workspace_id: homeOf(db, parsed.id),
    async admit(key) {
      request.holder = await holderBy(db, parsed.secret, key, environment.now())
      if (!request.holder) throw unknownKey()
      return { ...request.holder, via: 'rest' }
    },
  }
}

/** Whom the guard let in. */
export function callerOf({ holder }: FastifyRequest): KeyHolder {
  if (!holder) throw new Problem('unauthenticated', 'Send a valid API key.')
  return holder
}

export function contextOf(
  { db, environment, stopping }: ApiDependencies,
  request: FastifyRequest,
  via: Caller['via'],
  signal: AbortSignal,
  enter?: () => Promise<void>,
): Context {
  const reach = () => {
    const caller = { ...callerOf(request), via }
    return { caller, account_ids: caller.leash.account_ids ?? undefined }
  }
  return {
    db,
    workspace_id: callerOf(request).workspace_id,
    ...reach(),
    again: enter && (() => enter().then(reach)),
    environment,
    now: environment.now(),
    signal: AbortSignal.any([signal, stopping]),
  }
}

/** Aborts when the caller goes away before the answer is written. */
export function goneSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort(new Error('The caller went away.'))
  })
  return gone.signal
}
