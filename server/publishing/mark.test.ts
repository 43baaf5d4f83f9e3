import assert from 'node:assert/strict'
import { test } from 'node:test'
import { removing } from '#store/errands.ts'
import { markCalls, markErrand } from './mark.ts'

function calling(sandbox: boolean) {
  const marks: (string | undefined)[] = []
  const marking = markCalls(
    async (_url, init) => {
      marks.push(init?.headers?.['x-sandbox-mark'])
      return { status: 200, headers: { get: () => null }, body: null }
    },
    { sandbox, workspace_id: 3, id: 17 },
  )
  return { marks, marking }
}

const send = {
  began_at: '2026-11-22T10:00:00.000Z',
  ended_at: null,
  clock: null,
  lost: 'silence' as const,
  app: null,
  media: [],
}

test('a call to the sandbox names the delivery, the step and the send', async () => {
  const { marks, marking } = calling(true)
  await marking.fetch('https://platform.test/')
  const entry: Parameters<typeof marking.begin>[1] = {}
  marking.begin('post', entry)
  await marking.fetch('https://platform.test/')
  entry.sends = [send]
  await marking.fetch('https://platform.test/', { headers: { accept: 'text/plain' } })
  entry.sends = [send, send]
  await marking.fetch('https://platform.test/')
  marking.begin('comment', {})
  await marking.fetch('https://platform.test/')
  assert.deepEqual(marks, [
    undefined,
    '3/17/post/0',
    '3/17/post/1',
    '3/17/post/2',
    '3/17/comment/0',
  ])
})

test('what is under way has a name for addresses of files, another one for each send', () => {
  const { marking } = calling(false)
  assert.equal(marking.call(), undefined)
  const entry: Parameters<typeof marking.begin>[1] = {}
  marking.begin('post', entry)
  assert.equal(marking.call(), '3.17.post.0')
  entry.sends = [send]
  const first = marking.call()
  entry.sends = [send, { ...send, began_at: '2026-11-22T10:00:00.001Z' }]
  assert.notEqual(marking.call(), first)
})

test('a call that takes down names the delivery and the removal, on the sandbox alone', async () => {
  const marks: (string | undefined)[] = []
  const send: Parameters<typeof markErrand>[0] = async (_url, init) => {
    marks.push(init?.headers?.['x-sandbox-mark'])
    return { status: 200, headers: { get: () => null }, body: null }
  }
  for (const sandbox of [true, false]) {
    const work = { sandbox, workspace_id: 3, delivery_id: 17, id: 5 }
    await markErrand(send, removing, work)('https://platform.test/')
  }
  assert.deepEqual(marks, ['3/17/removals/5', undefined])
})

test('a real platform is told nothing of it', async () => {
  const { marks, marking } = calling(false)
  marking.begin('post', {})
  await marking.fetch('https://platform.test/')
  assert.deepEqual(marks, [undefined])
})
