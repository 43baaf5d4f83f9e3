/** What is wrong with a value, in our words: callers never hear those of the library that looks. Pure. */
import { z } from 'zod'
import { type Check, checkOf, type CHECKS, say } from '#platforms/kit/checks.ts'
import type { Telling } from './finding.ts'

/** For `safeParse`: what a schema says of itself still comes first. */
export const inOurWords = { reportInput: true, error: sentenceOf } as const

/** A value that was not sent is missing, whatever kind it should have been of. */
export function isMissing(issue: z.core.$ZodIssue): boolean {
  const about = issue.code === 'invalid_type' || issue.code === 'invalid_value'
  return (about || issue.code === 'invalid_union') && issue.input === undefined
}

export const noField = 'There is no such field.'

type Plain = Extract<Check, `value_${string}`> & PlainOf<Check>
type PlainOf<Name extends Check> = Name extends Check
  ? (typeof CHECKS)[Name] extends `${string}{${string}`
    ? never
    : Name
  : never

const kinds: Record<string, Plain> = {
  string: 'value_text',
  number: 'value_number',
  int: 'value_whole',
  boolean: 'value_boolean',
  array: 'value_list',
  object: 'value_object',
  record: 'value_object',
  null: 'value_null',
}

const formats: Record<string, Plain> = {
  datetime: 'value_moment',
  date: 'value_date',
  url: 'value_url',
  uuid: 'value_uuid',
  email: 'value_email',
}

const units: Record<string, [one: string, many: string]> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
  record: ['entry', 'entries'],
  set: ['entry', 'entries'],
}

function sentenceOf(issue: z.core.$ZodRawIssue): string {
  if (issue.code === 'unrecognized_keys') return `${noField}${knownBy(issue.inst, issue.input)}`
  return tellingBy(issue).text
}

/** The sentence of an issue, and which one it is where it is one of ours. */
export function tellingOf(issue: z.core.$ZodIssue): Telling {
  const text = issue.message
  const own = tellingBy(issue)
  if (own.text === text) return own
  const check = issue.code === 'unrecognized_keys' ? 'value_unknown' : checkOf(text)
  return check ? { text, check, values: {} } : { text }
}

function tellingBy(issue: z.core.$ZodIssue | z.core.$ZodRawIssue): Telling {
  switch (issue.code) {
    case 'invalid_type':
      return say(kinds[issue.expected] ?? 'value_kind', {})
    case 'invalid_value': {
      const allowed = issue.values.map(String)
      return { ...say('value_one_of', { allowed }), text: `Use ${orOf(allowed)}.` }
    }
    case 'invalid_format':
      return say(formats[issue.format] ?? 'value_form', {})
    case 'too_big':
      return amount('most', issue.maximum, issue.origin)
    case 'too_small':
      return amount('least', issue.minimum, issue.origin)
    case 'not_multiple_of':
      return say('value_multiple', { limit: issue.divisor })
    case 'invalid_union':
      return { text: unionOf(issue.errors) }
    default:
      return say('value_other', {})
  }
}

/** What may be named instead, of which nothing was sent yet. */
function knownBy(schema: unknown, sent: unknown) {
  if (!(schema instanceof z.core.$ZodObject)) return ''
  const left = Object.keys(schema._zod.def.shape).filter((field) => !isSent(sent, field))
  return left.length ? ` Known: ${left.join(', ')}.` : ''
}

function isSent(sent: unknown, field: string) {
  return typeof sent === 'object' && sent !== null && Object.hasOwn(sent, field)
}

function amount(end: 'most' | 'least', count: number | bigint, origin: string) {
  const limit = Number(count)
  const [one, many] = units[origin] ?? []
  if (one === undefined || many === undefined) return say(`value_${end}`, { limit })
  return say(`value_${end}_of`, { limit, unit: limit === 1 ? one : many })
}

/** `a, b or c`. */
function orOf(words: readonly string[]) {
  const last = words.at(-1) ?? ''
  return words.length > 1 ? `${words.slice(0, -1).join(', ')} or ${last}` : last
}

/** What each shape would have wanted, where that is one sentence a shape. */
function unionOf(errors: readonly (readonly z.core.$ZodIssue[])[] = []) {
  const wants = errors.map(([first, more]) => (more || first?.path.length ? '' : first?.message))
  const ends = wants.map((text) => /^Use (.+)\.$/.exec(text ?? '')?.[1])
  return ends.length && ends.every((end) => end !== undefined)
    ? `Use ${orOf([...new Set(ends)])}.`
    : 'Use one of the shapes that this field takes.'
}
