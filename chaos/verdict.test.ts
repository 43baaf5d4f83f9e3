import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Arrival, DeliveryRow, EditRow, Evidence, RemovalRow } from './evidence.ts'
import { entryOf } from './draw.ts'
import { type Entry, openLedger } from './ledger.ts'
import { deliveryRow } from './test-rows.ts'
import { judge, mistaken } from './verdict.ts'

const delivery = deliveryRow()

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
    says: text,
    created_at: '2026-11-22T10:00:00Z',
    reply_to: null,
    platform: 'x',
    of: { workspace_id: 1, delivery_id: 7, step: 'post', send: 1, ...of },
  }
}

function somebodys(id: string): Evidence['others'][number] {
  const { says: _, gone: __, ...post } = arrival(id)
  return { ...post, by: 'other_app', seen_at: '2026-11-22T10:00:00Z' }
}

const post = {
  workspace_id: 1,
  id: 3,
  content: text,
  created_by: 'chaos',
  status: 'published',
  deleted_at: null,
  published_at: '2026-11-22T10:00:01Z' as string | null,
  error_message: null as string | null,
}

const nothing = {
  arrivals: [],
  others: [],
  strangers: [],
  refused: [],
  lied: [],
  removals: [],
  edits: [],
}

/** What is found, where one post of one delivery is all there is. */
function found(
  change: Partial<DeliveryRow>,
  evidence: Partial<Evidence>,
  wanted: Partial<Entry> = {},
) {
  const row = { ...delivery, ...change }
  const out = row.status === 'published'
  const workspace = { id: 1, token: '', accounts: [] }
  const ledger = openLedger()
  const entry = entryOf(workspace, { number: 1, kind: 'text', accounts: [] })
  ledger.entries = [{ ...entry, post_id: 3, created: 'seeded', texts: [text], ...wanted }]
  const given_up = { status: 'failed', published_at: null, error_message: 'No.' }
  const { violations } = judge(ledger, {
    ...nothing,
    deliveries: [row],
    posts: [{ ...post, ...(!out && given_up) }],
    attempts: [{ ...attempt, outcome: row.status }],
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
  const other = somebodys('p2')
  assert.deepEqual(found({}, { arrivals: [arrival('p1')], others: [other] }), [])
  assert.deepEqual(found({}, { others: [other] }), ['lost'])
  const taken = found({ platform_post_id: 'p2' }, { arrivals: [arrival('p1')], others: [other] })
  assert.deepEqual(taken, ['wrongly reported'])
})

test('an equal post of somebody else may be taken for ours by its words, and by nothing else', () => {
  const claims = { platform_post_id: 'p2', proof: 'words' as const }
  const other = somebodys('p2')
  assert.deepEqual(found(claims, { others: [other] }), [])
  assert.deepEqual(found({ ...claims, proof: 'key' }, { others: [other] }), ['lost'])
  assert.deepEqual(found(claims, { others: [{ ...other, text: 'Other words' }] }), ['lost'])
  assert.deepEqual(found(claims, { others: [{ ...other, account: '56' }] }), ['lost'])
  assert.deepEqual(found(claims, { others: [other] }, { kind: 'image' }), ['lost'])
})

test('…but where ours stands beside it, its author has to be told', () => {
  const both = { arrivals: [arrival('p1')], others: [somebodys('p2')] }
  const claims = { platform_post_id: 'p2', proof: 'words' as const }
  const told = (where: string) => [`maybe_another: the platform shows another post (${where}).`]
  assert.deepEqual(found(claims, both), ['wrongly reported'])
  assert.deepEqual(found({ ...claims, warnings: told('p9') }, both), ['wrongly reported'])
  assert.deepEqual(found({ ...claims, warnings: told('p1') }, both), [])
  const known = { ...claims, warnings: told('p1'), proof: 'key' as const }
  assert.deepEqual(found(known, both), ['wrongly reported'])
})

test('only what tells the number of somebody’s equal post, and warns of none, is looked at again', () => {
  const workspace = { id: 1, token: '', accounts: [] }
  const ledger = openLedger()
  const entry = entryOf(workspace, { number: 1, kind: 'text', accounts: [] })
  ledger.entries = [{ ...entry, post_id: 3, created: 'seeded', texts: [text] }]
  const again = (change: Partial<DeliveryRow>) => {
    const evidence = {
      ...nothing,
      deliveries: [{ ...delivery, ...change }],
      posts: [post],
      attempts: [{ ...attempt, outcome: 'published' }],
      arrivals: [arrival('p1')],
      others: [somebodys('p2')],
    }
    return mistaken(judge(ledger, evidence), ledger, evidence)
  }
  const claims = { platform_post_id: 'p2', proof: 'words' as const }
  assert.deepEqual(again(claims), [7])
  assert.deepEqual(again({ ...claims, proof: 'key' }), [])
  assert.deepEqual(again({ ...claims, warnings: ['maybe_another: there is p1.'] }), [])
  assert.deepEqual(again({}), [])
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

test('of a post that was changed before it was sent, what it says now decides', () => {
  const two = (texts: readonly [string[], string[]]) => {
    const twin = { ...delivery, id: 8, post_id: 4, platform_post_id: 'p1' }
    const deliveries = [{ ...delivery, platform_post_id: 'p2' }, twin]
    const workspace = { id: 1, token: '', accounts: [] }
    const ledger = openLedger()
    ledger.entries = texts.map((own, index) => ({
      ...entryOf(workspace, { number: index + 1, kind: 'text', accounts: [] }),
      post_id: index + 3,
      created: 'seeded' as const,
      acknowledged: own.length,
      texts: own,
    }))
    const posts = [3, 4].map((id) => ({ ...post, id }))
    const attempts = [7, 8].map((delivery_id) => ({
      ...attempt,
      delivery_id,
      outcome: 'published',
    }))
    const arrivals = [arrival('p1'), arrival('p2', { send: 2 })]
    const { violations } = judge(ledger, { ...nothing, deliveries, posts, attempts, arrivals })
    return violations.map(({ kind }) => kind)
  }
  assert.deepEqual(two([['Open from eight to noon.', text], [text]]), [])
  assert.deepEqual(two([[text], ['Open from eight to noon.']]), ['duplicate', 'lost'])
})

test('a failure is true where the platform refused it afterwards, or takes no twin', () => {
  const failed = { status: 'failed' as const, platform_post_id: null }
  assert.deepEqual(found({ ...failed, error_code: 'media_rejected' }, {}), ['lost'])
  const refused = [arrival('p1').of]
  assert.deepEqual(found({ ...failed, error_code: 'media_rejected' }, { refused }), [])
  assert.deepEqual(found({ ...failed, error_code: 'duplicate_content' }, {}), ['lost'])
  const twin = somebodys('p2')
  assert.deepEqual(found({ ...failed, error_code: 'duplicate_content' }, { others: [twin] }), [])
})

test('what no request of a delivery made is reported, and so are other words than were written', () => {
  const astray = arrival('p9', { delivery_id: 99 })
  assert.deepEqual(found({}, { arrivals: [arrival('p1'), astray] }), ['wrongly reported'])
  const reworded = { ...arrival('p1'), text: 'Open today', says: 'Open today' }
  assert.deepEqual(found({}, { arrivals: [reworded] }), ['wrongly reported'])
})

const removal: RemovalRow = {
  workspace_id: 1,
  id: 4,
  delivery_id: 7,
  generation: 1,
  state: 'removed',
  error_code: null,
  error_message: null,
}
const asked = { removals: new Map([[2, 'acknowledged' as const]]) }
const by = { workspace_id: 1, delivery_id: 7, step: 'removals', send: 4 }
const gone = { ...arrival('p1'), gone: by }

test('what says removed is gone, and by the removal that somebody asked for', () => {
  assert.deepEqual(found({}, { arrivals: [gone], removals: [removal] }, asked), [])
  const lied = [{ ...by }]
  const denied = { arrivals: [arrival('p1')], removals: [removal], lied }
  assert.deepEqual(found({}, denied, asked), [])
  const there = { arrivals: [arrival('p1')], removals: [removal] }
  assert.deepEqual(found({}, there, asked), ['wrongly reported'])
  const thread = [{ ...gone, reply_to: null }, arrival('c1', { step: 'comment' })]
  const comments = thread.map((one) => ({ ...one, reply_to: one.id === 'c1' ? 'p1' : null }))
  const left = found({}, { arrivals: comments, removals: [removal] }, asked)
  assert.deepEqual(left, ['wrongly reported'])
  const told = { ...removal, error_message: 'Whether its comment is out was never known.' }
  assert.deepEqual(found({}, { arrivals: comments, removals: [told] }, asked), [])
})

test('nothing is taken down that nobody asked for, or for another one, or of somebody else', () => {
  assert.deepEqual(found({}, { arrivals: [gone], removals: [removal] }), ['wrongly reported'])
  assert.deepEqual(found({}, { arrivals: [gone] }), ['lost'])
  const astray = { ...gone, gone: { ...by, delivery_id: 8 } }
  assert.deepEqual(found({}, { arrivals: [astray], removals: [removal] }, asked), ['lost'])
  const other = somebodys('p2')
  const theirs = { ...other, gone: { at: '2026-11-22T10:00:02Z', mark: '1/7/removals/4' } }
  assert.deepEqual(found({}, { arrivals: [arrival('p1')], others: [theirs] }), ['lost'])
})

test('a removal ends, and what it says when it fails is true', () => {
  const open = { ...removal, state: 'removing' as const }
  assert.deepEqual(found({}, { arrivals: [arrival('p1')], removals: [open] }, asked), ['stuck'])
  assert.deepEqual(found({}, { arrivals: [arrival('p1')] }, asked), ['lost'])
  const failed = (error_code: string) => ({ ...removal, state: 'failed' as const, error_code })
  const tried = (error_code: string, arrivals: Arrival[]) =>
    found({}, { arrivals, removals: [failed(error_code)] }, asked)
  assert.deepEqual(tried('no_answer', [arrival('p1')]), ['lost'])
  assert.deepEqual(tried('nothing_out', [arrival('p1')]), ['wrongly reported'])
  assert.deepEqual(tried('not_shown_yet', [arrival('p1')]), [])
  assert.deepEqual(tried('not_shown_yet', [gone]), ['wrongly reported'])
})

test('what was taken down may be published again, once', () => {
  const anew = { generation: 2, platform_post_id: 'p2' }
  const arrivals = [gone, arrival('p2')]
  const wanted = { ...asked, again: true }
  assert.deepEqual(found(anew, { arrivals, removals: [removal] }, wanted), [])
  assert.deepEqual(found(anew, { arrivals, removals: [removal] }, asked), ['duplicate'])
  const once = found({ platform_post_id: 'p2' }, { arrivals, removals: [removal] }, asked)
  assert.deepEqual(once, ['duplicate', 'wrongly reported'])
})

const edit: EditRow = {
  workspace_id: 1,
  id: 5,
  delivery_id: 7,
  generation: 1,
  state: 'edited',
  error_code: null,
  error_message: null,
  revision: 2,
  content: 'Open today',
}
const change = { text: 'Open today', accounts: [2], acknowledged: [2] }
const changed = { ...arrival('p1'), says: 'Open today' }

test('what says edited stands there, and nothing that nobody asked for', () => {
  const wanted = { edits: [change] }
  assert.deepEqual(found({}, { arrivals: [changed], edits: [edit] }, wanted), [])
  assert.deepEqual(found({}, { arrivals: [arrival('p1')], edits: [edit] }, wanted), [
    'wrongly reported',
  ])
  assert.deepEqual(found({}, { arrivals: [changed] }), ['wrongly reported'])
  assert.deepEqual(found({}, { arrivals: [changed], edits: [edit] }), ['wrongly reported'])
  assert.deepEqual(found({}, { arrivals: [arrival('p1')] }, wanted), ['lost'])
  const twice = [edit, { ...edit, id: 6, revision: 3 }]
  assert.deepEqual(found({}, { arrivals: [changed], edits: twice }, wanted), ['duplicate'])
})

test('a change that failed is told truly: nothing of it is there, unless nobody can know', () => {
  const wanted = { edits: [change] }
  const open = { ...edit, state: 'editing' as const }
  assert.deepEqual(found({}, { arrivals: [changed], edits: [open] }, wanted), ['stuck'])
  const failed = { ...edit, state: 'failed' as const, error_code: 'not_found' }
  const tried = (row: EditRow, arrivals: Arrival[], more: Partial<Evidence> = {}) =>
    found({}, { arrivals, edits: [row], ...more }, wanted)
  assert.deepEqual(tried(failed, [arrival('p1')]), ['lost'])
  const lied = [{ workspace_id: 1, delivery_id: 7, step: 'edits', send: 5 }]
  assert.deepEqual(tried(failed, [arrival('p1')], { lied }), [])
  assert.deepEqual(tried(failed, [changed], { lied }), ['wrongly reported'])
  const doubted = { ...failed, error_message: 'It may have been changed all the same: look there.' }
  assert.deepEqual(tried(doubted, [changed], { lied }), [])
})

test('a thread whose beginning is out without a number is rightly given up, and one with a number is not', () => {
  const unfinished = {
    status: 'failed',
    platform_post_id: null,
    error_code: 'thread_unfinished',
  } as const
  const steps = (platform_post_id: string | null) => ({ post: { result: { platform_post_id } } })
  // Its beginning is out: so is the post.
  const evidence = { arrivals: [arrival('p1')], posts: [post] }
  const thread = { kind: 'thread' } as const
  assert.deepEqual(found({ ...unfinished, steps: steps(null) }, evidence, thread), [])
  const told = { ...unfinished, platform_post_id: 'p1', steps: steps('p1') }
  assert.deepEqual(found(told, evidence, thread), ['lost'])
  // Its number came after that: it is looked for still.
  const late = { post: { ...told.steps.post, proof: 'key' } }
  assert.deepEqual(found({ ...told, steps: late }, evidence, thread), [])
  // So is what should stand below a part without one.
  const part = { part_2: { result: { platform_post_id: null } } }
  assert.deepEqual(found({ ...told, steps: { ...told.steps, ...part } }, evidence, thread), [])
  assert.deepEqual(found({ ...unfinished, steps: steps(null) }, evidence), [
    'wrongly reported',
    'lost',
  ])
})
