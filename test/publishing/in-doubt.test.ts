/** What doubt means to a workspace, and to one post of it: sent once more when it is surely not there, or a person decides. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { duplicatePost } from '#operations/posts/duplicate-post.ts'
import { getPost } from '#operations/posts/get-post.ts'
import { retryPost } from '#operations/posts/retry-post.ts'
import { schedulePost } from '#operations/posts/schedule-post.ts'
import { updatePost } from '#operations/posts/update-post.ts'
import { Problem } from '#rules/problem.ts'
import { Post } from '#rules/post.ts'
import { changeWorkspace } from '#store/workspaces.ts'
import { openEngine } from '../engine.ts'

type InDoubt = 'look_then_send' | 'ask'

/** One post whose call never arrives. */
async function lost({ of, said }: { of: InDoubt; said?: InDoubt | null }) {
  const engine = await openEngine()
  const workspace = await engine.workspace()
  const account = await engine.connect(workspace, 'x')
  await changeWorkspace({ db: engine.db, workspace_id: workspace }, { in_doubt: of })
  engine.fault('x', 'cut_before', { on: 'post' })
  const made = await engine.ask(workspace, schedulePost, {
    content: 'The answer to this one is lost on its way',
    social_account_ids: [account],
    timing: { at: 'now', field: 'when', notes: [] },
    ...(said !== undefined && { in_doubt: said }),
  })
  await engine.run()
  return Object.assign(engine, { workspace, account, id: Post.parse(made).id })
}

const cases: readonly { of: InDoubt; said?: InDoubt | null; sent: boolean }[] = [
  { of: 'look_then_send', sent: true },
  { of: 'ask', sent: false },
  { of: 'ask', said: null, sent: false },
  { of: 'ask', said: 'look_then_send', sent: true },
  { of: 'look_then_send', said: 'ask', sent: false },
]

for (const { sent, ...how } of cases) {
  test(`where the workspace says ${how.of} and the post ${how.said ?? 'nothing'}, what is not there is ${sent ? 'sent once more' : 'a person’s to decide'}`, async () => {
    await using at = await lost(how)
    const { status, blocked_reason } = await at.delivery(at.id)
    assert.deepEqual(
      [status, blocked_reason, at.texts('x').length],
      sent ? ['published', null, 1] : ['blocked', 'outcome_unknown', 0],
    )
  })
}

test('a person who was asked and says that it is not there gets it sent', async () => {
  await using at = await lost({ of: 'ask' })
  const answer = { id: at.id, confirm_not_published: [at.account] }
  await at.ask(at.workspace, retryPost, answer)
  await at.run()
  assert.equal((await at.delivery(at.id)).status, 'published')
  assert.equal(at.texts('x').length, 1)
})

test('a post keeps what was said of it: told, changed, taken back, and copied', async () => {
  await using engine = await openEngine()
  const workspace = await engine.workspace()
  const account = await engine.connect(workspace, 'x')
  const draft = {
    content: 'A draft',
    social_account_ids: [account],
    timing: { at: 'draft', field: 'when', notes: [] },
    in_doubt: 'ask',
  }
  const { id } = Post.parse(await engine.ask(workspace, schedulePost, draft))
  const told = async () => Post.parse(await engine.ask(workspace, getPost, { id })).in_doubt
  assert.equal(await told(), 'ask')
  const copy = Post.parse(await engine.ask(workspace, duplicatePost, { id }))
  assert.equal(copy.in_doubt, 'ask')
  await engine.ask(workspace, updatePost, { id, content: 'Another text' })
  assert.equal(await told(), 'ask')
  await engine.ask(workspace, updatePost, { id, in_doubt: null })
  assert.equal(await told(), null)
  await assert.rejects(
    engine.ask(workspace, updatePost, { id, in_doubt: 'guess' }),
    (error) => error instanceof Problem && /look_then_send/.test(JSON.stringify(error.recovery)),
  )
})
