/**
 * What is wrong with a record, in the words of the PDS: "grapheme too big (maximum 300, got 301) at $.record.text",
 * "array too big (maximum 4, got 5)" (measured on PDS 0.5.35, 2026-11-20).
 */
import type { z } from 'zod'

export function explain(error: z.ZodError, root: string) {
  const issue = error.issues[0]
  if (!issue) return 'invalid'
  const missing = issue.code === 'invalid_type' && issue.input === undefined
  const path = missing ? issue.path.slice(0, -1) : issue.path
  return `${words(issue)} at ${root}${path.map(segment).join('')}`
}

function words(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? `Missing required key "${String(issue.path.at(-1))}"`
        : `Expected ${kind(issue.expected)} value type (got ${preview(issue.input)})`
    case 'too_big':
      return `${kind(issue.origin)} too big (maximum ${issue.maximum}, got ${measure(issue.input)})`
    case 'too_small':
      return `${kind(issue.origin)} too small (minimum ${issue.minimum}, got ${measure(issue.input)})`
    case 'invalid_value':
      return `Expected ${issue.values.map((value) => JSON.stringify(value)).join(' or ')} (got ${preview(issue.input)})`
    case 'invalid_union':
      return `Expected an object which includes a known "$type" property value type (got ${preview(issue.input)})`
    default:
      return issue.message
  }
}

function kind(origin: string) {
  return origin === 'int' || origin === 'number' ? 'integer' : origin
}

function measure(input: unknown) {
  return Array.isArray(input) || typeof input === 'string' ? input.length : String(input)
}

function preview(input: unknown) {
  return typeof input === 'object' && input !== null
    ? 'object'
    : (JSON.stringify(input) ?? 'undefined')
}

function segment(part: PropertyKey) {
  return typeof part === 'number' ? `[${part}]` : `.${String(part)}`
}
