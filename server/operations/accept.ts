/** From what came over the wire to an operation's input, or to every problem of it at once. */
import { z } from 'zod'
import { look } from '#rules/input.ts'
import { invalid } from '#rules/problem.ts'
import type { Context } from './context.ts'
import type { Call } from './repeats.ts'

/** `dialect` is what this surface's callers write; absent: the input itself. */
export async function accept(
  call: Pick<Call, 'operation' | 'dialect' | 'raw' | 'errors'>,
  context: Context,
): Promise<unknown> {
  const { operation, dialect, raw, errors: before = {} } = call
  const looked = look(dialect?.pipe(operation.input) ?? operation.input, raw)
  const { data, success } = looked
  const errors = { ...looked.errors, ...before }
  if (success && !Object.keys(errors).length) return data

  // The fields that are sound by themselves may still be wrong in this workspace: say so in the same answer.
  const isStorable = !success || !Object.keys(looked.errors).length
  const more = isStorable ? await checkRest(call, errors, context) : {}
  throw invalid({ ...more, ...errors }) ?? new Error('Input was refused without a reason.')
}

async function checkRest(
  { operation, dialect, raw }: Parameters<typeof accept>[0],
  errors: Record<string, string[]>,
  context: Context,
) {
  if (!operation.check || typeof raw !== 'object' || raw === null) return {}
  const bad = new Set(Object.keys(errors).map(topOf))
  const sound = Object.fromEntries(Object.entries(raw).filter(([field]) => !bad.has(field)))
  // Fields that are missing altogether are filled with nothing here, and reported above.
  const schema = dialect?.pipe(operation.input) ?? operation.input
  const fill = { ...(operation.stand_ins ?? placeholders) }
  const parsed = [sound, { ...fill, ...sound }]
    .map((fields) => schema.safeParse(fields))
    .find(({ success }) => success)
  if (!parsed?.success) return {}
  const found = await operation.check(keepFields(parsed.data, sound, fill), context, bad)
  return Object.fromEntries(Object.entries(found).filter(([field]) => !bad.has(topOf(field))))
}

/** `platform_content.0.content` stands in `platform_content`. */
function topOf(field: string) {
  return field.split('.')[0] ?? field
}

/** Values that stand in for missing fields while the others are looked at. */
const placeholders = { content: '', social_account_ids: [1] }

function keepFields(
  partial: unknown,
  sound: Record<string, unknown>,
  fill: Record<string, unknown>,
) {
  const entries = Object.entries(z.record(z.string(), z.unknown()).parse(partial))
  return Object.fromEntries(entries.filter(([field]) => !(field in fill) || field in sound))
}
