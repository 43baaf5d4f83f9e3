/** Who may reply to a post and quote it lies beside it, under its key: after a restore the post itself tells that. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { openRestorable } from './restored.ts'

const GATES = ['app.bsky.feed.threadgate', 'app.bsky.feed.postgate']

for (const lost of [0, 1, 2] as const)
  test(`bluesky: a post that was found has its gates, ${lost} of which the former run wrote`, async () => {
    await using at = await openRestorable('bluesky')
    const taken = at.now()
    const id = await at.write()
    const options = { reply_control: 'nobody', quote_control: 'nobody' }
    await at.db
      .updateTable('posts')
      .set({ platform_options: JSON.stringify({ bluesky: options }) })
      .where('id', '=', id)
      .execute()
    // Behind a first call that is asked for a nonce: the post, and so many of its gates; then the process dies.
    const put = (url: string) => url.endsWith('/com.atproto.repo.putRecord')
    let puts = 0
    assert.equal(await at.kill('after', (url) => put(url) && ++puts === 2 + lost), true)
    await at.restore(taken)
    const written: string[] = []
    at.wire.around = async (call, url, method) => {
      const answer = await call()
      if (method === 'POST' && put(url) && answer.status === 200) written.push(url)
      return answer
    }
    await at.seek()
    await at.run()
    const { status, warnings, platform_post_id } = await at.delivery(id)
    assert.deepEqual([status, warnings], ['published', []])
    assert.equal(written.length, 2 - lost, 'what is there is not written again')
    assert.equal(at.texts('bluesky').length, 1)
    const [, , did = '', , rkey = ''] = (platform_post_id ?? '').split('/')
    at.wire.around = undefined
    for (const collection of GATES) {
      const query = new URLSearchParams({ repo: did, collection, rkey })
      const row = await at.db.selectFrom('accounts').select('settings').executeTakeFirstOrThrow()
      const { pds } = z.object({ pds: z.string() }).parse(row.settings)
      const path = `${pds}/xrpc/com.atproto.repo.getRecord?${query.toString()}`
      assert.equal((await fetch(path)).status, 200, collection)
    }
  })
