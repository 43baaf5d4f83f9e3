/** The table of the judge, row by row: what is waited for, asked, sent again or given up. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Known, Seen, Send } from '../../server/publishing/evidence.ts'
import { candidatesOf } from '../../server/publishing/facts.ts'
import { judge } from '../../server/publishing/judge.ts'
import {
  BEGAN,
  ENDED,
  entry,
  HOUR,
  look,
  LOOKS,
  looks,
  lostCall,
  MINUTE,
  NOW,
  SECOND,
  send,
  told,
} from './lost-call.ts'

const same = (id: string, change: Partial<Seen> = {}) => entry(id, { words: 'same', ...change })
const alike = (id: string, change: Partial<Seen> = {}) => entry(id, { words: 'alike', ...change })

function is(expected: string, ...given: Parameters<typeof lostCall>) {
  assert.equal(told(judge(lostCall(...given))), expected)
}

const unnamed = { is: 'twin' as const, original: null }

test('row 9: every look of the schedule is taken, with its pause', () => {
  is('9 wait 40', { looks: [], now: BEGAN })
  const [first = 0, second = 0] = LOOKS
  is('9 wait 70', { looks: [look(first)], now: first })
  is('9 wait 130', { looks: [look(second), look(first)], now: second })
  is(`9 wait ${(NOW - BEGAN) / SECOND}`, { looks: [look(first)] })
})

test('row 9: the last look is taken when all that landed is shown, and from the end of the call on', () => {
  const settled = ENDED + 5 * MINUTE + 5 * SECOND
  const last = (at: number) => ({ looks: [look(ENDED), look(ENDED), look(at)], now: at })
  is('9 wait 335', last(settled - 1))
  is('16 send new_key', last(settled))
  const early = [look(ENDED - 1), look(ENDED - 1), look(ENDED - 1), look(settled)]
  is('9 wait 365', { looks: early, now: settled })
  is('9 wait 335', { looks: [], rule: { looks: [] }, now: ENDED })
})

test('row 9: a call that nobody saw end is over after ten minutes', () => {
  const sends = [send({ ended_at: null })]
  is('9 wait 60', { sends, looks: [], now: BEGAN })
  is('9 wait 610', { sends, looks: [], now: BEGAN + 9.5 * MINUTE })
  is('9 wait 659', { sends, looks: [], now: BEGAN + 599 * SECOND, rule: { looks: [HOUR] } })
  const from = BEGAN + 10 * MINUTE
  is('16 send new_key', {
    sends,
    looks: [look(from), look(from), look(from + 6 * MINUTE)],
    now: from + HOUR,
  })
})

test('row 9: a clock that is not measured makes it wait longer', () => {
  const sends = [send({ error: 10 * MINUTE }), send()]
  is('9 wait 930', { sends })
})

test('row 9: the last of two calls counts', () => {
  const sends = [send({ at: ENDED + SECOND, ended_at: NOW + SECOND }), send()]
  is(`9 wait ${(NOW - BEGAN) / SECOND + 11}`, { sends })
})

test('row 10: …from the first incomplete one on: what was whole and came too early counts for none', () => {
  const part = (at: number) => look(at, [], { reach: 'part' })
  const whole = LOOKS.slice(0, 2).map((at) => look(at))
  const later = [1, 2, 3].map((times) => part(ENDED + HOUR + times * MINUTE))
  const now = ENDED + HOUR + 3 * MINUTE
  is(`10 wait ${(now - BEGAN) / SECOND + 300}`, { looks: [...whole, ...later], now })
  const more = [part(now + 5 * MINUTE), part(now + 10 * MINUTE)]
  const five = { looks: [...whole, ...later, ...more] }
  const first = ENDED + HOUR + MINUTE
  is(`10 wait ${(now + 15 * MINUTE - BEGAN) / SECOND}`, { ...five, now: now + 10 * MINUTE })
  is('10 ask incomplete: ', { ...five, now: first + HOUR })
})

test('row 10: an incomplete look is repeated for an hour', () => {
  const first = LOOKS[0] ?? 0
  for (const change of [{ reach: 'part' as const }, { canary: false }]) {
    const more = [NOW + MINUTE, NOW + 2 * MINUTE].map((at) => look(at, [], change))
    const at = (now: number) => ({ looks: [...looks([], null, change), ...more], now })
    is(`10 wait ${(NOW - BEGAN) / SECOND + 300}`, { looks: looks([], null, change) })
    is(`10 wait ${(first + HOUR - 1 - BEGAN) / SECOND}`, at(first + HOUR - 1))
    is('10 ask incomplete: ', at(first + HOUR))
    // Nobody looked in between: then it is too early for a question.
    const four = [...looks([], null, change), ...more.slice(1)]
    is(`10 wait ${(first + HOUR - BEGAN) / SECOND}`, { looks: four, now: first + HOUR })
  }
  const partly = { canary: false }
  is('10 ask incomplete: a', {
    looks: [
      ...looks([entry('a')], null, partly),
      look(NOW, [], partly),
      look(NOW + SECOND, [], partly),
    ],
    now: NOW + HOUR,
  })
})

test('row 10: the last look decides', () => {
  const [first = 0, second = 0] = LOOKS
  const part = { reach: 'part' as const, canary: false }
  is('16 send new_key', { looks: [look(first, [], part), look(second, [], part), look(NOW)] })
  is('16 send new_key', { looks: looks([], null, { reach: 'end_told', canary: true }) })
})

test('row 11: a file that was fetched, or still may be, is waited for an hour', () => {
  for (const fetched of [true, false]) {
    const at = (now: number) => ({ sends: [send({ fetched })], now })
    is(`11 wait ${(NOW - BEGAN) / SECOND + 300}`, at(NOW))
    is(`11 wait ${(ENDED + HOUR - 1 - BEGAN) / SECOND + 300}`, at(ENDED + HOUR - 1))
    is('11 ask fetched: ', at(ENDED + HOUR))
  }
})

test('row 11: a file that nobody came for in any call is surely in no post', () => {
  const expired = send({ fetched: 'expired' })
  const list = { looks: looks([], null, { reach: 'no_list' }) }
  is('16 send new_key', { ...list, sends: [expired] })
  is('16 send new_key', { looks: looks([entry('a')]), sends: [expired] })
  const few = looks([], null, { reach: 'part', canary: false })
  const part = { looks: [...few, ...few] }
  is('16 send new_key', { ...part, sends: [expired] })
  is('10 ask incomplete: ', { ...part, sends: [expired, send()], now: ENDED + 2 * HOUR })
  is('15 ask second_send: ', { ...list, sends: [expired, send()] })
  is('12 ask candidates: a', { looks: looks([entry('a')]), sends: [expired, send()] })
  is('11 ask fetched: ', { ...list, sends: [expired, send({ fetched: true })], now: ENDED + HOUR })
})

test('row 12: what is open is a question, best first, ten at most', () => {
  const seen = [
    ...Array.from({ length: 8 }, (_, index) => entry(`m${index}`, { at: BEGAN + index * SECOND })),
    entry('none', { at: null }),
    entry('repost', { key: true, role: 'repost', at: BEGAN + HOUR }),
    alike('l2', { at: BEGAN + MINUTE }),
    alike('l1'),
    same('s2', { at: BEGAN + MINUTE }),
    same('s1'),
  ]
  is('12 ask candidates: repost,s1,s2,l1,l2,m0,m1,m2,m3,m4', { looks: looks(seen) })
  assert.equal(candidatesOf(lostCall({ looks: looks(seen) })).length, seen.length)
})

test('row 12: one that was seen once and is gone is not forgotten', () => {
  is('12 ask candidates: a', { looks: [look(ENDED, [entry('a')]), ...looks().slice(1)] })
})

test('row 12: a candidate is told once, with all its numbers, as it was shown', () => {
  const seen = entry('a', { ids: ['a', 'b'] })
  const verdict = judge(lostCall({ looks: looks([entry('a'), seen]) }))
  assert.deepEqual(verdict, { rule: 12, is: 'ask', why: 'candidates', candidates: [seen] })
})

test('row 12: a twin that was refused without a name keeps it from being sent again', () => {
  is('12 ask twin: ', { looks: looks([], unnamed), rule: { twins: true } })
  is('12 ask twin: ', { looks: looks([], unnamed), deleted: true })
})

test('row 13: a post that was deleted or is a day late is not sent any more', () => {
  is('13 absent deleted', { deleted: true, too_late: true, policy: 'ask' })
  is('13 absent too_late', { too_late: true })
})

test('row 13: where nobody can look it cannot be told to be absent', () => {
  const list = { looks: looks([], null, { reach: 'no_list' }), rule: { twins: true } }
  is('16 ask no_list: ', { ...list, deleted: true })
  is('16 ask no_list: ', { ...list, too_late: true })
  is('13 absent deleted', { ...list, deleted: true, sends: [send({ fetched: 'expired' })] })
})

test('row 13: an open key tells that it is absent, as long as it is the last word', () => {
  const known = (...words: (Known | null)[]) => ({
    looks: LOOKS.map((at, index) =>
      look(at, [], { known: words[index] ?? null, reach: 'no_list' }),
    ),
    deleted: true,
  })
  is('13 absent deleted', known({ is: 'unknown' }, { is: 'open' }, null))
  is('16 ask no_list: ', known({ is: 'open' }, { is: 'unknown' }, null))
  is('16 ask no_list: ', known({ is: 'open' }, { is: 'open' }, { is: 'unknown' }))
})

test('row 14: who wants to be asked is asked', () => {
  is('14 ask policy: ', { policy: 'ask' })
})

/** Where only words tell what is ours. */
const untold = (change: Partial<Send> = {}) => send({ app: null, ...change })

