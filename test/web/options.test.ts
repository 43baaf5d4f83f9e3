/** Every option of every platform is drawn: its schema is understood, and it has a name. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { manifests } from '#platforms/catalog.ts'
import { openService } from '../service.ts'
import { hints } from '../../web/src/words/de/hints.ts'
import { hints as english } from '../../web/src/words/en/hints.ts'
import { values } from '../../web/src/words/de/options.ts'
import { lengthOf } from '../../web/src/words/format.ts'
import { optionLabels } from '../../web/src/words/options.ts'

/** What `web/src/rooms/write/option-field.tsx` draws from. */
const known = new Set(
  'type description default enum format pattern items minItems maxItems minLength maxLength minimum maximum properties required additionalProperties'.split(
    ' ',
  ),
)
const types = new Set(['string', 'boolean', 'integer', 'array', 'object'])

const Schemas = z.record(z.string(), z.record(z.string(), z.record(z.string(), z.unknown())))
const Inner = z.record(z.string(), z.record(z.string(), z.unknown()))

test('A8: the composer knows how to draw all options of all platforms, and how to call them', async () => {
  await using service = await openService()
  const { body } = await service.rest('GET', '/api/capabilities')
  const schemas = Schemas.parse(body['platform_options'])
  assert.deepEqual(Object.keys(schemas).toSorted(), Object.keys(manifests).toSorted())
  const drawn = Object.entries(schemas).flatMap(([platform, options]) =>
    Object.entries(options).flatMap(([name, schema]) => draw(`${platform}.${name}`, schema)),
  )
  assert.deepEqual(drawn.map(({ path }) => path).toSorted(), Object.keys(optionLabels).toSorted())
  // What the service tells of them, and what may be chosen, is said in German too.
  const described = drawn.filter(({ description }) => description !== undefined)
  const told = described.map(({ path }) => path)
  assert.deepEqual(told.toSorted(), Object.keys(hints).toSorted())
  for (const hint of Object.values(hints)) assert.match(hint, /^[A-ZÄÖÜ„][^{}]+\.$/)
  // In English the service tells it, but for what speaks to programs.
  for (const path of Object.keys(english)) assert.ok(told.includes(path), path)
  const forPrograms = described.filter(({ path, description }) =>
    /\bAbsent\b|[a-z]_[a-z]|BCP 47/.test(english[path] ?? String(description)),
  )
  assert.deepEqual(forPrograms, [])
  const wordless = drawn.flatMap(({ choices }) => choices).filter((each) => !(each in values))
  assert.deepEqual([...new Set(wordless)], [])
})

interface Drawn {
  path: string
  description: unknown
  choices: readonly string[]
}

const Choices = z.object({ enum: z.array(z.string()).optional() })
const Listed = Choices.extend({ items: Choices.optional() })

/** Its path, and those of what is in it. */
function draw(path: string, schema: Record<string, unknown>): Drawn[] {
  const strange = Object.keys(schema).filter((word) => !known.has(word))
  assert.deepEqual(strange, [], `${path} has keywords that nobody draws`)
  assert.ok(types.has(String(schema['type'])), `${path} is a ${String(schema['type'])}`)
  const inner = Inner.safeParse(schema['properties']).data ?? {}
  const { enum: choices = [], items } = Listed.parse(schema)
  const own = {
    path,
    description: schema['description'],
    choices: [...choices, ...(items?.enum ?? [])],
  }
  return [own, ...Object.entries(inner).flatMap(([name, each]) => draw(`${path}.${name}`, each))]
}

test('how long something is open is said in days, hours and minutes', () => {
  const said = [1, 60, 90, 1440, 4320, 10_080 - 1].map(lengthOf)
  assert.deepEqual(said, [
    '1 minute',
    '1 hour',
    '1 hour and 30 minutes',
    '1 day',
    '3 days',
    '6 days, 23 hours and 59 minutes',
  ])
})
