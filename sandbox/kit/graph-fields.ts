/** `fields=id,name,picture{url},likes.limit(0).summary(true)`: only what was asked for is answered. */
import { invalid, refuse } from './graph-refusals.ts'

export interface Field {
  name: string
  args: Record<string, string>
  sub: Field[]
}

export function parseFields(text: string): Field[] {
  const fields: Field[] = []
  let rest = text
  while (rest) {
    const name = /^\s*(\w+)/.exec(rest)
    if (!name?.[1]) throw refuse(2500, `Syntax error "Expected a field name" at: ${rest}`)
    rest = rest.slice(name[0].length)
    const args: Record<string, string> = {}
    for (;;) {
      const call = /^\.(\w+)\(([^)]*)\)/.exec(rest)
      if (!call?.[1]) break
      args[call[1]] = call[2] ?? ''
      rest = rest.slice(call[0].length)
    }
    let sub: Field[] = []
    if (rest.startsWith('{')) {
      const end = closing(rest)
      sub = parseFields(rest.slice(1, end))
      rest = rest.slice(end + 1)
    }
    fields.push({ name: name[1], args, sub })
    if (rest && !rest.startsWith(',')) throw refuse(2500, `Syntax error at: ${rest}`)
    rest = rest.slice(1)
  }
  return fields
}

function closing(text: string): number {
  let depth = 0
  for (let index = 0; index < text.length; index++) {
    if (text[index] === '{') depth += 1
    if (text[index] === '}') depth -= 1
    if (depth === 0) return index
  }
  throw refuse(2500, `Syntax error "Expected end of string instead of "{"" at: ${text}`)
}

type Known = Record<string, (field: Field) => unknown>

/** Every field that the platform's description names, by the type of the node. */
export type Documented = Readonly<Record<string, ReadonlySet<string>>>

/**
 * `known` makes each field of one node; a value that is undefined is left out, as Graph leaves out what is empty. Of what is
 * only `documented` there is nothing to tell here.
 */
export function selector(documented: Documented) {
  return (node: string, fields: readonly Field[], known: Known) => {
    const shown: Record<string, unknown> = {}
    const wanted = fields.some(({ name }) => name === 'id') ? fields : [...fields, idField]
    for (const field of wanted) {
      const make = Object.hasOwn(known, field.name) ? known[field.name] : undefined
      if (!make && documented[node]?.has(field.name)) continue
      if (!make)
        throw invalid(`Tried accessing nonexisting field (${field.name}) on node type (${node})`)
      const value = make(field)
      if (value !== undefined) shown[field.name] = value
    }
    return shown
  }
}

const idField: Field = { name: 'id', args: {}, sub: [] }

/** One page of a list, with cursors as Graph gives them. */
export function paged<Item>(
  items: readonly Item[],
  {
    limit,
    after,
    show,
    address,
  }: {
    limit: number
    after: string | undefined
    show: (item: Item) => unknown
    address: (after: string) => string
  },
) {
  const start = after === undefined ? 0 : Number(Buffer.from(after, 'base64url').toString()) + 1
  if (!Number.isSafeInteger(start)) throw invalid('Invalid cursors')
  const page = items.slice(start, start + limit)
  const cursor = (index: number) => Buffer.from(String(index)).toString('base64url')
  const last = start + page.length - 1
  const more = start + limit < items.length
  return {
    data: page.map(show),
    ...(page.length
      ? {
          paging: {
            cursors: { before: cursor(start), after: cursor(last) },
            ...(more ? { next: address(cursor(last)) } : {}),
          },
        }
      : {}),
  }
}
