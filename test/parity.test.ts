import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { test } from 'node:test'
import { z } from 'zod'
import { operations } from '#operations/index.ts'
import { problems } from '#rules/problem.ts'
import { inputSchemaOf, outputSchemaOf } from '#surfaces/tool-schema.ts'

const folder = join(import.meta.dirname, '../server/operations')
const operationFiles = globSync('*/*.ts', { cwd: folder, exclude: ['**/*.test.ts'] })
const helperFiles = globSync(['*.ts', '*/parts/*.ts'], {
  cwd: folder,
  exclude: ['**/*.test.ts'],
})
const read = (file: string) => readFileSync(join(folder, file), 'utf8')
const fileOf = (name: string) =>
  operationFiles.find((file) => basename(file) === `${name.replaceAll('_', '-')}.ts`) ?? name

test('every operation has a file of its own name, and every file is in the list', () => {
  const names = operations.map(({ name }) => `${name.replaceAll('_', '-')}.ts`)
  assert.deepEqual(operationFiles.map((file) => basename(file)).sort(), names.sort())
  assert.equal(new Set(names).size, names.length)
})

test('an operation is missing on a surface only for a reason, and never on both', () => {
  for (const { name, rest, mcp } of operations) {
    for (const face of [rest, mcp]) {
      if ('absent' in face) assert.match(face.absent, /\w+ \w+ \w+/, name)
    }
    assert.ok(!('absent' in rest && 'absent' in mcp), `${name} is unreachable`)
  }
})

test('no two operations answer at one address', () => {
  const addresses = operations.flatMap(({ rest }) =>
    'absent' in rest ? [] : [`${rest.method} ${rest.path}`],
  )
  assert.equal(new Set(addresses).size, addresses.length)
})

test('what reads is a GET, and what is a GET only reads', () => {
  for (const { name, rest, effect, idempotent } of operations) {
    if ('absent' in rest) continue
    assert.equal(rest.method === 'GET', effect === 'reads', name)
    if (effect === 'reads') assert.ok(idempotent, `${name}: reading twice is reading`)
  }
})

/**
 * Read off the sources: a function throws the codes that stand in it, and those of the functions it calls, as far as they
 * are ours. What the frame refuses for every operation (credential, ability, leash, shape of the input, idempotency) is not declared.
 */
test('every operation declares exactly the refusals that it and its helpers make', () => {
  const helpers = new Map(helperFiles.filter(isHelper).flatMap((file) => functionsIn(read(file))))
  for (const { name, refuses } of operations) {
    const source = read(fileOf(name))
    // One that only hands over to others refuses as they do.
    const texts = /\btarget\.run\(/.test(source) ? [source, ...besides(fileOf(name))] : [source]
    const made = new Set(
      texts.flatMap((text) => [...codesOf(text, new Map([...helpers, ...functionsIn(text)]))]),
    )
    assert.deepEqual([...made].sort(), [...refuses].sort(), name)
    for (const code of refuses) assert.ok(code in problems, code)
  }
})

const Tool = z.looseObject({
  type: z.literal('object'),
  properties: z.record(z.string(), z.looseObject({})),
})

for (const each of operations) {
  const { name, mcp } = each
  if ('absent' in mcp) continue

  test(`the tool ${name} has a schema that every known client takes`, () => {
    const schemas = [
      inputSchemaOf(each),
      outputSchemaOf(each, false),
      ...Object.values(mcp.aliases ?? {}).map(({ accepts }) => inputSchemaOf(each, accepts)),
    ]
    for (const schema of schemas) {
      const { properties } = Tool.parse(schema)
      for (const word of ['anyOf', 'oneOf', 'allOf', '$ref', '$schema']) {
        assert.ok(!(word in schema), `${word} at the top`)
      }
      assert.ok(!JSON.stringify(schema).includes('"$ref"'), 'nothing is referred to')
      for (const field of Object.keys(properties))
        assert.match(field, /^[A-Za-z_][A-Za-z0-9_]{0,63}$/)
    }
    const [given] = schemas
    assert.equal(given?.['additionalProperties'], false, 'an unknown field is an error')
    for (const each of nested(given)) {
      if (each['type'] !== 'integer') continue
      assert.equal(typeof each['minimum'], 'number', JSON.stringify(each))
      assert.equal(typeof each['maximum'], 'number', JSON.stringify(each))
    }
  })

  test(`the tool ${name} and its aliases have portable names`, () => {
    for (const each of [name, ...Object.keys(mcp.aliases ?? {})]) {
      assert.match(each, /^[a-z]+(_[a-z]+)*$/)
      assert.ok(each.length <= 64)
    }
    assert.ok(mcp.title.length > 3)
  })
}

/** Everything around a call, which refuses alike for all operations. */
function isHelper(file: string) {
  return ![
    'accept.ts',
    'perform.ts',
    'index.ts',
    'operation.ts',
    'context.ts',
    'leash.ts',
  ].includes(file)
}

/** Functions at the top of a file, by name, with their text. */
function functionsIn(source: string): [string, string][] {
  const found = source.matchAll(/^(?:export )?(?:async )?function\*? (\w+)[\s\S]*?^}/gm)
  return [...found].map(([text, name = '']) => [name, text])
}

/** The texts of the operations beside it that this file imports. */
function besides(file: string) {
  const found = read(file).matchAll(/^import .* from '\.\/(.+)'$/gm)
  return [...found].map(([, name = '']) => read(join(dirname(file), name)))
}

function codesOf(source: string, functions: ReadonlyMap<string, string>, seen = new Set<string>()) {
  const text = source.replace(/^import[\s\S]*?from '.*'$/gm, '')
  const codes = new Set<string>()
  for (const [, code = ''] of text.matchAll(/(?:new Problem|conflict)\(\s*'(\w+)'/g))
    codes.add(code)
  if (/\b(?:invalid|wrong)\(/.test(text)) codes.add('invalid')
  // A store that has no room says so itself.
  if (/\bblobs\.[.\w]*write\(/.test(text)) codes.add('unavailable')
  for (const [, called = ''] of text.matchAll(/(?<!function )\b(\w+)\(/g)) {
    const body = functions.get(called)
    if (body === undefined || seen.has(called)) continue
    seen.add(called)
    for (const code of codesOf(body, functions, seen)) codes.add(code)
  }
  return codes
}

function* nested(value: unknown): Generator<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield { ...value }
  for (const each of Object.values(value)) yield* nested(each)
}