test('row 15: a second call that was lost as well is a question, unless both met a gateway', () => {
  const page = send({ lost: 'page' })
  is('15 absent gateway', { sends: [page, page] })
  is('15 ask second_send: ', { sends: [untold({ lost: 'page' }), untold()] })
  is('15 ask second_send: ', { sends: [page, page], looks: looks([], null, { reach: 'no_list' }) })
  is('16 send new_key', { sends: [page] })
})

test('row 15: …or the platform refuses twins of it: then a call more does no harm, five in all', () => {
  const twins = { rule: { twins: true } }
  const lists = [{}, { looks: looks([], null, { reach: 'no_list' }) }]
  for (const list of lists) {
    is('16 send new_key', { ...twins, ...list, sends: Array(4).fill(send()) })
    is('15 ask second_send: ', { ...twins, ...list, sends: Array(5).fill(send()) })
    const wordless = { ours: { wordy: false }, sends: [untold(), untold()] }
    is('15 ask second_send: ', { ...twins, ...list, ...wordless })
    const late = { sends: [untold(), untold()], now: BEGAN + 24 * HOUR }
    is('15 ask second_send: ', { ...twins, ...list, ...late })
  }
  const early = { looks: [look(ENDED + 5 * SECOND, [])], now: ENDED + 5 * SECOND }
  is('16 wait 335', {
    ...early,
    rule: { twins: true, looks: [], settle: 0 },
    sends: [send(), send()],
  })
})

