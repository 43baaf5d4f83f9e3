import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { askedBy, atOneInTen } from './aims.ts'
import { entryOf } from './draw.ts'
import type { DeliveryRow, Evidence } from './evidence.ts'
import { openLedger } from './ledger.ts'
import { questions } from './table-platforms.ts'
import { deliveryRow } from './test-rows.ts'
import { questionsIn, reasons } from './why.ts'

const send = {
  began_at: '2026-11-22T10:00:00Z',
  ended_at: null,
  clock: null,
  lost: 'silence',
  app: null,
  media: [],
}
const in_doubt = (calls: number) => ({
  started_at: send.began_at,
  sends: Array.from({ length: calls }, () => send),
})

const delivery = (id: number, platform: string, change: Partial<DeliveryRow>) =>
  deliveryRow({ id, post_id: id, platform, platform_post_id: null, lost: true, ...change })

const unknown = { status: 'blocked', blocked_reason: 'outcome_unknown' } as const

/** Of these deliveries, each the only one of a post. */
function asked(deliveries: DeliveryRow[]) {
  const workspace = { id: 1, token: '', accounts: [] }
  const ledger = openLedger()
  ledger.entries = deliveries.map(({ post_id }) => ({
    ...entryOf(workspace, { number: post_id, kind: 'text', accounts: [] }),
    post_id,
  }))
  const evidence: Evidence = {
    deliveries,
    posts: [],
    attempts: [],
    removals: [],
    edits: [],
    arrivals: [],
    others: [],
    strangers: [],
    refused: [],
    lied: [],
  }
  return { ledger, evidence }
}

const facebook = (id: number, change: Partial<DeliveryRow> = {}) => delivery(id, 'facebook', change)

test('a question after a first lost answer is told apart from one after a later call was lost too', () => {
  const { ledger, evidence } = asked([
    facebook(1, { ...unknown, steps: { post: in_doubt(1) } }),
    facebook(2, { ...unknown, steps: { post: in_doubt(2) }, resent: true }),
    facebook(3, { ...unknown, steps: { post: in_doubt(3) }, resent: true }),
    // The post was sent twice and found; the comment’s first answer was lost.
    facebook(4, {
      ...unknown,
      resent: true,
      steps: { post: { ...in_doubt(2), result: {} }, comment: in_doubt(1) },
    }),
    // Found at the second call: nobody is asked.
    facebook(5, { resent: true, steps: { post: { ...in_doubt(2), result: {} } } }),
    ...[6, 7, 8].map((id) => facebook(id)),
    delivery(9, 'pinterest', { lost: false }),
  ])
  const [own, pinterest] = askedBy(ledger, evidence)
  assert.deepEqual(own, {
    name: 'facebook',
    aim: 0,
    lost: 8,
    beside: 0,
    first: 2,
    first_beside: 0,
    later: 2,
  })
  assert.deepEqual(pinterest, {
    name: 'pinterest',
    aim: 15,
    lost: 0,
    beside: 0,
    first: 0,
    first_beside: 0,
    later: 0,
  })
  const lines = questions(askedBy(ledger, evidence)).map((line) => line.trim().split(/ {2,}/))
  assert.deepEqual(lines.at(1), ['facebook', '8', '0', '2', '0', '25', '-', '2', '25', '50', '0'])
  assert.deepEqual(lines.at(2), ['pinterest', '0', '0', '0', '0', '0', '-', '0', '0', '0', '15'])
})

