/** What the check of a post says is said in German too: every sentence, with all that stands in it. */
import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { manifests } from '#platforms/catalog.ts'
import { type Check, CHECKS } from '#platforms/kit/checks.ts'
import { FORMS, namedBy } from '#rules/forms.ts'
import { problems } from '#rules/problem.ts'
import { checkWords, inWords } from '../../web/src/words/checks.ts'
import * as german from '../../web/src/words/de/checks.ts'
import { refusals } from '../../web/src/words/de/refusals.ts'

const checks = Object.entries({ ...CHECKS, ...FORMS })
const samples: Readonly<Record<string, string | number | string[]>> = {
  who: 'X (ada)',
  as: 'reel',
  unit: 'characters',
  limit: 280,
  measured: 1281.5,
  media_id: 12_345,
  families: ['image', 'video'],
  types: ['image/jpeg', 'video/quicktime'],
  type: 'application/pdf',
  least: '4:5',
  option: 'poll',
  allowed: ['one', 'two'],
  level: 'SELF_ONLY',
  levels: ['SELF_ONLY', 'MUTUAL_FOLLOW_FRIENDS'],
  names: ['@Ada', '@Grace'],
  until: '2026-11-29T09:15:00.000Z',
}

function placesIn(text: string) {
  return [...text.matchAll(/\{(\w+)(?::\w+)?\}/g)].map(([, name = '']) => name)
}

function valuesFor(text: string) {
  return Object.fromEntries(placesIn(text).map((name) => [name, samples[name] ?? `Some ${name}`]))
}

test('every sentence of a check has German words, and there are no others', () => {
  assert.deepEqual(
    Object.keys(german.sentences).toSorted(),
    checks.map(([name]) => name).toSorted(),
  )
})

test('every sentence of a form is said somewhere in the service, and is known by what is said', async () => {
  let sources = ''
  for await (const file of glob('server/**/*.ts'))
    if (!file.endsWith('rules/forms.ts')) sources += await readFile(file, 'utf8')
  for (const [check, text] of Object.entries(FORMS)) {
    for (const piece of text.split(/\{\w+\}/))
      assert.ok(sources.includes(piece), `${check}: ${piece}`)
    const said = text.replace('{limit}', '20').replace(/\{(\w+)\}/g, 'some $1')
    assert.equal(namedBy(said)?.check, check)
  }
  assert.deepEqual(namedBy('At most 40 characters.'), {
    check: 'value_most_of',
    values: { limit: 40, unit: 'characters' },
  })
  assert.equal(namedBy('A sentence of tomorrow.'), undefined)
})

test('no German sentence asks for what is not told, and none has a place unfilled', () => {
  for (const [check, text] of checks) {
    const sentence = german.sentences[check] ?? ''
    const told = new Set([...placesIn(text), 'as'])
    assert.deepEqual(
      placesIn(sentence).filter((name) => !told.has(name)),
      [],
      check,
    )
    const said = checkWords(german, { check, values: valuesFor(text), platform: 'x' })
    assert.match(said ?? '', /^[A-ZÄÖÜ][^{}]*[.…)]$/, check)
    assert.doesNotMatch(said ?? '', /undefined|NaN|\.\.|\[object/, check)
  }
})

test('what is counted, sent as and asked for by a platform has German words', () => {
  const account = { settings: {} }
  for (const manifest of Object.values(manifests)) {
    const rules = [
      ...manifest.text(account),
      ...(manifest.comment?.(account) ?? []),
      ...Object.values(manifest.text_with ?? {}).flat(),
    ]
    for (const { unit } of rules) assert.ok(german.units[unit], `${manifest.id}: ${unit}`)
    for (const kind of Object.keys(manifest.kinds ?? {}))
      assert.ok(german.as[kind], `${manifest.id}: ${kind}`)
    for (const family of Object.keys(manifest.media))
      if (!['mixed', 'cover', 'captions'].includes(family))
        assert.ok(german.families[family], `${manifest.id}: ${family}`)
  }
})

