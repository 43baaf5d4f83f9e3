/**
 * Long texts for many accounts keep the service from nobody: the same text is worked on once, and others have their turn between
 * texts. Of work that this process did, one part is held against another: a busy machine stretches both.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openService, type TestService } from '../service.ts'
import { demoWorkspace, newAccount } from './kit.ts'

let service: TestService
let ids: number[]
before(async () => {
  service = await openService({ ROLE: 'api' })
  const workspace_id = await demoWorkspace(service)
  const accounts = Array.from({ length: 20 }, async () => newAccount(service, workspace_id, 'x'))
  ids = (await Promise.all(accounts)).map(({ id }) => id)
  // What is done for the first time takes longer.
  const first = draftOf('A first one. '.repeat(500), ids)
  await made('POST', '/api/posts', first)
  await made('POST', '/api/posts/batch', { posts: [first] })
})
after(() => service[Symbol.asyncDispose]())

/** Slow to weigh: any part of it may be a link. */
const numbers = '1.1.1.1.'.repeat(1_225)
/** Which of them, so that none is the other. */
const textOf = (number: number) => `${number} ${numbers}`

function draftOf(content: string, social_account_ids: readonly number[]) {
  return { content, social_account_ids, split: 'numbered', when: 'draft' }
}

async function made(method: string, path: string, body: object) {
  const answer = await service.rest(method, path, body)
  assert.ok(answer.status < 300, JSON.stringify(answer.body).slice(0, 500))
}

/** Processor time of this process, all of it and of the longest while in which it heard nothing else. */
async function workOf(work: () => Promise<unknown>) {
  const began = process.cpuUsage()
  let longest = 0
  let last = began
  let going = true
  const turn = () => {
    longest = Math.max(longest, process.cpuUsage(last).user)
    last = process.cpuUsage()
    if (going) setImmediate(turn)
  }
  setImmediate(turn)
  await work().finally(() => (going = false))
  return { all: process.cpuUsage(began).user, longest }
}

function shortTurns({ all, longest }: { all: number; longest: number }) {
  const told = `${Math.round(longest / 1000)} of ${Math.round(all / 1000)} ms at once`
  assert.ok(longest < all / 4, told)
}

test('a text is cut for twenty accounts with the work that it takes for two', async () => {
  const few = await workOf(() => made('POST', '/api/posts', draftOf(textOf(1), ids.slice(0, 2))))
  const many = await workOf(() => made('POST', '/api/posts', draftOf(textOf(2), ids)))
  assert.ok(many.all < 4 * few.all, `${many.all} and ${few.all} µs`)
})

test('a batch of many drafts', async () => {
  const posts = Array.from({ length: 60 }, (_, at) => {
    const { split: _split, ...post } = draftOf(textOf(at), ids.slice(0, 1))
    return post
  })
  shortTurns(await workOf(() => made('POST', '/api/posts/batch', { posts })))
})