test('row 15: …or nobody came for the files of any call, under addresses that are closed: no list has to tell it', () => {
  const expired = send({ fetched: 'expired' })
  for (const reach of ['no_list', 'part', 'past_window'] as const) {
    const list = { looks: looks([], null, { reach }) }
    is('16 send new_key', { ...list, sends: Array(2).fill(expired) })
    is('16 send new_key', { ...list, sends: Array(4).fill(expired) })
    is('15 ask second_send: ', { ...list, sends: Array(5).fill(expired) })
    is('13 absent deleted', { ...list, sends: Array(2).fill(expired), deleted: true })
    is('14 ask policy: ', { ...list, sends: Array(2).fill(expired), policy: 'ask' })
  }
  const came = send({ fetched: true })
  for (const sends of [
    [expired, came],
    [came, expired],
  ])
    is('11 ask fetched: ', { sends, now: ENDED + HOUR })
  is('15 ask second_send: ', { sends: [untold({ fetched: 'expired' }), untold()] })
  const page = send({ fetched: 'expired', lost: 'page' })
  is('15 absent gateway', { sends: [page, page] })
})

const OVER = ENDED + 2 * MINUTE
/** By then, however our clock is off. */
const SURELY = OVER + 5 * SECOND

type Given = Parameters<typeof lostCall>[0]

