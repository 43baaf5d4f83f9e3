/** Calls that are sent twice: by what they are known again, and for how long. */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { limits } from '#rules/limits.ts'
import type { FieldErrors } from '#rules/problem.ts'
import { countFreeReplay } from '#store/replies.ts'
import type { Scope } from '#store/schema.ts'
import type { Context } from './context.ts'
import type { Operation } from './operation.ts'

export interface Call {
  operation: Operation
  /** What this surface's callers write; its output is the operation's input. */
  dialect: z.ZodType | undefined
  raw: unknown
  idempotency_key: string | undefined
  /** What is wrong with how the fields came, which no schema sees: told beside what is wrong with the fields. */
  errors?: FieldErrors
  /** How often it was repeated by now, where that was counted before it is carried out. */
  replays?: number | undefined
}

/** Takes one of the repetitions that do not count as requests: how many are taken by now, or nothing. Another call has none. */
export async function takeFreeReplay(scope: Scope, credential: string, call: Call, now: Date) {
  if (call.idempotency_key === undefined || call.errors) return undefined
  const slot = keySlot(call.idempotency_key, now)
  const again = { credential, ...slot, fingerprint: fingerprintOf(call) }
  return countFreeReplay(scope, again, limits.free_replays)
}

function keySlot(idempotency_key: string, now: Date) {
  const since = new Date(now.getTime() - limits.idempotency_hours * 3600_000)
  return { key: `key:${idempotency_key}`, since }
}

export function fingerprintOf({ operation, raw }: Call) {
  return createHash('sha256')
    .update(canonical([operation.name, raw]))
    .digest()
}

/** Whether anything is kept of it by which it would be known again. */
export function mayBeRepeated(
  { operation, idempotency_key }: Call,
  { caller }: Pick<Context, 'caller'>,
) {
  return idempotency_key !== undefined || (operation.once && caller.via === 'mcp')
}

export function slotOf(
  { operation, idempotency_key }: Call,
  fingerprint: Buffer,
  { caller, now }: Pick<Context, 'caller' | 'now'>,
) {
  if (idempotency_key !== undefined) return { ...keySlot(idempotency_key, now), notice: undefined }
  if (!operation.once || caller.via !== 'mcp') return undefined
  return {
    key: `twice:${fingerprint.toString('base64url')}`,
    since: new Date(now.getTime() - limits.double_dispatch_ms),
    notice:
      'This call came twice within five seconds; it was carried out once, and this is its post. Change it, or send an idempotency_key, to make another.',
  }
}

export function withNotice(output: unknown, notice: string | undefined) {
  const Warned = z.looseObject({ warnings: z.array(z.string()) })
  const parsed = Warned.safeParse(output)
  if (!notice || !parsed.success) return output
  return { ...parsed.data, warnings: [...parsed.data.warnings, notice] }
}

export function isDryRun(input: unknown) {
  return typeof input === 'object' && input !== null && 'dry_run' in input && input.dry_run === true
}

/** The same JSON for the same call, whatever the order of its fields. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) =>
    each && typeof each === 'object' && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  )
}
