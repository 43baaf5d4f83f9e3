/** What is wrong with a value from outside, field by field. Pure. */
import { z } from 'zod'
import { say } from '#platforms/kit/checks.ts'
import type { Telling } from './finding.ts'
import { collector, type FieldErrors, invalid } from './problem.ts'
import { inOurWords, isMissing, noField, tellingOf } from './sentences.ts'

const MAX_DEPTH = 16
/** Told before any schema looks. */
const PROTO = '__proto__'

/** The parsed value, or every problem of it at once. */
export function parseInput<Schema extends z.ZodType>(
  schema: Schema,
  raw: unknown,
): z.output<Schema> {
  const { errors, data, success } = look(schema, raw)
  if (success && !Object.keys(errors).length) return data
  throw invalid(errors) ?? new Error('Input was refused without a reason.')
}

/** Both what it parses to, and what is wrong with it: text may parse that nothing can store. */
export function look<Schema extends z.ZodType>(schema: Schema, raw: unknown): Looked<Schema> {
  const { errors, add: addText } = collector()
  const told: [field: string, said: Telling][] = []
  const add = (field: string, said: Telling) => {
    addText(field, said.text)
    told.push([field, said])
  }
  unstorable(raw, [], (field, text) => add(field, { text }))
  const result = schema.safeParse(raw, inOurWords)
  if (result.success) return { success: true, data: result.data, errors, told }
  for (const issue of result.error.issues) report(issue, add)
  return { success: false, data: undefined, errors, told }
}

type Looked<Schema extends z.ZodType> = {
  errors: FieldErrors
  /** The same, one by one, with what is known of each. */
  told: readonly [field: string, said: Telling][]
} & ({ success: true; data: z.output<Schema> } | { success: false; data: undefined })

function report(issue: z.core.$ZodIssue, add: (field: string, said: Telling) => void) {
  const at = issue.path.map(String)
  if (issue.code === 'unrecognized_keys') {
    const keys = issue.keys.filter((key) => key !== PROTO)
    // Which there are is told once, at the first of them.
    for (const [index, key] of keys.entries())
      add([...at, key].join('.'), index ? say('value_unknown', {}) : tellingOf(issue))
    return
  }
  add(at.join('.') || 'body', isMissing(issue) ? say('value_missing', {}) : tellingOf(issue))
}

type Add = (field: string, text: string) => void

/** Text that no database column and no platform takes: NUL, half a surrogate pair; and nesting without an end. `path` is as it was given once it answers. */
function unstorable(value: unknown, path: string[], add: Add) {
  if (typeof value === 'string') {
    if (value.includes('\0')) add(at(path), 'Leave out the NUL character.')
    else if (!value.isWellFormed()) add(at(path), 'This text is cut in the middle of a character.')
    return
  }
  if (typeof value !== 'object' || value === null) return
  if (path.length >= MAX_DEPTH) return add(at(path), `At most ${MAX_DEPTH} levels deep.`)
  for (const [key, each] of Object.entries(value)) {
    if (key.includes('\0') || !key.isWellFormed())
      add(at(path), 'A name of a field is not valid text.')
    // Records would drop it without a word.
    else if (key === PROTO) add([...path, key].join('.'), noField)
    else {
      path.push(key)
      unstorable(each, path, add)
      path.pop()
    }
  }
}

/** Written where something is wrong: nearly everything is sound. */
function at(path: readonly string[]) {
  return path.join('.') || 'body'
}
