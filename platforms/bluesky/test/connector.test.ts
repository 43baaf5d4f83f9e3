import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asFinding } from '../../../test/finding.ts'
import { z } from 'zod'
import { Failure, type Json, type Publication, type Step } from '../../platform.ts'
import { bluesky } from '../connector.ts'
import { account, type Asked, did, didDocument, pds, stub, type Told } from './stub.ts'

const cid = 'bafyreib'
const blob = { $type: 'blob', ref: { $link: 'bafkreia' }, mimeType: 'image/png', size: 3 }

/** A PDS on which everything goes well. */
function fine({ url, body }: Asked): Told | undefined {
  if (url === `${pds}/xrpc/com.atproto.repo.uploadBlob`) return { body: { blob } }
  if (url.startsWith(`${pds}/xrpc/com.atproto.repo.getRecord`)) {
    return { body: { uri: `at://${did}/found`, cid, value: {} } }
  }
  if (url === `${pds}/xrpc/com.atproto.repo.putRecord`) {
    const { collection, rkey } = Put.parse(JSON.parse(body))
    return { body: { uri: `at://${did}/${collection}/${rkey}`, cid, validationStatus: 'valid' } }
  }
  if (url.startsWith('https://public.example/xrpc/com.atproto.identity.resolveHandle')) {
    return url.endsWith('bob.example')
      ? { body: { did: 'did:plc:bob' } }
      : { status: 400, body: { error: 'InvalidRequest', message: 'Unable to resolve handle' } }
  }
  if (url.startsWith('https://entry.example/xrpc/com.atproto.identity.resolveHandle')) {
    return { status: 400, body: { error: 'InvalidRequest', message: 'Unable to resolve handle' } }
  }
  return undefined
}

const Put = z.object({
  repo: z.string(),
  collection: z.string(),
  rkey: z.string(),
  record: z.record(z.string(), z.unknown()),
})

const image = {
  id: 1,
  mime_type: 'image/png',
  size_bytes: 3,
  width: 4,
  height: 3,
  duration: null,
  alt_text: 'a dot',
  url: undefined,
  async *open() {
    yield Buffer.from('png')
  },
}

function publication(given: Partial<Publication>): Publication {
  return { delivery_id: 7, text: 'hello', first_comment: null, media: [], options: {}, ...given }
}

async function run(steps: readonly Step[]) {
  const saved: Record<string, Json> = {}
  for (const step of steps) saved[step.name] = await step.run(saved)
  return saved
}

const puts = (asked: readonly Asked[]) =>
  asked
    .filter(({ url }) => url.endsWith('putRecord'))
    .map(({ body }) => Put.parse(JSON.parse(body)))

test('files come first, then the key, the post, who may reply, and the comment', () => {
  const given = publication({
    media: [image, image],
    first_comment: 'first!',
    options: { reply_control: 'nobody' },
  })
  const steps = bluesky.publish(given, account, stub(fine))
  assert.deepEqual(
    steps.map(({ name, effect, follow_up = false }) => [name, effect, follow_up]),
    [
      ['upload_0', 'prepares', false],
      ['upload_1', 'prepares', false],
      ['key', 'prepares', false],
      ['post', 'publishes_again', false],
      ['gate', 'publishes_again', true],
      ['comment_key', 'prepares', true],
      ['comment', 'publishes_again', true],
    ],
  )
})

test('the receipt names the record and its page; the record has all that was asked for', async () => {
  const tools = stub(fine)
  const given = publication({
    text: 'hi @bob.example and @nobody.example',
    media: [image],
    first_comment: 'more',
    options: { langs: ['en'], reply_control: 'followers', quote_control: 'nobody' },
  })
  const saved = await run(bluesky.publish(given, account, tools))
  const [post, gate, quotes, comment] = puts(tools.asked)
  const uri = `at://${did}/app.bsky.feed.post/${post?.rkey}`
  assert.deepEqual(saved['post'], {
    platform_post_id: uri,
    platform_url: `https://web.example/profile/${did}/post/${post?.rkey}`,
    cid,
  })
  assert.deepEqual(post?.record, {
    $type: 'app.bsky.feed.post',
    text: 'hi @bob.example and @nobody.example',
    createdAt: '2026-11-20T12:00:00.000Z',
    langs: ['en'],
    facets: [
      {
        index: { byteStart: 3, byteEnd: 15 },
        features: [{ $type: 'app.bsky.richtext.facet#mention', did: 'did:plc:bob' }],
      },
    ],
    embed: {
      $type: 'app.bsky.embed.images',
      images: [{ image: blob, alt: 'a dot', aspectRatio: { width: 4, height: 3 } }],
    },
  })
  assert.deepEqual([gate?.rkey, quotes?.rkey], [post?.rkey, post?.rkey])
  assert.match(JSON.stringify(gate?.record), /"app\.bsky\.feed\.threadgate#followerRule"/)
  assert.match(JSON.stringify(quotes?.record), /"app\.bsky\.feed\.postgate#disableRule"/)
  assert.notEqual(comment?.rkey, post?.rkey)
  assert.deepEqual(comment?.record['reply'], { root: { uri, cid }, parent: { uri, cid } })
  const upload = tools.asked.find(({ url }) => url.endsWith('uploadBlob'))
  assert.equal(upload?.body, 'png')
  assert.equal(upload?.headers['content-type'], 'image/png')
})