/** Two calls whose answers were lost; the last look shows these. */
function twice(at: number, seen: Seen[] = [], change: Given = {}) {
  const [first, second, third] = [OVER, OVER + MINUTE, OVER + 6 * MINUTE].map((time) => look(time))
  const looks = [first, second, third, look(at, seen)].flatMap((one) => one ?? [])
  const sends = [send(), send({ at: ENDED + MINUTE, ended_at: OVER })]
  return { sends, looks, receipts: new Set(['w', 'w2']), now: at, ...change }
}

/** A post of ours that has its number, and began when the second call was over. */
const witness = (change: Partial<Seen> = {}) =>
  entry('w', { at: SURELY + 1, app: 'Crier', words: 'other', ...change })
const seconds = (time: number) => (time - BEGAN) / SECOND

test('row 15: …where more than words tells what is ours it is looked for once more an hour later', () => {
  const quarter = OVER + 15 * MINUTE
  is(`15 wait ${seconds(quarter + 5 * MINUTE)}`, twice(quarter, [witness()]))
  is(`15 wait ${seconds(SURELY + HOUR)}`, twice(SURELY + HOUR - MINUTE, [witness()]))
  const late = twice(SURELY + HOUR - 1, [witness()], { now: SURELY + 2 * HOUR })
  is(`15 wait ${seconds(SURELY + 2 * HOUR)}`, late)
  is('15 send new_key', twice(SURELY + HOUR, [witness()]))
})

test('row 15: …and sent a third time only if that look shows a post of ours that came after both', () => {
  const after = (...seen: Seen[]) => twice(SURELY + HOUR, seen)
  is('15 ask second_send: ', after())
  is('15 ask second_send: ', after(witness({ at: SURELY })))
  is('15 ask second_send: ', after(witness({ at: null })))
  is('15 ask second_send: ', after(witness({ by_number: true })))
  is('15 ask second_send: ', after(witness({ role: 'reply' })))
  is('15 ask second_send: ', after(witness({ ids: ['somebody'], author: 'other' })))
  is('15 send new_key', after(witness(), witness({ ids: ['w2'], at: BEGAN - HOUR })))
  const gone = twice(SURELY + HOUR, [], {
    looks: [look(OVER), look(OVER + MINUTE), look(OVER + 9 * MINUTE, [witness()])].concat(
      look(SURELY + HOUR),
    ),
  })
  is('15 ask second_send: ', gone)
})

test('row 15: …and of nothing that it shows words alone say that it is not ours', () => {
  const strange = (seen: Partial<Seen>) => entry('s', { words: 'other', ...seen })
  const beside = (seen: Partial<Seen>, at = SURELY + HOUR) => twice(at, [witness(), strange(seen)])
  const waits = `15 wait ${seconds(SURELY + HOUR + 5 * MINUTE)}`
  for (const seen of [{}, { at: null }, { app: 'Crier' }]) {
    // It may be a post of ours whose number is on its way.
    is(waits, beside(seen))
    is(`15 wait ${seconds(SURELY + 95 * MINUTE) - 1}`, beside(seen, SURELY + 90 * MINUTE - SECOND))
    is('15 ask second_send: ', beside(seen, SURELY + 90 * MINUTE))
    is('15 ask second_send: ', twice(SURELY + HOUR, [strange(seen)]))
  }
  const numbered = { receipts: new Set(['w', 's']) }
  is('15 send new_key', { ...beside({}, SURELY + 65 * MINUTE), ...numbered })
  for (const told of [
    { app: 'Other' },
    { author: 'other' as const },
    { role: 'repost' as const },
    { contradicts: 'topic' },
    { media: { ids: ['theirs'], in_full: true } },
    { at: BEGAN - HOUR },
  ])
    is('15 send new_key', beside(told))
  const before = twice(SURELY + HOUR, [witness()])
  const [first, ...rest] = before.looks
  const gone = [{ ...(first ?? look(OVER)), seen: [entry('s', { words: 'other' })] }, ...rest]
  // A list that leaves it out for one look, or that showed it too early, is no list that shows all.
  is(waits, { ...before, looks: gone })
  const then = SURELY + 65 * MINUTE
  const later = beside({}).looks.concat(look(then, [witness()]))
  is(`15 wait ${seconds(then + 5 * MINUTE)}`, { ...twice(then), looks: later })
  is('15 send new_key', { ...twice(then), looks: later, ...numbered })
  const cut = before.looks.map((one) => ({ ...one, cut: true }))
  is('15 ask second_send: ', { ...before, looks: cut })
})

