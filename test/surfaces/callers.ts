/** Both surfaces as one kind of caller, and what holds for every answer whoever gives it. */
import assert from 'node:assert/strict'
import { z } from 'zod'
import { operations } from '#operations/index.ts'
import type { Operation } from '#operations/operation.ts'
import { Finding } from '#rules/finding.ts'
import { type Code, problems } from '#rules/problem.ts'
import { answerOf } from '../mcp/answer.ts'
import type { Body, TestService } from '../service.ts'

export interface Said {
  /** Undefined: it was done. */
  code: string | undefined
  /** Field errors, when that is the refusal. */
  errors: Record<string, string[]>
  /** The operation's output, or the error's data. */
  body: Body
  replayed: boolean
}

export interface CallOptions {
  idempotency_key?: string
}

/** Calls an operation by its name with the input that both surfaces share. */
export type Call = (name: string, args?: Body, options?: CallOptions) => Promise<Said>

export const surfaces = ['rest', 'mcp'] as const
export type Surface = (typeof surfaces)[number]

/** Without `token`: the demo workspace's key. Every answer is held against its documented shape. */
export function callers(service: TestService, token = service.token): Record<Surface, Call> {
  let client: ReturnType<TestService['client']> | undefined
  return {
    async rest(name, given = {}, { idempotency_key } = {}) {
      const operation = named(name)
      const args = { ...anew(name), ...given }
      const { method, path, body } = requestOf(operation, args)
      const headers = {
        authorization: `Bearer ${token}`,
        ...(idempotency_key !== undefined && { 'idempotency-key': idempotency_key }),
      }
      const answer = await service.rest(method, path, body, headers)
      assert.ok(answer.headers.get('x-request-id'), 'every answer has a request id')
      const replayed = answer.headers.get('idempotent-replayed') === 'true'
      if (answer.status >= 400) return { ...refusal(answer.status, answer.body), replayed }
      const list = answer.body['list']
      const rest = 'absent' in operation.rest ? undefined : operation.rest
      const dry = args['dry_run'] === true
      assert.equal(answer.status, dry ? 200 : (rest?.status ?? 200), name)
      if (answer.status !== 204) assertOutput(operation, list ?? answer.body)
      return { code: undefined, errors: {}, body: answer.body, replayed }
    },

    async mcp(name, args = {}, { idempotency_key } = {}) {
      const connected = await (client ??= service.client(token))
      const given = {
        ...whole(name),
        ...anew(name),
        ...args,
        ...(idempotency_key !== undefined && { idempotency_key }),
      }
      const { body, isError } = answerOf(await connected.callTool({ name, arguments: given }))
      if (isError) return { ...refusal(undefined, body), replayed: false }
      const { notice: _, ...output } = restored(body)
      assertOutput(named(name), output)
      return { code: undefined, errors: {}, body: restored(body), replayed: false }
    },
  }
}

/** Tests make the same post again and again, and mean it; a revision is asked for by its number. */
function anew(name: string): Body {
  if (name === 'schedule_post') return { allow_duplicate: true }
  // Without it there is no such address.
  return name === 'get_post_revision' ? { number: 1 } : {}
}

/** Lists are held against REST's, so they are asked for whole. */
function whole(name: string) {
  const { mcp } = named(name)
  return 'absent' in mcp || !mcp.brief ? {} : { detail: true }
}

const Told = z.looseObject({
  per_account: z.array(
    z.looseObject({
      account_id: z.unknown(),
      platform: z.unknown(),
      username: z.unknown(),
      reconnect_url: z.unknown(),
      attempts: z.unknown().optional(),
      metrics: z.unknown().optional(),
    }),
  ),
  socialAccounts: z.array(z.looseObject({ pivot: z.undefined().optional() })),
})

/** How a post stands on its accounts is told once over MCP: nothing is lost by that. */
function restored(body: Body): Body {
  const { data } = body
  if (Array.isArray(data)) return { ...body, data: data.map((each: Body) => restored(each)) }
  if (Array.isArray(body['results'])) {
    const results = body['results'].map((each: Body) =>
      each['post'] === undefined ? each : { ...each, post: restored(each['post'] as Body) },
    )
    return { ...body, results }
  }
  const post = Told.safeParse(body)
  if (!post.success) return body
  const { socialAccounts, per_account } = post.data
  const pivots = per_account.map((each) => {
    const { account_id: _, platform: __, username: ___, reconnect_url: ____, ...rest } = each
    const { attempts: _____, metrics: ______, ...pivot } = rest
    return pivot
  })
  return {
    ...body,
    socialAccounts: socialAccounts.map((account, at) => ({ ...account, pivot: pivots[at] })),
  }
}

const Errors = z.record(z.string(), z.array(z.string().min(1)).min(1))
const FieldProblem = z.strictObject({
  message: z.string().min(1),
  errors: Errors,
  problems: z.array(z.strictObject(Finding.shape)).min(1).optional(),
})
const OtherProblem = z.strictObject({
  error: z.looseObject({ code: z.string(), message: z.string().min(1), errors: Errors.optional() }),
})

/** The body of a refusal, in the shape that its surface documents. `status` undefined: MCP. */
export function refusal(status: number | undefined, body: Body) {
  if (status === 422 && !('error' in body)) {
    const { errors } = FieldProblem.parse(body)
    return { code: 'invalid', errors, body }
  }
  const { error } = OtherProblem.parse(body)
  assert.ok(error.code in problems, `${error.code} is a documented code`)
  if (status !== undefined) assert.equal(status, problems[error.code as Code], error.code)
  if (error.code === 'invalid') assert.ok(error.errors, 'field errors name their fields')
  return { code: error.code, errors: error.errors ?? {}, body: error }
}

export function named(name: string): Operation {
  const found = operations.find((each) => {
    const aliases = 'absent' in each.mcp ? {} : (each.mcp.aliases ?? {})
    return each.name === name || name in aliases
  })
  assert.ok(found, name)
  return found
}

export function requestOf({ rest, name }: Operation, args: Body) {
  assert.ok(!('absent' in rest), `${name} has a REST face`)
  const others = { ...args }
  const { method } = rest
  const path = rest.path.replaceAll(/:(\w+)/g, (_, name: string) => {
    // Nothing would be another address.
    const value = name in others ? asText(others[name]) : '0'
    delete others[name]
    return encodeURIComponent(value.toWellFormed())
  })
  if (method !== 'GET') {
    return { method, path, body: Object.keys(others).length ? others : undefined }
  }
  const query = new URLSearchParams()
  for (const [field, value] of Object.entries(others)) query.set(field, asText(value))
  return { method, path: query.size ? `${path}?${query.toString()}` : path, body: undefined }
}

function asText(value: unknown) {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

/** Says exactly what it declares: nothing missing, nothing more. */
export function assertOutput({ output, name }: Operation, value: unknown) {
  const parsed = output.safeParse(value)
  assert.ok(parsed.success, `${name}: ${parsed.error?.message}`)
  assert.deepEqual(parsed.data, value, `${name} answers more than it declares`)
}
