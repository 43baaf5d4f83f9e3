/** One call of a webhook, and what follows from its answer. */
import { retryAfter } from '#platforms/kit/retry-after.ts'
import { typesFor } from '#rules/event.ts'
import { isLostCause, sendAgainAt, signed } from '#rules/webhook.ts'
import { limits } from '#rules/limits.ts'
import type { SendOutcome } from '#rules/observer.ts'
import { followed, type Span } from '#rules/tracer.ts'
import { findEvent } from '#store/events.ts'
import type { Db } from '#store/schema.ts'
import {
  noteAnswered,
  noteFailure,
  type SendResult,
  type Hook,
  readHook,
  readOldSecrets,
  releaseSend,
  type SendLease,
  settleSend,
} from '#store/webhook-sends.ts'
import { openSecret } from '#store/webhook-secrets.ts'
import { disableWebhook, giveUpWaiting } from '#store/webhooks.ts'
import { bodyOf } from './body.ts'
import type { Dependencies } from './dependencies.ts'

import { makerOf } from './spread.ts'

/** A receiver that has not answered by then has not taken it. */
const DEADLINE = 15_000
/** A paused credential is looked at again. */
const PAUSED = 60_000

/** `stopping`: what is under way is let go, and goes out again elsewhere. */
export async function sendOne(lease: SendLease, deps: Dependencies, stopping: AbortSignal) {
  const { workspace_id, webhook_id, tries } = lease
  await followed(
    deps.tracer,
    () => ({
      name: 'webhook',
      kind: 'consumer',
      root: true,
      attributes: {
        'crier.workspace_id': workspace_id,
        'crier.webhook_id': webhook_id,
        'crier.attempt': tries,
      },
    }),
    (span) => carryOut(lease, { ...deps, span }, stopping),
  )
}

interface Following extends Dependencies {
  span: Span | undefined
}

async function carryOut(lease: SendLease, deps: Following, stopping: AbortSignal) {
  const { db, now } = deps
  const hook = await readHook(db, lease)
  // Switched off or deleted since it was claimed: nothing goes out any more.
  if (!hook) return void (await settleSend(db, lease, unsent(now(), OFF), { state: 'dead' }))
  const maker = await makerOf(db, { ...lease, made_by: hook.made_by }, now())
  if (!maker) return end(lease, 'credential_ended', deps)
  if (maker.leash.paused) return releaseSend(db, lease, new Date(now().getTime() + PAUSED))
  const secrets = await secretsOf(hook, lease, deps)
  if (!secrets) return end(lease, 'secret_lost', deps)
  // Its maker's leash may have become shorter since, and others may have asked for it again.
  const account_ids = maker.leash.account_ids ?? undefined
  const scope = { db, workspace_id: lease.workspace_id, account_ids }
  const event = await findEvent(scope, lease.event_seq, typesFor(null, maker))
  if (!event) return void (await settleSend(db, lease, unsent(now(), UNHEARD), { state: 'dead' }))

  const body = await bodyOf(event, scope, now())
  const headers = signed({ id: event.uuid, body, secrets }, now())
  const told = await call(hook.url, { headers, body }, deps, stopping)
  if (told === 'stopped') return releaseSend(db, lease, now())
  const { retry_after, ...outcome } = told
  if (outcome.last_error === null) {
    tell('sent', outcome, deps)
    if (await settleSend(db, lease, outcome, { state: 'delivered' }))
      await noteAnswered(scope, lease.webhook_id)
    return
  }
  await fail(lease, outcome, retry_after, deps)
}

function tell(
  outcome: SendOutcome,
  { last_status }: Pick<SendResult, 'last_status'>,
  { observer, span }: Following,
) {
  observer?.webhookSent(outcome)
  span?.set({
    'crier.outcome': outcome,
    'http.response.status_code': last_status ?? undefined,
  })
  if (outcome !== 'sent') span?.fail(last_status === null ? 'unreached' : String(last_status))
}

async function fail(
  lease: SendLease,
  outcome: SendResult,
  retry_after: Date | undefined,
  deps: Following,
) {
  const { db, now, chance, pace } = deps
  const at = sendAgainAt({ tries: lease.tries, retry_after, chance: chance(), pace }, now())
  const gone = outcome.last_status === 410
  tell(at && !gone ? 'later' : 'given_up', outcome, deps)
  await db.transaction().execute(async (tx) => {
    const scope = { db: tx, workspace_id: lease.workspace_id }
    const next =
      at && !gone ? { state: 'waiting' as const, due_at: at } : { state: 'dead' as const }
    if (!(await settleSend(tx, lease, outcome, next))) return
    const failing = await noteFailure(scope, lease.webhook_id, {
      dead: next.state === 'dead',
      now: now(),
    })
    if (failing?.disabled_at) await giveUpWaiting(scope, lease.webhook_id, now())
    if (gone) await disableWebhook(scope, lease.webhook_id, 'gone', now())
    else if (failing?.failing_since && isLost(failing.failing_since, failing.failures, now()))
      await disableWebhook(scope, lease.webhook_id, 'failing', now())
  })
}