test('row 15: …not of comments, nor where nothing but words is told of either call, and no fourth time', () => {
  const after = (change: Given) => twice(OVER + 6 * MINUTE, [], change)
  const waits = `15 wait ${seconds(OVER + 11 * MINUTE)}`
  const calls = (...some: Send[]) => ({ sends: some })
  const second = { at: ENDED + MINUTE, ended_at: OVER }
  is(waits, after(calls(send(), send(second))))
  is('15 ask second_send: ', after(calls(send(), untold(second))))
  is('15 ask second_send: ', after(calls(untold(), send(second))))
  is(waits, after({ ...calls(untold(), untold(second)), ours: { media: ['m'], has_media: true } }))
  is('15 ask second_send: ', after({ ours: { role: 'comment', parent: 'p' } }))
  is('15 ask second_send: ', after(calls(send(), send(), send(second))))
  const nowhere = twice(SURELY + HOUR).looks.map((one) => ({ ...one, reach: 'no_list' as const }))
  is('15 ask second_send: ', { ...twice(OVER + 6 * MINUTE), looks: nowhere.slice(0, 3) })
})

test('row 15: …and what would keep a first one from being sent again keeps it, too', () => {
  const seen = [witness()]
  is('14 ask policy: ', twice(SURELY + HOUR, seen, { policy: 'ask' }))
  is('13 absent deleted', twice(SURELY + HOUR, seen, { deleted: true }))
  is('12 ask candidates: a', twice(SURELY + HOUR, [...seen, entry('a')]))
  const { looks: before, ...given } = twice(SURELY + HOUR, seen)
  const partly = before.map((one) => ({ ...one, canary: false }))
  is(`10 wait ${seconds(SURELY + HOUR + 5 * MINUTE)}`, { ...given, looks: partly })
})

test('row 16: what is surely not there is sent again', () => {
  is('16 send new_key', {})
  is('16 send new_key', { looks: looks([], { is: 'unknown' }, { reach: 'end_told' }) })
})

test('row 16: without a list only a platform that refuses twins of a text is asked so, and for a day', () => {
  const list = { looks: looks([], null, { reach: 'no_list' }) }
  const twins = { rule: { twins: true } }
  is('16 send new_key', { ...list, ...twins })
  is('16 ask no_list: ', list)
  is('16 ask no_list: ', { ...list, ...twins, ours: { wordy: false } })
  is('16 send new_key', { ...list, ...twins, now: BEGAN + 24 * HOUR - 5001 })
  is('16 ask no_list: ', { ...list, ...twins, now: BEGAN + 24 * HOUR - 5000 })
})

test('row 16: …and not before it knows the first call', () => {
  const at = (now: number) => ({
    looks: [look(ENDED + 5 * SECOND, [], { reach: 'no_list' })],
    rule: { twins: true, looks: [], settle: 0 },
    now,
  })
  is('16 wait 335', at(ENDED + 5 * SECOND))
  is('16 wait 335', at(ENDED + 305 * SECOND - 1))
  is('16 send new_key', at(ENDED + 305 * SECOND))
})

test('without a lost call there is nothing to judge', () => {
  assert.throws(() => judge(lostCall({ sends: [] })), /nothing to judge/)
})
