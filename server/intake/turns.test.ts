import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inTurn, turns } from './turns.ts'

test('a workspace that brings forty waits for its own, and not the others for them', async () => {
  const turn = turns()
  const order: string[] = []
  const take = async (name: string, workspace_id: number) => {
    await turn(workspace_id)
    order.push(name)
  }
  await Promise.all([
    ...Array.from({ length: 40 }, (_, index) => take(`many ${index}`, 1)),
    take('few 0', 2),
    take('few 1', 2),
    take('other 0', 3),
  ])
  assert.deepEqual(order.slice(0, 6), ['many 0', 'many 1', 'few 0', 'other 0', 'many 2', 'few 1'])
  assert.equal(order.length, 43)
})

test('between two turns the process hears what has come', async () => {
  const turn = turns()
  let heard = 0
  const listening = setImmediate(function listen() {
    heard++
    if (heard < 100) setImmediate(listen)
  })
  await Promise.all(Array.from({ length: 10 }, () => turn(1)))
  clearImmediate(listening)
  assert.ok(heard >= 8, `${heard}`)
})

test('bytes stay as they are, and their end and errors too', async () => {
  const turn = turns()
  async function* broken() {
    yield Buffer.from('one')
    yield Buffer.from('two')
    throw new Error('broken')
  }
  const parts: string[] = []
  await assert.rejects(async () => {
    for await (const part of inTurn(broken(), () => turn(1))) parts.push(String(part))
  }, /broken/)
  assert.deepEqual(parts, ['one', 'two'])
})
