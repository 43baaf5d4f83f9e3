/** Platforms that fetch media get an address of ours: signed, for a day, and only where there is one that they can reach. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, test } from 'node:test'
import sharp from 'sharp'
import { z } from 'zod'
import { links } from '#access/links.ts'
import { readConfig } from '#config/config.ts'
import { manifests } from '#platforms/catalog.ts'
import { pullName, pullNamed } from '#rules/pull.ts'
import { pullOf } from '#app/storage.ts'
import { accountInSandbox } from '../connecting/sandboxed.ts'
import { openService } from '../service.ts'

const service = await openService()
after(() => service[Symbol.asyncDispose]())

const now = new Date('2026-11-20T12:00:00Z')
const link = links('a secret of this test')
const key = 'a'.repeat(48)

function pull(environment: Record<string, string>, sandbox: boolean) {
  const config = readConfig(manifests, { DATA_DIR: service.data_dir, ...environment })
  return pullOf(config, link, { now: () => now, home: () => 'http://127.0.0.1:1234' })(key, sandbox)
}

test('the address is signed for this file, for a day', () => {
  const url = new URL(pull({ BASE_URL: 'https://crier.example' }, false) ?? '')
  assert.equal(url.origin + url.pathname, `https://crier.example/media/${key}`)
  const given = {
    expires: url.searchParams.get('expires') ?? '',
    signature: url.searchParams.get('signature') ?? '',
  }
  const later = (hours: number) => new Date(now.getTime() + hours * 3_600_000)
  assert.ok(link.verify(key, given, later(23)))
  assert.ok(!link.verify(key, given, later(24)))
  assert.ok(!link.verify('b'.repeat(48), given, now))
})

test('the call that an address was given out with is signed as well', () => {
  const config = readConfig(manifests, {
    DATA_DIR: service.data_dir,
    BASE_URL: 'https://crier.example',
  })
  const signing = pullOf(config, link, { now: () => now, home: () => '' })
  const named = new URL(signing(key, false, '1.2.post.a') ?? '').searchParams
  const given = {
    expires: named.get('expires') ?? '',
    signature: named.get('signature') ?? '',
    call: named.get('call') ?? '',
  }
  assert.equal(given.call, '1.2.post.a')
  assert.ok(link.verify(key, given, now))
  for (const call of ['1.2.post.b', undefined, ''])
    assert.ok(!link.verify(key, { ...given, call }, now), String(call))
})

test('names of calls are read as they were written, and nothing else is one', () => {
  const call = { workspace_id: 3, delivery_id: 17, step: 'upload_0', began: 1_795_000_000_123 }
  assert.deepEqual(pullNamed(pullName(call)), call)
  assert.deepEqual(pullNamed(pullName({ ...call, began: 0 })), { ...call, began: 0 })
  for (const wrong of [
    '',
    '3.17.post',
    '3.17.post.A',
    '-3.17.post.0',
    "3.17.po'st.0",
    '3.17.a.b.c',
  ])
    assert.equal(pullNamed(wrong), undefined, wrong)
})

test('a cache before stored files comes first; without any address only the sandbox is at home here', () => {
  const both = { BASE_URL: 'https://crier.example', CDN_URL: 'https://cdn.example' }
  assert.ok(pull(both, false)?.startsWith(`https://cdn.example/media/${key}?`))
  assert.equal(pull({}, false), undefined)
  assert.ok(pull({}, true)?.startsWith(`http://127.0.0.1:1234/media/${key}?`))
})

const Item = z.object({ id: z.number() })
const Told = z.array(
  z.object({ text: z.string(), media: z.array(z.object({ bytes: z.number(), url: z.string() })) }),
)

async function upload(name: string, type: string, bytes: Buffer) {
  const form = new FormData()
  form.append('file', new File([new Uint8Array(bytes)], name, { type }))
  const response = await fetch(`${service.base_url}/api/media`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.token}` },
    body: form,
  })
  return Item.parse(await response.json()).id
}

async function publish(platform: string, media_id: number, options?: object) {
  const made = await service.rest('POST', '/api/posts', {
    content: `Fetched by ${platform}`,
    social_account_ids: [await accountInSandbox(service, platform)],
    media_ids: [media_id],
    publish_now: true,
    ...(options && { platform_options: { [platform]: options } }),
  })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const { body } = await service.rest('GET', `/api/posts/${String(made.body['id'])}?wait=25`)
  assert.equal(body['outcome'], 'published', JSON.stringify(body['per_account']))
  return Told.parse(await service.received(platform)).at(-1) ?? assert.fail('received')
}

const noise = sharp(randomBytes(320 * 320 * 3), { raw: { width: 320, height: 320, channels: 3 } })

for (const platform of ['instagram', 'threads'])
  test(`${platform} in the sandbox fetches the file from an instance without a public address`, async () => {
    const bytes = await noise.jpeg().toBuffer()
    const { text, media } = await publish(platform, await upload('a.jpg', 'image/jpeg', bytes))
    assert.equal(text, `Fetched by ${platform}`)
    const shown = await fetch(media[0]?.url ?? '')
    assert.deepEqual(Buffer.from(await shown.arrayBuffer()), bytes)
  })

test('a photo whose shorter side is too long is made smaller for TikTok, once', async () => {
  const bytes = await noise.clone().resize(1600, 1500, { fit: 'fill' }).jpeg().toBuffer()
  const id = await upload('large.jpg', 'image/jpeg', bytes)
  const sides = async (platform: string) => {
    const { media } = await publish(platform, id)
    const shown = await fetch(media[0]?.url ?? '')
    const { width, height } = await sharp(await shown.arrayBuffer()).metadata()
    return [width, height]
  }
  assert.deepEqual(await sides('tiktok'), [1152, 1080])
  assert.deepEqual(await sides('tiktok'), [1152, 1080])
  assert.deepEqual(await sides('threads'), [1600, 1500])
  const made = await service.db.selectFrom('renditions').selectAll().execute()
  assert.deepEqual(
    made.flatMap(({ max_short_side }) => max_short_side || []),
    [1080],
  )
})

test('what is fetched is the form that the platform takes, and a story goes without its words', async () => {
  const id = await upload('a.png', 'image/png', await noise.png().toBuffer())
  const { text, media } = await publish('instagram', id, { kind: 'story' })
  assert.deepEqual([text, media.length], ['', 1])
  const shown = await fetch(media[0]?.url ?? '')
  const { format, width } = await sharp(await shown.arrayBuffer()).metadata()
  assert.deepEqual([format, width], ['jpeg', 320])
})
