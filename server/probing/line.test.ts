import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Problem } from '#rules/problem.ts'
import { type Line, line } from './line.ts'

const ample = { waiting_each: 100, waiting: 1000 }

/** Enters, and keeps the order in which places were given. */
function stage(at: Line) {
  const given: string[] = []
  const places = new Map<string, Disposable>()
  const enter = async (name: string, workspace_id: number, signal?: AbortSignal) => {
    const place = await at.enter({ workspace_id, ...(signal && { signal }) })
    given.push(name)
    places.set(name, place)
  }
  const leave = async (name: string) => {
    places.get(name)?.[Symbol.dispose]()
    await turn()
  }
  return { given, enter, leave }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

test('one workspace with many files leaves a place for the others', async () => {
  const { given, enter, leave } = stage(line({ places: 3, ...ample }))
  for (let index = 0; index < 40; index++) void enter(`slow ${index}`, 1)
  await turn()
  assert.deepEqual(given, ['slow 0', 'slow 1'])
  void enter('other', 2)
  await turn()
  assert.equal(given.at(-1), 'other')
  await leave('other')
  assert.equal(given.length, 3, 'the last place stays free for the next')
})

test('a place says whether its owner brings a crowd', async () => {
  const at = line({ places: 3, ...ample })
  const first = await at.enter({ workspace_id: 1 })
  const second = await at.enter({ workspace_id: 1 })
  assert.deepEqual([first.in_crowd, second.in_crowd], [false, true])
  const third = at.enter({ workspace_id: 1 })
  const fourth = at.enter({ workspace_id: 1 })
  const single = await at.enter({ workspace_id: 2 })
  assert.equal(single.in_crowd, false, 'others of its own workspace only')
  first[Symbol.dispose]()
  second[Symbol.dispose]()
  single[Symbol.dispose]()
  assert.equal((await third).in_crowd, true)
  ;(await third)[Symbol.dispose]()
  assert.equal((await fourth).in_crowd, true, 'the third was at work when it was admitted')
  ;(await fourth)[Symbol.dispose]()
  const later = await at.enter({ workspace_id: 1 })
  assert.equal(later.in_crowd, false)
  later[Symbol.dispose]()
})

test('workspaces take turns, however many files each has', async () => {
  const { given, enter, leave } = stage(line({ places: 1, ...ample }))
  for (const name of ['a1', 'a2', 'a3']) void enter(name, 1)
  for (const name of ['b1', 'b2']) void enter(name, 2)
  void enter('c1', 3)
  await turn()
  for (let index = 0; index < 6; index++) await leave(given.at(-1) ?? '')
  assert.deepEqual(given, ['a1', 'a2', 'b1', 'c1', 'a3', 'b2'])
})

test('who leaves the line is not served, and makes room in it', async () => {
  const { given, enter, leave } = stage(line({ places: 1, waiting_each: 1, waiting: 10 }))
  await enter('first', 1)
  const gone = new AbortController()
  const leaving = assert.rejects(enter('second', 1, gone.signal), { code: 'bad_request' })
  gone.abort()
  await leaving
  void enter('third', 1)
  await leave('first')
  assert.deepEqual(given, ['first', 'third'])
  await assert.rejects(enter('late', 1, gone.signal), { code: 'bad_request' })
})

test('a line that is full tells when to come back, each workspace by its own', async () => {
  const { enter } = stage(line({ places: 2, waiting_each: 2, waiting: 3 }))
  await enter('works', 1)
  void enter('waits', 1)
  void enter('waits too', 1)
  const refused = (error: unknown) =>
    error instanceof Problem && error.code === 'unavailable' && error.recovery['retry_after'] === 5
  await assert.rejects(enter('too many', 1), refused)
  await enter('another workspace', 2)
  void enter('its second', 2)
  await assert.rejects(enter('all together', 3), refused)
})