function isLost(failing_since: string, failures: number, now: Date) {
  return isLostCause({ failing_since: new Date(failing_since), failures }, now)
}

/** It ends with what it hangs on. */
async function end(
  lease: SendLease,
  why: 'credential_ended' | 'secret_lost',
  { db, now }: Dependencies,
) {
  await db.transaction().execute(async (tx: Db) => {
    await settleSend(tx, lease, unsent(now(), OFF), { state: 'dead' })
    await disableWebhook({ db: tx, workspace_id: lease.workspace_id }, lease.webhook_id, why, now())
  })
}

const OFF = 'It was switched off.'
const UNHEARD = 'Whoever made the webhook may not hear of this, or the event is forgotten.'

function unsent(last_at: Date, last_error: string): SendResult {
  return { last_at, last_status: null, last_error, ms: 0, answer: null }
}

/** The newest first; undefined where that was sealed under a key that is lost. One before it that is lost signs no more. */
async function secretsOf(hook: Hook, lease: SendLease, { db, seal, now }: Dependencies) {
  const { secret, old_secret, old_until } = hook
  const at = now()
  // Those before it ended before it does.
  const isChanging = old_secret !== null && old_until !== null && new Date(old_until) > at
  const old = isChanging ? [old_secret, ...(await readOldSecrets(db, lease, at))] : []
  const [present, ...before] = [secret, ...old].map((sealed) =>
    opened(seal, lease.workspace_id, sealed),
  )
  return present === undefined ? undefined : [present, ...before.flatMap((one) => one ?? [])]
}

function opened(...sealed: Parameters<typeof openSecret>) {
  try {
    return openSecret(...sealed)
  } catch {
    return undefined
  }
}

type Told = SendResult & { retry_after: Date | undefined }

async function call(
  url: string,
  { headers, body }: { headers: Record<string, string>; body: string },
  { send, now }: Dependencies,
  stopping: AbortSignal,
): Promise<Told | 'stopped'> {
  const began = performance.now()
  const deadline = AbortSignal.timeout(DEADLINE)
  const of = (last_status: number | null, last_error: string | null, more: Partial<Told> = {}) => ({
    last_at: now(),
    last_status,
    last_error,
    ms: Math.round(performance.now() - began),
    answer: null,
    retry_after: undefined,
    ...more,
  })
  try {
    const signal = AbortSignal.any([deadline, stopping])
    const answered = await send(url, { method: 'POST', headers, body, signal })
    const { status } = answered
    const answer = await beginningOf(answered.body)
    if (status >= 200 && status < 300) return of(status, null, { answer })
    const retry_after = retryAfter(answered, now())
    return of(status, wordsFor(status), { answer, retry_after })
  } catch (error) {
    if (stopping.aborted) return 'stopped'
    if (deadline.aborted) return of(null, `It did not answer within ${DEADLINE / 1000} s.`)
    return of(null, reasonOf(error))
  }
}

function wordsFor(status: number) {
  if (status >= 300 && status < 400) return `It answered ${status}: redirects are not followed.`
  if (status === 410) return 'It answered 410: nobody listens there any more.'
  return `It answered ${status}.`
}

/** What is shown in the log of sends; the rest is not read. The status has answered: whatever cuts these words off changes nothing. */
async function beginningOf(body: AsyncIterable<Uint8Array> | null) {
  if (!body) return null
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of body) {
      chunks.push(chunk)
      size += chunk.byteLength
      if (size >= limits.webhook_answer_bytes) break
    }
  } catch {
    // Kept as far as it came.
  }
  const text = Buffer.concat(chunks).subarray(0, limits.webhook_answer_bytes).toString('utf8')
  // PostgreSQL keeps no NUL in a text.
  return text.replaceAll('\0', '').toWellFormed()
}

/** Errors of the network carry a code, and ours a sentence; neither says more than the address did. */
function reasonOf(error: unknown) {
  if (!(error instanceof Error)) return 'It was not reached.'
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  if (code === 'ADDRESS_NOT_ALLOWED') return error.message
  return `It was not reached${code ? ` (${code})` : ''}.`
}