test('how many would be asked beside others in one window of ten is told from both shares', () => {
  const rows = Array.from({ length: 10 }, (_, at) =>
    delivery(at + 1, 'pinterest', {
      platform_account_id: at < 6 ? 'alone' : 'among others',
      username: `person ${at}`,
      ...([0, 6, 7].includes(at) && { ...unknown, steps: { post: in_doubt(1) } }),
    }),
  )
  const { ledger, evidence } = asked(rows)
  const at = (time: string) => `2026-11-22T10:0${time}Z`
  evidence.attempts = rows.map(({ id }) => ({
    workspace_id: 1,
    delivery_id: id,
    number: 1,
    worker: 'w',
    started_at: at('0:00.000'),
    finished_at: at(id === 1 ? '5:00.000' : '0:01.000'),
    step: 'post',
    outcome: 'look',
    code: null,
    words: null,
  }))
  const post = {
    id: 'p',
    text: '',
    created_at: at('0:00.000'),
    reply_to: null,
    by: 'other_app' as const,
    platform: 'pinterest' as const,
    account: 'among others',
  }
  evidence.others = [
    { ...post, seen_at: at('0:05.000') },
    // Whoever is asked about is looked for longer: that makes nothing stand beside it.
    { ...post, account: 'alone', seen_at: at('4:00.000') },
  ]
  const [own] = askedBy(ledger, evidence)
  assert.ok(own)
  assert.deepEqual([own.lost, own.beside, own.first, own.first_beside], [10, 4, 3, 2])
  // Of six alone one, of four beside others two.
  assert.equal(atOneInTen(own), 90 / 6 + 10 / 2)
  assert.equal(atOneInTen({ ...own, beside: 10 }), null)
})

test('why a person was asked is read from the workers’ logs, the last time counting', async (t) => {
  const logs = await mkdtemp(join(tmpdir(), 'crier-why-'))
  t.after(() => rm(logs, { recursive: true }))
  const line = {
    msg: 'a person is asked',
    workspace: 1,
    step: 'post',
    lost: ['silence'],
    fetched: [null],
    looks: 3,
    reach: 'past_window',
    canary: true,
    rivals: 0,
    candidates: [],
  }
  const maybe = { words: 'maybe', role: 'post', after: 12 }
  const told = [
    { ...line, time: 2, delivery: 1, rule: 12, why: 'candidates', candidates: [maybe] },
    { ...line, time: 1, delivery: 1, rule: 10, why: 'incomplete', reach: 'part' },
    { ...line, time: 3, delivery: 2, rule: 15, why: 'second_send' },
    { time: 4, msg: 'something else' },
  ]
  const text = told.map((one) => JSON.stringify(one)).join('\n')
  await writeFile(
    join(logs, 'worker-2.log'),
    `Crier is ready\n${text}\n{"msg":"a person is asked","ti`,
  )
  const { ledger, evidence } = asked([
    facebook(1, { ...unknown, steps: { post: in_doubt(1) } }),
    facebook(2, { ...unknown, steps: { post: in_doubt(2) } }),
    facebook(3, { ...unknown, steps: { post: in_doubt(1) } }),
    facebook(4),
  ])
  const found = reasons(ledger, evidence, await questionsIn(logs))
  const lines = found.slice(1).map((one) => one.trim().split(/ {2,}/))
  assert.deepEqual(lines, [
    ['facebook', '1', '12 candidates', 'post', 'past_window; maybe', '1'],
    ['facebook', '2', '15 second_send', 'post', 'past_window', '1'],
    ['facebook', '1', '?', '?', '1'],
  ])
})

test('what nobody can look for has no aim: files and threads on profiles of LinkedIn', () => {
  const person = {
    ...unknown,
    platform_account_id: 'urn:li:person:1',
    steps: { post: in_doubt(1) },
  }
  const page = { ...person, platform_account_id: 'urn:li:organization:1' }
  const rows = [person, page].flatMap((row, index) =>
    [1, 2, 3].map((id) => delivery(index * 3 + id, 'linkedin', row)),
  )
  const { ledger, evidence } = asked(rows)
  for (const [index, kind] of (['text', 'thread', 'image'] as const).entries()) {
    for (const at of [index, index + 3]) Object.assign(ledger.entries[at] ?? {}, { kind })
  }
  const aims = askedBy(ledger, evidence).map(({ name, aim, first }) => [name, aim, first])
  assert.deepEqual(aims, [
    ['linkedin', 3, 4],
    ['linkedin, files on profiles', null, 1],
    ['linkedin, threads on profiles', null, 1],
  ])
})