test('numbers, sizes and names stand in a German sentence as they were measured', () => {
  const said = (check: Check, values: Record<string, string | number | string[]>) =>
    checkWords(german, { check, values, platform: 'x' })
  assert.equal(
    said('text_over', { who: 'X (ada)', limit: 280, unit: 'weighted characters', measured: 281 }),
    'X (ada) nimmt höchstens 280 gewichtete Zeichen an; hier sind es 281.',
  )
  const sizes = { who: 'X (ada)', type: 'image/png', file: 'a.png', limit: 5_242_880 }
  assert.equal(
    said('media_bytes', { ...sizes, measured: 8_400_000 }),
    'X (ada) nimmt Dateien vom Typ PNG bis 5 MB an; a.png hat 8.4 MB.',
  )
  // Two that would look alike are told exactly.
  assert.match(
    said('media_bytes', { ...sizes, limit: 8_000_000, measured: 8_000_001 }) ?? '',
    /8,000,000 Bytes an; a\.png hat 8,000,001 Bytes\.$/,
  )
  assert.equal(
    said('media_missing', { who: 'Instagram (ada)', as: 'reel', families: ['video'] }),
    'Instagram (ada) nimmt als Reel keinen Beitrag ohne Medien an; möglich sind Videos.',
  )
  assert.equal(
    said('option_with_media', { who: 'X (ada)', option: 'poll' }),
    'X (ada) nimmt „Poll“ nur in Beiträgen ohne Medien an.',
  )
})

test('what this page has no words for keeps the service’s own, and a half told sentence too', () => {
  assert.equal(checkWords(german, { check: 'of_tomorrow', values: {} }), undefined)
  assert.equal(checkWords(german, { check: 'text_over', values: { who: 'X' } }), undefined)
  assert.equal(checkWords(german, { check: 'toString', values: {} }), undefined)
  assert.equal(checkWords(german, {}), undefined)
  assert.deepEqual(inWords('As it is.', { check: 'of_tomorrow' }), { text: 'As it is.' })
  const told = { check: 'text_missing', values: { who: 'X' } }
  assert.deepEqual(inWords('X needs a text.', told), { text: 'X needs a text.' }, 'in English')
})

/** What these mean stands in their sentence alone, or nobody meets them in the dashboard. */
const inItsOwnWords = [
  'invalid',
  'bad_request',
  'unauthenticated',
  'forbidden',
  'human_required',
  'not_found',
  'method_not_allowed',
  'offset_mismatch',
  'idempotency_conflict',
  'cursor_gone',
  'headers_too_large',
  'unsupported_media_type',
  'range_not_satisfiable',
]

test('every refusal has a German sentence, or is named as one that its code does not tell', () => {
  assert.deepEqual(
    [...Object.keys(refusals), ...inItsOwnWords].toSorted(),
    Object.keys(problems).toSorted(),
  )
  for (const [code, text] of Object.entries(refusals))
    assert.match(text.replace('{resets_at:moment}', 'x'), /^[A-ZÄÖÜ][^{}_]+\.$/, code)
})

test('whoever has to wait is told in German for what, and until when', () => {
  for (const [said, german_said] of [
    [
      'Wait until 2026-11-29T09:15:00.000Z: 4 secrets that were changed sign beside the present one, each for a day. To stop them at once, delete the webhook and make another.',
      /^Warten Sie bis .*29.*: Neben dem jetzigen Geheimnis unterschreiben noch 4 frühere, /,
    ],
    ['Wait 40 s: this was tried too often.', /^Das wurde zu oft versucht: Warten Sie 40 s\.$/],
    [
      'Look through your mails, also those taken for junk: 3 links are there already, and all of them are good.',
      /^Sehen Sie Ihre E-Mails durch, auch den Spam: Dort liegen schon 3 Links/,
    ],
  ] as const) {
    const named = namedBy(said)
    assert.match((named && checkWords(german, named)) ?? 'no words', german_said)
  }
})
