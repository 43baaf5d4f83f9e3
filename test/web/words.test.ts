/** Every language says everything, with the same things in it. That it says it at all is checked by the compiler. */
import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../../web/src/words/', import.meta.url))
const areas = readdirSync(`${folder}en`)
const others = ['de']

type Words = Readonly<Record<string, unknown>>

test('every language has the files of the first one, with the same words to say', async () => {
  for (const language of others) {
    assert.deepEqual(readdirSync(folder + language), areas)
    for (const area of areas) {
      // In English the service’s own sentences are shown; checks.test.ts holds those of others to them.
      if (['checks.ts', 'forms.ts', 'hints.ts', 'refusals.ts'].includes(area)) continue
      const [first, other] = await Promise.all(
        ['en', language].map(async (each): Promise<Words> => import(`${folder}${each}/${area}`)),
      )
      assert.deepEqual(shapeOf(other ?? {}), shapeOf(first ?? {}), `${language}/${area}`)
    }
  }
})

/** What is called, and what has to stand in it, by the way to it. */
function shapeOf(words: Words, before = ''): Record<string, string> {
  return Object.fromEntries(
    Object.entries(words).flatMap(([name, value]): [string, string][] => {
      const path = `${before}${name}`
      if (typeof value === 'function') return [[path, 'called']]
      if (typeof value === 'object' && value !== null)
        return Object.entries(shapeOf(value as Words, `${path}.`))
      const places = [...String(value).matchAll(/\{\w+\}/g)].map(([place]) => place)
      // A code's sentence need not name the platform in every language.
      return [[path, before.startsWith('codeWords') ? 'text' : places.toSorted().join(' ')]]
    }),
  )
}

test('nothing is left in English, but for words that are the same', async () => {
  const same = new Set<string>()
  for (const area of areas) {
    const [en, de] = (await Promise.all(
      ['en', 'de'].map(async (each): Promise<Words> => import(`${folder}${each}/${area}`)),
    )) as [Words, Words]
    for (const text of sameIn(en, de)) same.add(text)
  }
  // Names, and words that German took.
  const known =
    /^(Sandbox|Webhooks?|Name|Text|Thread|Token|Code|API|Apps|Crier|ALT|Filter|Links?)\b/
  assert.deepEqual(
    [...same].filter((text) => / /.test(text) && !known.test(text) && !/^\W*\{/.test(text)),
    [],
  )
})

function sameIn(one: unknown, other: unknown): string[] {
  if (typeof one === 'string') return one === other ? [one] : []
  if (typeof one !== 'object' || one === null) return []
  return Object.entries(one).flatMap(([name, value]) => sameIn(value, (other as Words)[name]))
}
