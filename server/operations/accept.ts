/** From what came over the wire to an operation's input, or to every problem of it at once. */
import { z } from 'zod'
import { collector, invalid } from '#rules/problem.ts'
import type { Context } from './context.ts'
import type { Operation } from './operation.ts'

const MAX_DEPTH = 16

/** `dialect` is what this surface's callers write; absent: the input itself. */
export async function accept(
  call: { operation: Operation; dialect: z.ZodType | undefined; raw: unknown },
  context: Context,
): Promise<unknown> {
  const { operation, dialect, raw } = call
  const { errors, add } = collector()
  unstorable(raw, [], add)
  const parsed = (dialect?.pipe(operation.input) ?? operation.input).safeParse(raw)
  if (parsed.success && !Object.keys(errors).length) return parsed.data

  for (const issue of parsed.error?.issues ?? []) report(issue, add)
  // The fields that are sound by themselves may still be wrong in this workspace: say so in the same answer.
  const more = parsed.success ? {} : await checkRest(call, errors, context)
  throw invalid({ ...more, ...errors }) ?? new Error('Input was refused without a reason.')
}

/** The same of a body that belongs to no operation. */
export function parseBody<Schema extends z.ZodType>(
  schema: Schema,
  raw: unknown,
): z.output<Schema> {
  const { errors, add } = collector()
  unstorable(raw, [], add)
  const parsed = schema.safeParse(raw)
  if (parsed.success && !Object.keys(errors).length) return parsed.data
  for (const issue of parsed.error?.issues ?? []) report(issue, add)
  throw invalid(errors) ?? new Error('Input was refused without a reason.')
}

async function checkRest(
  { operation, dialect, raw }: Parameters<typeof accept>[0],
  errors: Record<string, string[]>,
  context: Context,
) {
  if (!operation.check || typeof raw !== 'object' || raw === null) return {}
  const bad = new Set(Object.keys(errors).map((field) => field.split('.')[0]))
  const sound = Object.fromEntries(Object.entries(raw).filter(([field]) => !bad.has(field)))
  // Fields that are missing altogether are filled with nothing here, and reported above.
  const schema = dialect?.pipe(operation.input) ?? operation.input
  const parsed = [sound, { ...placeholders, ...sound }]
    .map((fields) => schema.safeParse(fields))
    .find(({ success }) => success)
  if (!parsed?.success) return {}
  const found = await operation.check(keepFields(parsed.data, sound), context)
  return Object.fromEntries(
    Object.entries(found).filter(([field]) => !bad.has(field.split('.')[0])),
  )
}

/** Values that stand in for missing fields while the others are looked at. */
const placeholders = { content: '', social_account_ids: [1] }

function keepFields(partial: unknown, sound: Record<string, unknown>) {
  const entries = Object.entries(z.record(z.string(), z.unknown()).parse(partial))
  return Object.fromEntries(entries.filter(([field]) => !(field in placeholders) || field in sound))
}

function report(issue: z.core.$ZodIssue, add: (field: string, text: string) => void) {
  const at = issue.path.map(String)
  if (issue.code === 'unrecognized_keys') {
    for (const key of issue.keys) add([...at, key].join('.'), 'There is no such field.')
    return
  }
  add(at.join('.') || 'body', sentence(issue))
}

function sentence(issue: z.core.$ZodIssue) {
  if (issue.code === 'invalid_type' && issue.message.endsWith('received undefined'))
    return 'This field is required.'
  return issue.message
}

/** Text that no database column and no platform takes: NUL, half a surrogate pair; and nesting without an end. */
function unstorable(value: unknown, path: string[], add: (field: string, text: string) => void) {
  const field = path.join('.') || 'body'
  if (typeof value === 'string') {
    if (value.includes('\0')) add(field, 'Leave out the NUL character.')
    else if (!value.isWellFormed()) add(field, 'This text is cut in the middle of a character.')
    return
  }
  if (typeof value !== 'object' || value === null) return
  if (path.length >= MAX_DEPTH) return add(field, `At most ${MAX_DEPTH} levels deep.`)
  for (const [key, each] of Object.entries(value)) {
    if (key.includes('\0') || !key.isWellFormed())
      add(field, 'A name of a field is not valid text.')
    // Records would drop it without a word.
    else if (key === '__proto__') add([...path, key].join('.'), 'There is no such field.')
    else unstorable(each, [...path, key], add)
  }
}
