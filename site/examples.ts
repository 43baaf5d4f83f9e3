/** Calls that a test made, with what was answered: docs/examples.json. test/mcp/operations.test.ts writes them anew. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { operations } from '#operations/index.ts'
import type { Operation } from '#operations/operation.ts'
import { shownPath } from '../scripts/generate/operations.ts'
import { methodName } from '../scripts/generate/sdk.ts'

export const examplesFile = join(import.meta.dirname, '../docs/examples.json')

const Bag = z.record(z.string(), z.unknown())
export const Examples = z.strictObject({
  /** By operation. `status` is REST's. */
  done: z.record(
    z.string(),
    z.strictObject({ args: Bag, status: z.int(), answer: z.unknown().optional() }),
  ),
  /** By the code of the refusal. */
  refused: z.record(
    z.string(),
    z.strictObject({ operation: z.string(), args: Bag, answer: z.unknown() }),
  ),
})
export type Examples = z.infer<typeof Examples>

export const examples = Examples.parse(JSON.parse(readFileSync(examplesFile, 'utf8')))

/** The same call in each of the ways there are, as somebody would write it. */
export function waysOf(operation: Operation, args: Record<string, unknown>) {
  const { name, rest, mcp, effect } = operation
  const written = JSON.stringify(args)
  return {
    ...(!('absent' in rest) && { sh: curlOf(operation, args) }),
    ...(!('absent' in rest) && {
      ts: `await crier.${methodName(name)}(${Object.keys(args).length ? JSON.stringify(args, undefined, 2) : ''})`,
    }),
    ...(!('absent' in mcp) && {
      json: JSON.stringify({ name, arguments: args }, undefined, 2),
    }),
    cli: `crier call ${name}${Object.keys(args).length ? ` --input ${quoted(written)}` : ''}`,
    changes: effect !== 'reads',
  }
}

/** Bytes and forms are not shown so: their pages have commands of their own. */
function curlOf({ rest }: Operation, given: Record<string, unknown>): string | undefined {
  if ('absent' in rest || rest.takes === 'bytes') return undefined
  const args = { ...given }
  const path = shownPath(rest.path).replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = textOf(args[name])
    delete args[name]
    return encodeURIComponent(value)
  })
  const method = rest.method === 'GET' || rest.method === 'POST' ? '' : ` -X ${rest.method}`
  const head = `curl -s${method}`
  const key = `-H "Authorization: Bearer $KEY"`
  if (rest.method !== 'GET') {
    const body = Object.keys(args).length
      ? ` \\\n  -H 'Content-Type: application/json' -d ${quoted(JSON.stringify(args))}`
      : rest.method === 'POST'
        ? ' -X POST'
        : ''
    return `${head} "$BASE_URL${path}" ${key}${body}`
  }
  const query = new URLSearchParams(
    Object.entries(args).map(([name, value]): [string, string] => [name, textOf(value)]),
  )
  return `${head} "$BASE_URL${path}${query.size ? `?${query.toString()}` : ''}" ${key}`
}

function textOf(value: unknown) {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

/** For a shell. */
function quoted(text: string) {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}

/** An answer that can be read at a glance. */
export function shortened(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return value.length > 160 ? `${value.slice(0, 150)}…` : value
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.slice(0, 1).map((each) => shortened(each, depth + 1))
  if (depth > 3) return {}
  const entries = Object.entries(value).slice(0, depth ? 16 : 40)
  return Object.fromEntries(entries.map(([name, each]) => [name, shortened(each, depth + 1)]))
}

export const operationOf = (name: string) => operations.find((each) => each.name === name)
