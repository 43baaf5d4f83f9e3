import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { z } from 'zod'
import { openService } from '../service.ts'

const service = await openService()
after(() => service[Symbol.asyncDispose]())

const Told = z.object({
  per_account: z.array(
    z.object({
      attempt_count: z.number(),
      attempts: z.array(
        z.object({
          outcome: z.string(),
          code: z.string().nullable(),
          words: z.string().nullable(),
          request_id: z.string().nullable(),
        }),
      ),
    }),
  ),
})

async function publish(content: string) {
  const body = { content, social_account_ids: [service.accounts['x']], publish_now: true }
  const { body: post } = await service.rest('POST', '/api/posts', body)
  const { body: settled } = await service.rest('GET', `/api/posts/${Number(post['id'])}?wait=30`)
  return Told.parse(settled).per_account[0]
}

test('a post tells what was tried on each account, and how it ended', async () => {
  const account = await publish('Told once')
  assert.equal(account?.attempt_count, 1)
  const [attempt, ...others] = account.attempts
  assert.equal(others.length, 0)
  assert.match(attempt?.request_id ?? '', /^[0-9a-f]{16}$/)
  assert.deepEqual(attempt, { ...attempt, outcome: 'published', code: null, words: null })
})

test('a refusal is told with its code and the words of the platform', async () => {
  await service.fault('x', { fault: 'scope_missing' })
  const account = await publish('Told with words')
  const [attempt] = account?.attempts ?? []
  assert.equal(attempt?.outcome, 'failed')
  assert.ok(attempt?.code)
  assert.match(attempt.words ?? '', /Forbidden/)
})

test('lists leave the attempts out', async () => {
  const { body } = await service.rest('GET', '/api/posts')
  assert.ok(!JSON.stringify(body).includes('"attempts"'))
})
