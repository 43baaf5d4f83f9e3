/** What the bell says, in the language of whoever looks: whatever the service tells, and what it may tell some day. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codes } from '#platforms/kit/codes.ts'
import { type Item, NoticeKind, type Told, wordsOf } from '#rules/notice.ts'
import { inParts } from '#rules/notice-parts.ts'
import { riskCodes } from '#rules/risk.ts'
import { sayNotice } from '../../web/src/rooms/notices/say.ts'
import * as english from '../../web/src/words/en/bell.ts'
import * as german from '../../web/src/words/de/bell.ts'

const item: Item = {
  post_id: 1,
  account_id: 1,
  platform: 'x',
  name: 'ada_types',
  at: '2026-12-01T09:00:00.000Z',
}
const other = { ...item, post_id: 2, account_id: 2, name: 'grace' }

/** Everything that noticing can make a cause of. */
const causes: Record<NoticeKind, readonly string[]> = {
  decision: ['x'],
  maybe_twice: ['x'],
  reconnect: ['x'],
  removal_failed: codes.map((code) => `x:${code}`),
  edit_failed: codes.map((code) => `x:${code}`),
  at_risk: riskCodes,
  post_failed: codes.map((code) => `x:${code}`),
  expiring: ['x'],
  approval: ['approval'],
  series: ['failures:7', 'unconfirmed:7', 'credential_ended:7'],
  webhook: ['off:7', 'ended:7', 'lost:7', 'dead:7'],
  key_ending: ['7 2026-12-01T09:00:00.000Z'],
  plan: ['2026-11:80', '2026-11:100'],
}

const all = NoticeKind.options.flatMap((kind) =>
  causes[kind].flatMap((cause): Told[] => [
    { kind, cause, count: 1, items: [item] },
    { kind, cause, count: 2, items: [item, other] },
  ]),
)
const service = { platform: () => 'X', zone: 'UTC' }
const reader = { platformName: () => 'X', exact: (at: string) => at }
const told = (notice: Told) => ({
  kind: notice.kind,
  parts: inParts(notice),
  ...wordsOf(notice, service),
})

test('in English the bell calls every notice what the mail calls it', () => {
  for (const notice of all) {
    const { kind, cause, count } = notice
    const said = sayNotice(told(notice), reader)
    const of = `${kind} ${cause} ${count}`
    assert.equal(said.title, wordsOf(notice, service).title, of)
    assert.equal(said.lines.length, 1, of)
    assert.match(said.lines[0] ?? '', /^[^_{}]*(ada_types)?[^_{}]*\.$/, of)
    assert.doesNotMatch(said.lines[0] ?? '', /undefined|null|\.\./, of)
  }
})

test('in German each is said in whole sentences, of one and of several', () => {
  for (const kind of NoticeKind.options) {
    const parts = {
      n: 1,
      code: causes[kind][0]?.split(':')[kind === 'plan' ? 1 : 0] ?? null,
      who: german.words.account('ada_types', 'X'),
      platform: 'X',
      places: 'X',
      why: 'Darum',
      name: '„Wöchentlich“',
      time: '1. Dezember',
    }
    const [one, more] = [
      german.words.told[kind](parts),
      german.words.told[kind]({ ...parts, n: 3 }),
    ]
    for (const { title, line } of [one, more]) {
      assert.match(title, /^[A-ZÄÖÜ„0-9]/)
      assert.ok(line && !line.includes('undefined'))
      assert.notEqual(title, english.words.told[kind](parts).title)
    }
  }
})

test('a kind, a risk or a reason that is newer than the page is said as the service says it', () => {
  const parts = { number: 1, code: 'of_tomorrow', places: [], name: null, at: null }
  const text = { title: 'Something of tomorrow', lines: ['In its own words.'] }
  for (const kind of ['of_tomorrow', 'at_risk', 'series'])
    assert.deepEqual(sayNotice({ kind: kind as NoticeKind, parts, ...text }, reader), text)
})

test('a place names three accounts and counts the rest', () => {
  const items = ['a', 'b', 'c', 'd', 'e'].map((name, number) => ({
    ...item,
    account_id: number,
    name,
  }))
  const notice: Told = { kind: 'post_failed', cause: 'x:refused', count: 5, items }
  assert.deepEqual(sayNotice(told(notice), reader).lines, [
    'X (“a”, “b”, “c” and 2 more): X refuses it.',
  ])
})
