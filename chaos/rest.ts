/** One call of the REST API, sent twice, as a caller does who heard no answer: it has to count once. */
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { Chance } from './chance.ts'
import type { Workspace } from './ledger.ts'

const Account = z.object({
  account_id: z.int(),
  removal: z.unknown().optional(),
  edit: z.object({ content: z.string().nullable() }).optional(),
})

const Body = z.looseObject({
  per_account: z.array(Account).optional(),
  id: z.int().optional(),
  code: z.string().optional(),
  errors: z.record(z.string(), z.unknown()).optional(),
})

export interface Answer {
  status: number
  body: z.infer<typeof Body>
}

export interface Call {
  method: 'POST' | 'PUT'
  path: string
  body: Record<string, unknown>
}

const DEADLINE = 8_000
const ENOUGH = 45_000

/**
 * Sends the call twice within 5 ms, then again until it is clear what became of it or 45 s have passed; always with one
 * Idempotency-Key. A refusal is not kept by the service, so it only counts when every copy was refused. Undefined:
 * nobody knows.
 */
export async function callTwice(
  base_url: string,
  workspace: Workspace,
  call: Call,
  chance: Chance,
): Promise<Answer | undefined> {
  const key = `chaos-${chance.below(2 ** 30)}-${chance.below(2 ** 30)}`
  const apart = chance.between(0, 5)
  const began = performance.now()
  let unanswered = false
  do {
    const answers = await Promise.all(
      [0, apart].map(async (ms) => {
        await sleep(ms)
        return send(base_url, workspace, call, key)
      }),
    )
    const good = answers.find((each) => each && each.status < 300)
    if (good) return good
    unanswered ||= answers.includes(undefined)
    const [refused] = answers
    if (refused && !unanswered) return refused
    if (refused && !answers.includes(undefined)) return undefined
    await sleep(chance.between(50, 400))
  } while (performance.now() - began < ENOUGH)
  return undefined
}

/** Undefined: no answer, or one that says nothing about the call (5xx, 429). */
async function send(
  base_url: string,
  { token }: Workspace,
  { method, path, body }: Call,
  key: string,
): Promise<Answer | undefined> {
  try {
    const response = await fetch(`${base_url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(DEADLINE),
    })
    const text = await response.text()
    if (response.status >= 500 || response.status === 429) return undefined
    return { status: response.status, body: Body.parse(JSON.parse(text)) }
  } catch (error) {
    // Refused, cut, too late, or an answer that broke off.
    if (error instanceof TypeError || error instanceof SyntaxError) return undefined
    if (error instanceof DOMException) return undefined
    throw error
  }
}

/** For the table: '201', '409 post_not_cancelable', '422 scheduled_at', 'with no clear answer'. */
export function describeAnswer(answer: Answer | undefined) {
  if (!answer) return 'with no clear answer'
  const { code, errors = {} } = answer.body
  return [answer.status, code, ...Object.keys(errors)].filter(Boolean).join(' ')
}
