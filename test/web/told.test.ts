/** What the dashboard says of attempts: in sentences, for everything that can come. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codes } from '#platforms/kit/codes.ts'
import { eventTypes } from '#rules/event.ts'
import { parseRule } from '#rules/recurrence-text.ts'
import { csvOf } from '../../web/src/ui/csv.ts'
import { changesBetween, versionsOf } from '../../web/src/rooms/post/goes-out.ts'
import {
  nths,
  type Plan,
  planOf,
  ruleOf,
  sentenceOf as ruleSentence,
  weekly,
} from '../../web/src/rooms/series/rule.ts'
import { standingOf } from '../../web/src/rooms/post/states.ts'
import { diffWords } from '../../web/src/rooms/post/diff.ts'
import { timeOf } from '../../web/src/rooms/post/states.ts'
import { sentenceOf, timelineOf } from '../../web/src/rooms/post/told.ts'
import * as germanCodes from '../../web/src/words/de/codes.ts'
import * as germanEvents from '../../web/src/words/de/events.ts'
import * as englishCodes from '../../web/src/words/en/codes.ts'
import * as englishEvents from '../../web/src/words/en/events.ts'
import { mendOf } from '../../web/src/words/mends.ts'

const outcomes = ['published', 'failed', 'blocked', 'later', 'look', 'released', null] as const
const attempt = {
  number: 1,
  started_at: '2026-11-22T09:00:01.000Z',
  finished_at: '2026-11-22T09:00:02.000Z',
  step: 'post',
  outcome: null as string | null,
  code: null as string | null,
  words: null,
  request_id: null,
}

test('the table of words has every code of the catalogue, and no other', () => {
  for (const { codeWords } of [englishCodes, germanCodes])
    assert.deepEqual(Object.keys(codeWords).sort(), [...codes].sort())
})

test('every outcome with every code is a sentence without a code in it', () => {
  for (const outcome of outcomes) {
    for (const code of [...codes, null, 'a_code_of_tomorrow']) {
      for (const doubt of [false, true]) {
        for (const running of [false, true]) {
          const [text] = sentenceOf({ outcome, code }, { name: 'Bluesky', doubt, running })
          const of = `${outcome} ${code} ${doubt}: ${text}`
          assert.match(text, /^[A-Z][^_{}]+(\.| …)$/, of)
          assert.ok(!text.includes('undefined') && !text.includes('..'), of)
        }
      }
    }
  }
  for (const { codeWords } of [englishCodes, germanCodes]) {
    for (const code of codes)
      assert.match(codeWords[code].replaceAll('{p}', 'X'), /^[A-Z][^_{}.]+$/, code)
  }
})

test('whatever a delivery fails with has something that settles it', () => {
  const never = codes.filter((code) => mendOf(code) === 'waits')
  // None of these ends a delivery.
  assert.deepEqual(never.sort(), [
    'held_up',
    'no_preview',
    'not_shown_yet',
    'paused',
    'still_processing',
    'still_shown',
    'too_few_viewers',
    'too_many_posts',
    'twin_in_doubt',
  ])
})

test('a post that is out without its address says that this is looked for, and only then', () => {
  const account = {
    account_id: 1,
    platform: 'threads',
    username: 'ada',
    status: 'published' as const,
    platform_post_id: null,
    platform_url: null,
    error_message: null,
    error_code: null,
    blocked_reason: null,
    published_at: '2026-11-22T09:00:46.000Z',
    next_attempt_at: null,
    waits_for: null,
    attempt_count: 1,
    warnings: [],
    candidates: null,
    part: null,
    parts: null,
    reconnect_url: null,
  }
  const post = { status: 'published' as const, deleted_at: null, approval: null }
  const said = (more: object) => standingOf({ ...account, ...more }, post, 'Threads').sentence
  assert.equal(
    said({ url_pending: true }),
    'It is on Threads. Its address is still being looked for.',
  )
  assert.equal(said({}), 'It is on Threads.')
  const parts = [{ part: 1, status: 'published', content: 'One' }]
  const broken = { status: 'failed', error_code: 'server_error', parts }
  assert.match(said({ ...broken, url_pending: true }), /is missing\. Its address is still being/)
  assert.match(said(broken), /is missing\.$/)
})

test('a lost answer is told as what it was: sent, looked for, found, and not sent twice', () => {
  const lines = timelineOf(
    {
      status: 'published',
      blocked_reason: null,
      next_attempt_at: null,
      published_at: '2026-11-22T09:00:46.000Z',
      waits_for: null,
      attempts: [
        { ...attempt, outcome: 'look', code: 'no_answer' },
        { ...attempt, number: 2, outcome: 'look' },
        { ...attempt, number: 3, outcome: 'published', step: null },
      ],
    },
    'X',
  )
  assert.deepEqual(
    lines.map(({ text, look }) => [look, text]),
    [
      [
        'waits',
        'Sent to X, and the answer was lost: X did not answer. We look whether it is there before anything is sent again.',
      ],
      ['waits', 'Looked on X: it is not to be seen there yet.'],
      ['good', 'Cleared up: it is published. Nothing went out twice.'],
    ],
  )
})

test('what waits is told with the time until which it does, not with the one that has passed', () => {
  const scheduled_at = '2026-11-22T09:00:00.000Z'
  const until = '2026-11-22T09:30:00.000Z'
  const post = { status: 'scheduled', deleted_at: null, scheduled_at } as const
  const waits = (until: string | null) => ({ code: 'platform_silent', until, message: '' }) as const
  const account = {
    status: 'pending',
    blocked_reason: null,
    next_attempt_at: scheduled_at,
    published_at: null,
    waits_for: waits(until),
  } as const
  assert.equal(timeOf(account, post), until)
  assert.equal(timelineOf(account, 'X').at(-1)?.at, until)
  assert.equal(timeOf({ ...account, waits_for: waits(null) }, post), null)
  assert.equal(timeOf({ ...account, waits_for: null }, post), scheduled_at)
  assert.equal(timeOf(account, { ...post, deleted_at: until }), null)
  const published_at = '2026-11-22T09:00:01.000Z'
  assert.equal(timeOf({ ...account, status: 'published', published_at }, post), published_at)
})

test('a worker that died in the middle leaves a doubt, and the next try is told as a look', () => {
  const lines = timelineOf(
    {
      status: 'publishing',
      blocked_reason: null,
      next_attempt_at: null,
      published_at: null,
      waits_for: null,
      attempts: [
        { ...attempt, finished_at: null },
        { ...attempt, number: 2, finished_at: null },
      ],
    },
    'X',
  )
  assert.equal(lines.at(-1)?.text, 'Looking for it on X …')
  assert.equal(lines.at(-1)?.look, 'now')
})

test('whatever happens has words for who did it, and a spreadsheet carries nothing out', () => {
  for (const { deeds } of [englishEvents, germanEvents])
    assert.deepEqual(Object.keys(deeds).sort(), [...eventTypes].sort())
  assert.equal(
    csvOf(
      ['a', 'b'],
      [
        ['=cmd', 'x "y", z'],
        [7, null],
      ],
    ),
    'a,b\r\n\'=cmd,"x ""y"", z"\r\n7,\r\n',
  )
})

test('what goes out is shown as it goes out: with the parameters of its links, and at the account’s own time', () => {
  const socialAccounts = [1, 2, 3].map((id) => ({
    id,
    platform: 'x',
    name: `Account ${id}`,
    username: `account_${id}`,
    avatar_url: null,
  }))
  const content = 'https://example.com'
  const first_comment = 'https://example.com/more'
  const tagged = {
    content: `${content}?utm_source=x`,
    first_comment: `${first_comment}?utm_source=x`,
  }
  const post = {
    content,
    first_comment,
    platform_content: [{ account_id: 3, scheduled_at: '2027-01-01T09:00:00.000Z' }],
    platform_options: {},
    socialAccounts,
    media: [],
    thread: null,
    scheduled_at: '2027-01-01T08:00:00.000Z',
    per_account: socialAccounts.map(({ id }) => ({
      account_id: id,
      parts: null,
      ...(id === 2 && { wording: tagged }),
    })),
  } as unknown as Parameters<typeof versionsOf>[0] & { scheduled_at: string }
  const shown = versionsOf(post, () => true).map((version) => [
    version.accounts.map(({ id }) => id),
    version.content,
    version.first_comment,
    version.at,
  ])
  assert.deepEqual(shown, [
    [[1], content, first_comment, null],
    [[2], tagged.content, tagged.first_comment, null],
    [[3], content, first_comment, '2027-01-01T09:00:00.000Z'],
  ])
  const saying = {
    account: ({ username }: { username: string }) => username,
    platform: (id: string) => id.toUpperCase(),
    time: String,
  }
  const before = { ...post, platform_content: [], per_account: [] }
  const changes = changesBetween(before, post, saying)
  assert.equal(changes.length, 2)
  assert.deepEqual(changesBetween(post, post, saying), [])
  // Options are told as they were chosen, not by the platform's own names for them.
  const quiet = { ...post, platform_options: { tiktok: { disable_comment: true } } }
  assert.deepEqual(
    changesBetween(post, quiet, saying).map(({ what, pieces }) => [
      what,
      pieces.map(({ text }) => text).join(''),
    ]),
    [['Options', 'TIKTOK\nComments off: yes']],
  )
})

test('a diff keeps every word of both texts, and marks only those that differ', () => {
  const pairs = [
    ['The harvest is in.', 'The autumn harvest is in, at last.'],
    ['', 'New'],
    ['Gone', ''],
    ['same', 'same'],
    ['🍎 one two', '🍎 two one'],
    ['a '.repeat(3000), 'b '.repeat(3000)],
  ] as const
  for (const [before, after] of pairs) {
    const pieces = diffWords(before, after)
    const side = (drop: string) =>
      pieces
        .filter(({ is }) => is !== drop)
        .map(({ text }) => text)
        .join('')
    assert.equal(side('added'), before)
    assert.equal(side('removed'), after)
  }
  assert.deepEqual(diffWords('The harvest is in.', 'The autumn harvest is in.'), [
    { text: 'The ', is: 'same' },
    { text: 'autumn ', is: 'added' },
    { text: 'harvest is in.', is: 'same' },
  ])
})

test('what the controls of a series say is a rule that the service takes, and is shown again as it was', () => {
  const endings: Partial<Plan>[] = [
    { end: 'count', count: 7 },
    { end: 'until', until: '2027-12-31' },
    { end: 'open' },
  ]
  const places: Partial<Plan>[] = [
    { freq: 'DAILY' },
    { freq: 'WEEKLY', days: ['MO', 'SU'] },
    ...[1, 31, -1].map((month_day): Partial<Plan> => ({ freq: 'MONTHLY', month_day })),
    ...nths.map((nth): Partial<Plan> => ({ freq: 'MONTHLY', by: 'weekday', nth, weekday: 'FR' })),
  ]
  const plans = places.flatMap((place) =>
    endings.flatMap((end) =>
      [1, 3].map((interval): Plan => ({ ...weekly, ...place, ...end, interval })),
    ),
  )
  for (const plan of plans) {
    const rule = ruleOf(plan)
    assert.ok('rule' in parseRule(rule), rule)
    assert.equal(ruleOf(planOf(rule) ?? weekly), rule)
    assert.doesNotMatch(ruleSentence(rule, '2026-12-01T09:00'), /undefined|FREQ/, rule)
  }
  assert.equal(
    ruleSentence('FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH;UNTIL=20271231', '2026-12-01T09:00'),
    'Every 2 weeks on Monday and Thursday at 09:00, until 31 Dec 2027',
  )
  // What they cannot show is shown as it is written, and nothing of it is lost.
  for (const rule of [
    'FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13;COUNT=3',
    'FREQ=MONTHLY;BYMONTHDAY=1,15;COUNT=3',
    'FREQ=DAILY;BYDAY=MO;COUNT=3',
    'FREQ=DAILY;UNTIL=20271231T080000Z',
  ]) {
    assert.ok('rule' in parseRule(rule))
    assert.equal(planOf(rule), undefined, rule)
  }
})
