import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Arrival, DeliveryRow, Evidence } from './evidence.ts'
import { entryOf } from './draw.ts'
import { openLedger } from './ledger.ts'
import { judge } from './verdict.ts'

const delivery: DeliveryRow = {
  workspace_id: 1,
  id: 7,
  post_id: 3,
  account_id: 2,
  platform: 'x',
  platform_account_id: '55',
  username: 'ada_types',
  status: 'published',
  due_at: null,
  platform_post_id: 'p1',
  error_code: null,
  blocked_reason: null,
  warnings: [],
  attempt: 1,
  lost: false,
  proof: null,
  resent: false,
  steps: {},
  commented: false,
}

const attempt = {
  workspace_id: 1,
  delivery_id: 7,
  number: 1,
  worker: 'w',
  started_at: '2026-11-22T10:00:00Z',
  finished_at: '2026-11-22T10:00:01Z',
  step: null,
  code: null,
  words: null,
}

const text = 'Closed today, see you tomorrow.'

function arrival(id: string, of: Partial<Arrival['of']> = {}): Arrival {
  return {
    id,
    account: '55',
    text,
    created_at: '2026-11-22T10:00:00Z',
    reply_to: null,
    platform: 'x',
    of: { workspace_id: 1, delivery_id: 7, step: 'post', send: 1, ...of },
  }
}

/** What is found, where one post of one delivery is all there is. */
function found(change: Partial<DeliveryRow>, evidence: Partial<Evidence>) {
  const row = { ...delivery, ...change }
  const out = row.status === 'published'
  const workspace = { id: 1, token: '', accounts: [] }
  const ledger = openLedger()
  const entry = entryOf(workspace, { number: 1, kind: 'text', accounts: [] })
  ledger.entries = [{ ...entry, post_id: 3, created: 'seeded', texts: [text] }]
  const post = {
    workspace_id: 1,
    id: 3,
    content: text,
    created_by: 'chaos',
    status: out ? 'published' : 'failed',
    deleted_at: null,
    published_at: out ? '2026-11-22T10:00:01Z' : null,
    error_message: out ? null : 'No.',
  }
  const { violations } = judge(ledger, {
    deliveries: [row],
    posts: [post],
    attempts: [{ ...attempt, outcome: row.status }],
    arrivals: [],
    others: [],
    strangers: [],
    refused: [],
    ...evidence,
  })
  return violations.map(({ kind }) => kind)
}

test('a delivery whose requests made one post is sound, and a second one is a duplicate', () => {
  assert.deepEqual(found({}, { arrivals: [arrival('p1')] }), [])
  const twice = [arrival('p1'), arrival('p2', { send: 2 })]
  assert.deepEqual(found({}, { arrivals: twice }), ['duplicate'])
})

test('somebody’s post with the same words is not ours', () => {
  const other = { ...arrival('p2'), by: 'other_app' as const, seen_at: '2026-11-22T10:00:00Z' }
  assert.deepEqual(found({}, { arrivals: [arrival('p1')], others: [other] }), [])
  assert.deepEqual(found({}, { others: [other] }), ['lost'])
  const taken = found({ platform_post_id: 'p2' }, { arrivals: [arrival('p1')], others: [other] })
  assert.deepEqual(taken, ['wrongly reported'])
})

test('of two that are the same post in everything, either may have what landed', () => {
  const twin = { ...delivery, id: 8, platform_post_id: 'p1' }
  const deliveries = [{ ...delivery, platform_post_id: 'p2' }, twin]
  const attempts = [7, 8].map((delivery_id) => ({ ...attempt, delivery_id, outcome: 'published' }))
  const swapped = [arrival('p1'), arrival('p2', { delivery_id: 8 })]
  assert.deepEqual(found({}, { deliveries, attempts, arrivals: swapped }), [])
  const resent = [arrival('p1'), arrival('p2', { send: 2 })]
  assert.deepEqual(found({}, { deliveries, attempts, arrivals: resent }), [])
  const both = [...resent, arrival('p3', { delivery_id: 8 })]
  assert.deepEqual(found({}, { deliveries, attempts, arrivals: both }), ['duplicate'])
})

test('a failure is true where the platform refused it afterwards, or takes no twin', () => {
  const failed = { status: 'failed' as const, platform_post_id: null }
  assert.deepEqual(found({ ...failed, error_code: 'media_rejected' }, {}), ['lost'])
  const refused = [arrival('p1').of]
  assert.deepEqual(found({ ...failed, error_code: 'media_rejected' }, { refused }), [])
  assert.deepEqual(found({ ...failed, error_code: 'duplicate_content' }, {}), ['lost'])
  const twin = { ...arrival('p2'), by: 'other_app' as const, seen_at: '2026-11-22T10:00:00Z' }
  assert.deepEqual(found({ ...failed, error_code: 'duplicate_content' }, { others: [twin] }), [])
})

test('what no request of a delivery made is reported, and so are other words than were written', () => {
  const astray = arrival('p9', { delivery_id: 99 })
  assert.deepEqual(found({}, { arrivals: [arrival('p1'), astray] }), ['wrongly reported'])
  const reworded = { ...arrival('p1'), text: 'Open today' }
  assert.deepEqual(found({}, { arrivals: [reworded] }), ['wrongly reported'])
})
