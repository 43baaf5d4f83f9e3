/** Path, query and body as one bag: where a value travels is not the operation's business. */
import type { FastifyRequest } from 'fastify'
import { collector, type FieldErrors, invalid } from '#rules/problem.ts'

interface Wire {
  raw: Record<string, unknown>
  /** Only where something is wrong with how the fields came. */
  errors?: FieldErrors
}

/** `form`: the fields of a body that was read apart; `beside`: what is wrong with the call already. */
export function wire(
  { body, query, params }: FastifyRequest,
  form: object = {},
  beside: FieldErrors = {},
): Wire {
  if (body !== undefined && body !== null && (typeof body !== 'object' || Array.isArray(body)))
    throw invalid({ body: ['Send a JSON object.'], ...beside }) ?? new Error('Nothing is wrong.')
  const path = ownParams(params)
  const said = { ...asLists(query), ...asBag(body), ...form }
  const errors = contradicted(path, [asLists(query), asBag(body), form])
  return { raw: { ...said, ...path }, ...(errors && { errors }) }
}

/** What a path names is named once: a body that names another is meant for another, and changes neither. */
function contradicted(path: object, others: readonly object[]) {
  const { errors, add } = collector()
  for (const [name, value] of Object.entries(path))
    for (const other of others)
      for (const [field, said] of Object.entries(other))
        if (field === name && String(said) !== String(value))
          add(name, `Leave it out, or say what the path says: ${String(value)}.`)
  return Object.keys(errors).length ? errors : undefined
}

/** The workspace in an address of the dashboard says who calls, not what is called. */
function ownParams(params: unknown) {
  const { workspace_id: _, ...own } = { workspace_id: undefined, ...asBag(params) }
  return own
}

export function asBag(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {}
}

/** `tags[]=a&tags[]=b` is how some clients write a list. */
function asLists(query: unknown) {
  const entries: [string, unknown][] = Object.entries(asBag(query))
  return Object.fromEntries(
    entries.map(([name, value]) =>
      name.endsWith('[]')
        ? [name.slice(0, -2), Array.isArray(value) ? value : [value]]
        : [name, value],
    ),
  )
}
