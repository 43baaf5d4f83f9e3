import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openEngine } from '../engine.ts'

/** The longest way there is: four pictures with alternative texts, the post, its comment. */
async function longPost(platform: string, text: string) {
  const engine = await openEngine()
  const workspace = await engine.workspace()
  const account = await engine.connect(workspace, platform)
  const post = (words: string) =>
    engine.post(workspace, {
      text: words,
      accounts: [account],
      pictures: 4,
      first_comment: `${words}?`,
    })
  return Object.assign(engine, { workspace, account, id: await post(text), again: post })
}

for (const platform of ['x', 'bluesky']) {
  test(`${platform}: pictures arrive in order, each with its alternative text`, async () => {
    await using engine = await longPost(platform, 'Four')
    await engine.run()
    const alts = engine
      .emulator(platform)
      .posts()[0]
      ?.media.map(({ alt_text }) => alt_text)
    assert.deepEqual(alts, ['Picture 1', 'Picture 2', 'Picture 3', 'Picture 4'])
  })

  test(`${platform}: a worker may die before or behind any call, and every post goes out once`, async () => {
    await using engine = await longPost(platform, 'Counting')
    let calls = 0
    assert.equal(await engine.kill('before', () => ++calls < 0), false)
    assert.ok(calls >= 7, `${calls} calls`)
    let texts = ['Counting', 'Counting?']
    for (const when of ['before', 'after'] as const) {
      for (let at = 1; at <= calls; at++) {
        const text = `Killed ${when} call ${at}`
        const id = await engine.again(text)
        assert.ok(await engine.kill(when, (_, number) => number === at), text)
        await engine.run()
        const { status, warnings, platform_post_id } = await engine.delivery(id)
        assert.deepEqual([status, warnings], ['published', []], text)
        const posts = engine.emulator(platform).posts()
        const [post, comment] = posts.slice(texts.length)
        texts = [...texts, text, `${text}?`]
        assert.deepEqual(
          posts.map((each) => each.text),
          texts,
        )
        assert.equal(post?.media.length, 4)
        assert.deepEqual([comment?.reply_to, platform_post_id], [post.id, post.id])
      }
    }
  })

  test(`${platform}: what was uploaded is not uploaded again after a restart`, async () => {
    await using engine = await longPost(platform, 'Uploaded')
    const isPost = (url: string) => /\/2\/tweets$|putRecord$/.test(url)
    assert.ok(await engine.kill('before', isPost))
    const calls: string[] = []
    engine.wire.around = async (call, url) => {
      calls.push(url)
      return call()
    }
    await engine.run()
    assert.deepEqual(
      calls.filter((url) => /upload/i.test(url)),
      [],
    )
    assert.equal(engine.texts(platform).length, 2)
  })

  test(`${platform}: a worker that dies between the claim and the first step loses nothing`, async () => {
    await using engine = await longPost(platform, 'Claimed')
    assert.equal((await engine.claim()).length, 1)
    await engine.run()
    assert.deepEqual(engine.texts(platform), ['Claimed', 'Claimed?'])
    assert.deepEqual(await engine.timeline(engine.id), ['', 'published'])
  })
}

test('a picture whose file is gone is tried until the grace is over, and then says so', async () => {
  await using engine = await longPost('x', 'No file')
  await engine.db.updateTable('media').set({ blob_key: 'is-not-there' }).execute()
  await engine.run()
  const { status, error_code } = await engine.delivery(engine.id)
  assert.deepEqual([status, error_code], ['failed', 'media_unreadable'])
  assert.deepEqual(engine.texts('x'), [])
})