test('a repeated step writes the identical record', async () => {
  const tools = stub(fine)
  const steps = bluesky.publish(publication({ media: [image] }), account, tools)
  const saved = await run(steps)
  const post = steps.find(({ name }) => name === 'post')
  assert.deepEqual(await post?.run(saved), saved['post'])
  const [first, second] = tools.asked.filter(({ url }) => url.endsWith('putRecord'))
  assert.equal(first?.body, second?.body)
})

test('a dropped file is uploaded again once; when that does not help the post waits', async () => {
  const gone = { status: 400, body: { error: 'BlobNotFound', message: 'Could not find blob' } }
  let refusals = 1
  const tools = stub((asked) =>
    asked.url.endsWith('putRecord') && refusals-- > 0 ? gone : fine(asked),
  )
  await run(bluesky.publish(publication({ media: [image] }), account, tools))
  assert.equal(tools.asked.filter(({ url }) => url.endsWith('uploadBlob')).length, 2)
  refusals = 9
  const again = run(bluesky.publish(publication({ media: [image] }), account, tools))
  await assert.rejects(again, { kind: 'later', code: 'upload_lost' })
})

const weird: Record<string, Told> = {
  HTML: { body: '<!doctype html><title>Oops</title>' },
  'half an answer': { body: '{"uri":"at://did:plc:' },
  nothing: { body: '' },
  null: { body: 'null' },
  'an error page': { status: 404, body: '<h1>Not Found</h1>' },
}
for (const [name, told] of Object.entries(weird)) {
  test(`${name} in place of an answer is a Failure everywhere`, async () => {
    const tools = stub(() => told)
    const given = publication({ text: '@bob.example', media: [image], first_comment: 'x' })
    const saved = await run(bluesky.publish(given, account, stub(fine)))
    for (const step of bluesky.publish(given, account, tools)) {
      if (step.name !== 'comment_key') await assert.rejects(step.run(saved), Failure, step.name)
      if (step.effect !== 'prepares') {
        await assert.rejects(
          asFinding(step).find(saved, { started_at: tools.now(), look: 1 }),
          Failure,
        )
      }
    }
    await assert.rejects(bluesky.refresh(account, tools), Failure)
    await assert.rejects(bluesky.authorize({ state: 's', hint: 'bob.example' }, tools), Failure)
    await assert.rejects(bluesky.authorize({ state: 's' }, tools), Failure)
    await assert.rejects(signIn({ handle: 'bob.example' }, tools), Failure)
    await assert.rejects(signIn({ handle: 'bob@example.com' }, tools), Failure)
  })
}

async function signIn(values: Record<string, string>, tools = stub(fine)) {
  return bluesky.sign_in?.run({ app_password: 'abcd-efgh-ijkl-mnop', ...values }, tools)
}

const sessions = (endpoint = pds) =>
  stub(({ url }) => {
    if (url.endsWith('createSession')) {
      return { body: { accessJwt: 'opaque', refreshJwt: 'opaque too', did, handle: 'x' } }
    }
    if (url === `https://plc.example/${did}`) return { body: didDocument(did, endpoint) }
    if (url.includes('resolveHandle')) return { body: { did: 'did:plc:somebody-else' } }
    return undefined
  })

test('signing in at a server of one’s own connects the account whose document names that server', async () => {
  for (const host of ['my.server.example', 'https://my.server.example/']) {
    const tools = sessions('https://my.server.example')
    const [offered] = (await signIn({ handle: 'alice.example', host }, tools)) ?? []
    assert.match(tools.asked[0]?.url ?? '', /^https:\/\/my\.server\.example\/xrpc/)
    assert.deepEqual(offered?.settings, { pds: 'https://my.server.example' })
    assert.equal(offered.username, did, 'a handle that does not point back is not shown')
    assert.equal(offered.credentials.expires_at?.getTime(), tools.now().getTime() + 2 * 3600_000)
  }
})

test('a server can not sign in an account that lives elsewhere, by handle, DID or e-mail address', async () => {
  for (const handle of ['alice.example', did, 'alice@example.com'])
    await assert.rejects(signIn({ handle, host: 'evil.example' }, sessions()), {
      code: 'other_server',
    })
  const [offered] = (await signIn({ handle: 'alice@example.com' }, sessions())) ?? []
  assert.deepEqual(offered?.settings, { pds }, 'the configured server knows those it hosts')
})

test('a server by plain http is refused, and so is a handle that is none', async () => {
  for (const host of ['http://my.server.example', 'https://u:p@my.server.example', 'ftp://x']) {
    await assert.rejects(signIn({ handle: 'alice.example', host }), { code: 'invalid_server' })
  }
  for (const handle of ['', 'alice', 'alice example', '@', 'alice.example/..', 'did:key:z6Mk']) {
    await assert.rejects(signIn({ handle }), { code: 'invalid_handle' })
  }
})

test('stored credentials that are incomplete need a person, without a call', async () => {
  const tools = stub(fine)
  for (const broken of [
    { ...account, secret: {} },
    { ...account, settings: {} },
  ]) {
    await assert.rejects(run(bluesky.publish(publication({}), broken, tools)), {
      kind: 'reconnect',
    })
    await assert.rejects(bluesky.refresh(broken, tools), { kind: 'reconnect' })
  }
  assert.equal(tools.asked.length, 0)
})
