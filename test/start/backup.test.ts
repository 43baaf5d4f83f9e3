/** A backup of a running service, restored elsewhere beside the same platforms: nothing that the original sent since goes out again. */
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { crier, launch, type Launched, scratch, tokenOf } from './kit.ts'

const Post = z.looseObject({
  id: z.number(),
  per_account: z
    .array(z.looseObject({ status: z.string(), platform_post_id: z.string().nullish() }))
    .default([]),
})

test('what went out behind the backup is found, and not sent again; what did not waits for its time', async () => {
  await using place = await scratch()
  const DATA_DIR = join(place.folder, 'original')
  const file = join(place.folder, 'crier.backup')
  const passphrase = join(place.folder, 'passphrase')
  await writeFile(passphrase, 'correct horse battery\n')
  const secret = ['--passphrase-file', passphrase]
  await using original = await launch({ DATA_DIR })
  const token = tokenOf(original)
  const [hurried, later] = [
    await write(original, token, 'Hurried by somebody behind the backup'),
    await write(original, token, 'Nobody hurries this one of the two'),
  ]
  const made = await crier(['backup', file, '--with-secret-key', ...secret], { DATA_DIR })
  assert.equal(made.code, 0, made.said)
  assert.match(made.said, /\d+ rows and 0 files, \d+\.\d MB/)
  await call(original, token, 'POST', `/api/posts/${hurried}/publish-now`)
  const sent = await until(original, token, hurried, 'published')

  // Beside the original’s platforms; pauses before looks are divided.
  const restored = {
    DATA_DIR: join(place.folder, 'restored'),
    SANDBOX_URL: original.sandbox_url,
    NODE_ENV: 'development',
    WORKER_PACE: '60',
  }
  const wrong = await crier(['restore', file], restored)
  assert.equal(wrong.code, 1)
  assert.match(wrong.said, /SECRET_KEY is not the one/)
  const brought = await crier(['restore', file, ...secret], restored)
  assert.equal(brought.code, 0, brought.said)
  assert.match(brought.said, /Publishing is held/)
  const again = await crier(['restore', file, ...secret], restored)
  assert.equal(again.code, 1)
  assert.match(again.said, /not empty: it has posts/)

  await using copy = await launch(restored)
  const ready = await (await fetch(`${copy.base_url}/ready`)).json()
  assert.equal(z.looseObject({ publishing: z.string() }).parse(ready).publishing, 'held')
  const beside = await crier(['resume'], { ...restored, BASE_URL: original.base_url })
  assert.match(beside.said, /Another instance of the same data answers at/)
  const resumed = await crier(['resume'], restored)
  assert.match(resumed.said, /4 deliveries were on schedule .* looked for on its platform first/)
  assert.deepEqual(await until(copy, token, hurried, 'published'), sent)
  await until(copy, token, later, 'pending')
  assert.match((await crier(['restore', file, ...secret], restored)).said, /A service works with/)
})

async function write(service: Launched, token: string, content: string) {
  const body = { content, social_account_ids: [1, 2], scheduled_at: '2090-01-01T00:00:00Z' }
  return Post.parse(await call(service, token, 'POST', '/api/posts', body)).id
}

async function call(service: Launched, token: string, method: string, path: string, body?: object) {
  const response = await fetch(`${service.base_url}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  assert.ok(response.ok, `${path}: ${response.status}`)
  return response.json()
}

/** The numbers of its posts on the platforms, once all of them are there. */
async function until(service: Launched, token: string, id: number, status: string) {
  for (;;) {
    const { per_account } = Post.parse(await call(service, token, 'GET', `/api/posts/${id}`))
    if (per_account.every((each) => each.status === status))
      return per_account.map(({ platform_post_id }) => platform_post_id)
    await sleep(100)
  }
}
