/** What is wrong with a value, in our words: callers never hear those of the library that looks. Pure. */
import { z } from 'zod'

/** For `safeParse`: what a schema says of itself still comes first. */
export const inOurWords = { reportInput: true, error: sentenceOf } as const

/** A value that was not sent is missing, whatever kind it should have been of. */
export function isMissing(issue: z.core.$ZodIssue): boolean {
  const about = issue.code === 'invalid_type' || issue.code === 'invalid_value'
  return (about || issue.code === 'invalid_union') && issue.input === undefined
}

export const noField = 'There is no such field.'

const kinds: Record<string, string> = {
  string: 'Use a text.',
  number: 'Use a number.',
  int: 'Use a whole number.',
  boolean: 'Use true or false.',
  array: 'Use a list.',
  object: 'Use an object.',
  record: 'Use an object.',
  null: 'Use null.',
}

const formats: Record<string, string> = {
  datetime: 'Use an ISO 8601 time, such as 2026-11-20T09:00:00Z.',
  date: 'Use a date, such as 2026-11-20.',
  url: 'Use a whole address, beginning with https://.',
  uuid: 'Use an id as it was given.',
  email: 'Use one e-mail address.',
}

const units: Record<string, [one: string, many: string]> = {
  string: [' character', ' characters'],
  array: [' entry', ' entries'],
  record: [' entry', ' entries'],
  set: [' entry', ' entries'],
}

function sentenceOf(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return kinds[issue.expected] ?? 'Use another kind of value.'
    case 'invalid_value':
      return `Use ${orOf(issue.values.map(String))}.`
    case 'invalid_format':
      return formats[issue.format] ?? 'This is not written as it should be.'
    case 'too_big':
      return `At most ${amount(issue.maximum, issue.origin)}.`
    case 'too_small':
      return `At least ${amount(issue.minimum, issue.origin)}.`
    case 'not_multiple_of':
      return `Use a multiple of ${issue.divisor}.`
    case 'unrecognized_keys':
      return `${noField}${knownBy(issue.inst, issue.input)}`
    case 'invalid_union':
      return unionOf(issue.errors)
    default:
      return 'Use another value.'
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

function amount(count: number | bigint, origin: string) {
  const [one, many] = units[origin] ?? ['', '']
  return `${String(count)}${Number(count) === 1 ? one : many}`
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
