import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Operation } from '#operations/operation.ts'
import { cancelPost } from '#operations/posts/cancel-post.ts'
import { deletePost } from '#operations/posts/delete-post.ts'
import { publishNow } from '#operations/posts/publish-now.ts'
import { retryPost } from '#operations/posts/retry-post.ts'
import { updatePost } from '#operations/posts/update-post.ts'
import { Problem } from '#rules/problem.ts'
import { openEngine } from '../engine.ts'

const ROUNDS = 30

async function opened() {
  const engine = await openEngine()
  const workspace = await engine.workspace()
  const account = await engine.connect(workspace, 'x')

  /** Whether the caller heard a yes. */
  const asked = async (operation: Operation, input: unknown) => {
    try {
      await engine.ask(workspace, operation, input)
      return true
    } catch (error) {
      if (error instanceof Problem) return false
      throw error
    }
  }
  /** Two workers take what is due. */
  const work = async () => {
    const works = await Promise.all([engine.claim(), engine.claim()])
    await Promise.all(works.flat().map((each) => engine.carry(each)))
  }
  /** A new post, some minutes after the last one: X takes a hundred in a quarter of an hour. */
  const post = async (text: string, ahead = 0) => {
    engine.advance(120_000)
    const at = new Date(engine.now().getTime() + ahead)
    return engine.post(workspace, { text, accounts: [account], at })
  }
  return Object.assign(engine, { asked, work, add: post })
}

/** Both at once, one of them up to eleven milliseconds ahead: the caller in even rounds, the workers in odd ones. */
async function race(round: number, decide: () => Promise<boolean>, work: () => Promise<void>) {
  const ahead = round % 12
  const later = <Result>(act: () => Promise<Result>) => pause(ahead).then(act)
  const [yes] = await Promise.all(round % 2 ? [later(decide), work()] : [decide(), later(work)])
  return yes
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

test('cancelling races the claim: a yes means that it never goes out', async () => {
  await using engine = await opened()
  let cancelled = 0
  for (let round = 0; round < ROUNDS; round++) {
    const text = `Cancel ${round}`
    const id = await engine.add(text)
    const yes = await race(round, () => engine.asked(cancelPost, { id }), engine.work)
    await engine.run()
    cancelled += Number(yes)
    assert.equal(engine.texts('x').filter((each) => each === text).length, yes ? 0 : 1)
    assert.equal((await engine.delivery(id)).status, yes ? 'pending' : 'published')
  }
  assert.ok(
    cancelled > 0 && cancelled < ROUNDS,
    `${cancelled} were cancelled: both sides win at times`,
  )
})

test('changing races the claim: a yes means that only the new text goes out', async () => {
  await using engine = await opened()
  let changed = 0
  for (let round = 0; round < ROUNDS; round++) {
    const id = await engine.add(`Old ${round}`)
    const change = { id, content: `New ${round}` }
    const yes = await race(round, () => engine.asked(updatePost, change), engine.work)
    await engine.run()
    changed += Number(yes)
    const texts = engine.texts('x').filter((text) => text.endsWith(` ${round}`))
    assert.deepEqual(texts, [yes ? `New ${round}` : `Old ${round}`])
    assert.equal((await engine.postRow(id)).status, 'published')
  }
  assert.ok(changed > 0 && changed < ROUNDS, `${changed} were changed: both sides win at times`)
})

test('publishing now, twice and while it falls due, sends it once', async () => {
  await using engine = await opened()
  for (let round = 0; round < ROUNDS; round++) {
    const text = `Now ${round}`
    const id = await engine.add(text, round % 2 ? 0 : 3600_000)
    const now = () => engine.asked(publishNow, { id })
    await Promise.all([race(round, now, engine.work), race(round + 3, now, engine.work)])
    await engine.run()
    assert.equal(engine.texts('x').filter((each) => each === text).length, 1)
    assert.equal((await engine.postRow(id)).status, 'published')
  }
})

test('deleting races a retry: either the retry is refused, or the post is not deleted while it is scheduled', async () => {
  await using engine = await opened()
  for (let round = 0; round < ROUNDS / 2; round++) {
    const text = `Retry ${round}`
    engine.fault('x', 'scope_missing')
    const id = await engine.add(text)
    await engine.run()
    assert.equal((await engine.postRow(id)).status, 'failed')
    const [deleted] = await Promise.all([
      pause(round % 4).then(() => engine.asked(deletePost, { id })),
      pause((round + 2) % 4).then(() => engine.asked(retryPost, { id })),
      engine.work(),
    ])
    const sent = () => engine.texts('x').includes(text)
    const atOnce = sent()
    await engine.run()
    if (deleted) assert.equal(sent(), atOnce, 'nothing goes out behind the deletion')
    assert.ok(!['pending', 'publishing'].includes((await engine.delivery(id)).status))
  }
})
