/** REST, walked off the list of operations. */
import type {
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  HTTPMethods,
} from 'fastify'
import type { Operation, Rest } from '#operations/operation.ts'
import type { Caller, Context } from '#operations/context.ts'
import { type Call, type Claim, mayCall, perform, performClaimed } from '#operations/perform.ts'
import { limits } from '#rules/limits.ts'
import { type Code, Problem } from '#rules/problem.ts'
import { count, kindOf, sizeOf, telling } from './counting.ts'
import { holdSent, isBytes, isForm, type Taken, takeBytes, takeForm } from './bodies.ts'
import { answerError } from './errors.ts'
import { claimOf, contextOf, type ApiDependencies, goneSignal, guard } from './guard.ts'
import { idempotencyKey, isKey } from './idempotency.ts'
import { sendPieces } from './pieces.ts'
import { asBag, wire } from './wire.ts'
import { sendZip } from './zipped.ts'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** How callers come in: where the addresses begin, who is let in, and what that is called. */
export interface Entrance {
  prefix: string
  via: Caller['via']
  enter(this: void, request: FastifyRequest): Promise<void>
  /** What a caller shows who may be let in later, with what the call looks up. */
  claim?(this: void, request: FastifyRequest): Claim | undefined
}

export function rest(
  app: FastifyInstance,
  operations: readonly Operation[],
  deps: ApiDependencies,
  { prefix, via, enter, claim }: Entrance = {
    prefix: '',
    via: 'rest',
    enter: guard(deps),
    claim: (request) => claimOf(request, deps),
  },
) {
  const taken = new Map<string, HTTPMethods[]>()

  for (const operation of operations) {
    const { rest } = operation
    if ('absent' in rest) continue
    const url = prefix + rest.path
    taken.set(url, [...(taken.get(url) ?? []), rest.method])
    const swift = operation.swift && claim
    app.route({
      method: rest.method,
      url,
      onRequest: swift
        ? async (request) => {
            request.claim = claim(request)
            if (!request.claim) await enter(request)
          }
        : enter,
      // What is wrong with a request is told to those who may send one.
      ...(swift && {
        errorHandler: (error, request, reply) => {
          void refusalOf(request, error).then((told) => answerError(told, request, reply))
        },
      }),
      ...(rest.body_bytes !== undefined && { bodyLimit: rest.body_bytes }),
      config: {
        takes: rest.takes,
        operation: { name: operation.name, effect: operation.effect, path: rest.path },
      },
      ...(!operation.uncounted && { onSend: telling(deps, via, kindOf(operation, undefined)) }),
      handler: (request, reply) => handle(operation, rest, request, reply),
    })
  }
  for (const [url, methods] of taken) refuseOthers(url, methods)

  async function handle(
    operation: Operation,
    rest: Rest,
    request: FastifyRequest,
    reply: FastifyReply,
  ) {
    const swift = request.claim && (await claimed(operation, rest, request, request.claim))
    if (swift) return reply.code(rest.status ?? 200).send(swift.output)
    if (!request.holder) await enter(request)
    const plain = contextOf(deps, request, via, goneSignal(reply), () => enter(request))
    const key = idempotencyKey(request.headers['idempotency-key'], 'Idempotency-Key')
    const asked = (form?: object) => {
      const { raw, errors } = wire(request, form, key.errors)
      const wrong = { ...errors, ...key.errors }
      return {
        operation,
        dialect: rest.accepts,
        raw,
        idempotency_key: key.idempotency_key,
        ...(Object.keys(wrong).length && { errors: wrong }),
      }
    }
    if (!operation.uncounted && !request.counted) {
      const told = { ...asBag(request.query), ...asBag(request.body) }
      const kind = kindOf(operation, told)
      const requests = kind === 'write' ? sizeOf(operation, told) : undefined
      // A file is not taken in to see whether it came before.
      const isFile = isForm(request) || isBytes(request)
      await count(deps, request, { via, kind, requests, call: isFile ? undefined : asked })
    }
    if (rest.takes) mayCall(operation, plain)
    const { fields, sent } = await bodyOf(request, rest, plain)
    const { replays: taken } = request.counted ?? {}
    const call = { ...asked(fields), replays: taken }
    if (rest.pieces) return sendPieces(call, rest.pieces, plain, reply)
    if (rest.zip) return sendZip(call, rest.zip, plain, { request, reply })
    const { output, replayed, replays, dry_run } = await carryOut(call, { ...plain, sent }, request)
    if (replayed) void reply.header('idempotent-replayed', 'true')
    if (replayed && replays <= limits.free_replays) request.counted?.giveBack()
    void reply.headers(rest.headers?.(output) ?? {})
    const format = rest.formats?.[String(call.raw['format'])]
    if (format) return reply.type(format.type).send(format.write(output))
    if (rest.status === 204 && !dry_run) return reply.code(204).send()
    return reply.code(dry_run ? 200 : (rest.status ?? 200)).send(output)
  }

  async function claimed(operation: Operation, rest: Rest, request: FastifyRequest, claim: Claim) {
    const idempotency_key = request.headers['idempotency-key']
    if (idempotency_key !== undefined && !isKey(idempotency_key)) return undefined
    const { raw, errors } = wire(request)
    if (errors) return undefined
    const call = { operation, dialect: rest.accepts, raw, idempotency_key }
    const { db, environment } = deps
    const counted: Claim = {
      ...claim,
      async admit(key) {
        const caller = await claim.admit(key)
        const kind = kindOf(operation, call.raw)
        if (!operation.uncounted) await count(deps, request, { via, kind, call: () => call })
        return caller
      },
    }
    return performClaimed(call, counted, { db, environment, now: environment.now() })
  }

  async function refusalOf(request: FastifyRequest, error: FastifyError) {
    // Of a service that is closed nothing is told that has to do with the request.
    const isTold = error instanceof Problem && told.has(error.code)
    if (request.holder || isTold) return error
    try {
      await enter(request)
      return error
    } catch (unknown) {
      return unknown instanceof Problem ? unknown : error
    }
  }

  async function bodyOf(
    request: FastifyRequest,
    { takes }: Rest,
    { workspace_id }: Pick<Context, 'workspace_id'>,
  ): Promise<Taken> {
    const into = { intake: deps.environment.intake, workspace_id }
    if (takes === 'form' && isForm(request)) return takeForm(request, into)
    if (takes === 'bytes' && isBytes(request)) return takeBytes(request, into)
    return { fields: {}, sent: undefined }
  }

  function refuseOthers(url: string, methods: HTTPMethods[]) {
    const allow = [...new Set(methods)].join(', ')
    app.route({
      method: METHODS.filter((method) => !methods.includes(method)),
      url,
      handler: async (_, reply) => {
        void reply.header('allow', allow)
        throw new Problem('method_not_allowed', `Use ${allow} here.`, {
          allow: [...new Set(methods)],
        })
      },
    })
  }
}

async function carryOut(call: Call, context: Context, request: FastifyRequest) {
  await using _ = holdSent(context.sent, request)
  return await perform(call, context)
}

const told = new Set<Code>(['unauthenticated', 'unavailable'])
