/** Tables of what operations take and give. */
import { z } from 'zod'
import type { Operation } from '#operations/operation.ts'
import { shapes as named } from '#operations/shapes.ts'
import { inputSchemaOf } from '#surfaces/tool-schema.ts'
import { anchor, code, table } from './markdown.ts'
import { type Field, fieldsOf, fieldsOfJson, type Shapes } from './schema.ts'

/** What several operations answer, in a section of its own. */
/** Those that have a section here; a list of words has a page of its own. */
export const shapes: Shapes = new Map(
  named.flatMap(({ schema, title }) => (schema instanceof z.ZodEnum ? [] : [[schema, title]])),
)

/** One row a field; two where the surfaces differ in what they take. */
export function inputTable(operation: Operation) {
  const { rest, mcp, input } = operation
  const overRest = 'absent' in rest ? [] : fieldsOf(rest.accepts ?? input, 'input', shapes)
  const overMcp = 'absent' in mcp ? [] : fieldsOfJson(inputSchemaOf(operation))
  const rows = merged(overRest, overMcp)
  if (!rows.length) return 'Takes no input.'
  return table(
    ['Field', 'Type', 'REST', 'MCP', 'Meaning'],
    rows.map(({ field, rest, mcp }) => [
      code(field.name),
      field.type,
      'absent' in operation.rest ? '–' : said(rest),
      'absent' in operation.mcp ? '–' : said(mcp),
      field.text,
    ]),
  )
}

interface Row {
  field: Field
  rest: Field | undefined
  mcp: Field | undefined
}

function merged(overRest: readonly Field[], overMcp: readonly Field[]): Row[] {
  const rows: Row[] = overRest.map((field) => ({ field, rest: field, mcp: undefined }))
  for (const field of overMcp) {
    const row = rows.find((each) => each.rest && same(each.rest, field))
    const namesake = rows.findIndex((each) => each.field.name === field.name)
    if (row) row.mcp = field
    else
      rows.splice(namesake < 0 ? rows.length : namesake + 1, 0, {
        field,
        rest: undefined,
        mcp: field,
      })
  }
  return rows
}

function same(a: Field, b: Field) {
  return a.name === b.name && a.type === b.type && a.text === b.text
}

function said(field: Field | undefined) {
  if (!field) return '–'
  if (field.instead_of) return `required, or ${code(field.instead_of)}`
  return field.required ? 'required' : 'optional'
}

/** Fields of an answer; those of a shape that it extends are told there. */
export function outputOf(schema: z.ZodType): string[] {
  const others = without(schema)
  const fields = fieldsOf(schema, 'output', others)
  for (const [shape, name] of others) {
    const known = fieldsOf(shape, 'output', without(shape))
    const beyond = fields.filter((field) => !known.some((each) => same(each, field)))
    if (fields.length - beyond.length < known.length) continue
    return [`What a [${name}](#${anchor(name)}) has, and:`, outputTable(beyond)]
  }
  return [outputTable(fields)]
}

function without(schema: z.ZodType): Shapes {
  return new Map([...shapes].filter(([each]) => each !== schema))
}

function outputTable(fields: readonly Field[]) {
  return table(
    ['Field', 'Type', 'Meaning'],
    fields.map(({ name, type, required, text }) => [
      code(name),
      required ? type : `${type}; not always there`,
      text,
    ]),
  )
}
