/** What is wrong with a post is told as data too, and each way to mend it that is offered mends it. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import { accountInSandbox } from '../connecting/sandboxed.ts'
import { openService, type TestService } from '../service.ts'

interface Finding {
  field: string
  message: string
  code: string
  platform?: string
  check?: string
  values?: Record<string, unknown>
  limit?: number
  measured?: number
  fixes: { action: string; patch: Record<string, unknown> }[]
}

let service: TestService
const ids: Record<string, number> = {}
const media: number[] = []

before(async () => {
  service = await openService()
  Object.assign(ids, service.accounts)
  for (const platform of ['instagram', 'facebook', 'youtube', 'pinterest'])
    ids[platform] = await accountInSandbox(service, platform)
  for (let n = 0; n < 5; n++) {
    const bytes = await sharp({
      create: { width: 700, height: 700, channels: 3, background: { r: n * 40, g: 90, b: 60 } },
    })
      .jpeg()
      .toBuffer()
    media.push(await upload(bytes, `${n}.jpg`, 'image/jpeg'))
  }
  media.push(await upload(Buffer.from('%PDF-1.4\n%%EOF\n'), 'paper.pdf', 'application/pdf'))
})
after(async () => service[Symbol.asyncDispose]())

async function upload(bytes: Buffer, name: string, type: string) {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(bytes)], { type }), name)
  const response = await fetch(`${service.base_url}/api/media`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.token}`, accept: 'application/json' },
    body: form,
  })
  const body = (await response.json()) as { id?: number }
  assert.ok(body.id, JSON.stringify(body))
  return body.id
}

type Post = Record<string, unknown>

async function problemsOf(post: Post) {
  const { status, body } = await service.rest('POST', '/api/posts', {
    publish_now: true,
    dry_run: true,
    ...post,
  })
  return status === 422 ? { body, problems: (body['problems'] ?? []) as Finding[] } : undefined
}

/** RFC 7396. */
function merged(target: unknown, patch: unknown): unknown {
  if (typeof patch !== 'object' || patch === null || Array.isArray(patch)) return patch
  const whole = typeof target === 'object' && target !== null && !Array.isArray(target)
  const now: Record<string, unknown> = whole ? { ...target } : {}
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete now[name]
    else now[name] = merged(now[name], value)
  }
  return now
}

const long = 'A sentence that goes on. '.repeat(30)
const cases: [name: string, post: () => Post, code: string, actions: string[]][] = [
  [
    'a text for a platform with threads',
    () => ({ content: long, social_account_ids: [ids['x'], ids['facebook']] }),
    'text_too_long',
    ['split', 'shorten'],
  ],
  [
    'a text of its own for one account',
    () => ({
      content: 'short',
      social_account_ids: [ids['x'], ids['bluesky']],
      platform_content: [{ account_id: ids['bluesky'], content: long }],
    }),
    'text_too_long',
    ['split', 'shorten'],
  ],
  [
    'a part of a thread',
    () => ({ content: 'one', thread: [{ content: long }], social_account_ids: [ids['x']] }),
    'text_too_long',
    ['split', 'shorten'],
  ],
  [
    'a first comment',
    () => ({ content: 'one', first_comment: long, social_account_ids: [ids['x']] }),
    'text_too_long',
    ['shorten'],
  ],
  [
    'joined parts',
    () => ({
      content: long,
      media_ids: [media[0]],
      thread: [{ content: long.repeat(3) }],
      thread_as: 'join',
      social_account_ids: [ids['instagram']],
    }),
    'text_too_long',
    ['shorten'],
  ],
  [
    'a thread where there are none',
    () => ({ content: 'one', thread: [{ content: 'two' }], social_account_ids: [ids['facebook']] }),
    'no_threads',
    ['join'],
  ],
  [
    'a file of another type',
    () => ({ content: 'one', media_ids: [media[0], media[5]], social_account_ids: [ids['x']] }),
    'media_type',
    ['remove_media'],
  ],
  [
    'a file that one of several accounts does not take',
    () => ({
      content: 'one',
      media_ids: [media[0]],
      platform_options: { youtube: { title: 'One' } },
      social_account_ids: [ids['x'], ids['youtube']],
    }),
    'media_type',
    ['remove_media', 'remove_account'],
  ],
  [
    'a file of another type in a part',
    () => ({
      content: 'one',
      thread: [{ content: 'two', media_ids: [media[5], media[1]] }],
      social_account_ids: [ids['x']],
    }),
    'media_type',
    ['remove_media'],
  ],
  [
    'too many files',
    () => ({ content: 'one', media_ids: media.slice(0, 5), social_account_ids: [ids['x']] }),
    'too_many_media',
    ['remove_media'],
  ],
  [
    'no file where one is needed',
    () => ({ content: 'one', social_account_ids: [ids['x'], ids['instagram']] }),
    'media_required',
    ['remove_account'],
  ],
  [
    'a file that is not there',
    () => ({ content: 'one', media_ids: [media[0], 999_999], social_account_ids: [ids['x']] }),
    'media_not_found',
    ['remove_media'],
  ],
  [
    'an account that is not there',
    () => ({ content: 'one', social_account_ids: [ids['x'], 999_999] }),
    'account_not_found',
    ['remove_account'],
  ],
  [
    'an option that is not taken',
    () => ({
      content: 'one',
      social_account_ids: [ids['x']],
      platform_options: { x: { reply_settings: 'my cat' } },
    }),
    'option',
    ['remove_option'],
  ],
]

for (const [name, post, code, actions] of cases) {
  test(`A12: ${name}: ${code} is told with ${actions.join(' and ')}, each of which mends it`, async () => {
    const given = post()
    const told = await problemsOf(given)
    const problem = told?.problems.find((each) => each.code === code)
    assert.ok(told && problem, JSON.stringify(told))
    const errors = told.body['errors'] as Record<string, string[]>
    assert.ok(errors[problem.field]?.includes(problem.message))
    if (/too_long|too_many/.test(code)) assert.ok((problem.measured ?? 0) > (problem.limit ?? 0))
    assert.deepEqual(
      problem.fixes.map(({ action }) => action),
      actions,
    )
    for (const { action, patch } of problem.fixes) {
      const mended = merged(given, patch) as Post
      const left = (await problemsOf(mended))?.problems ?? []
      const same: Finding[] = left.filter(
        (each) => each.code === code && each.platform === problem.platform,
      )
      assert.deepEqual(same, [], `${action}: ${JSON.stringify(patch)}`)
    }
  })
}

test('what is told is equal over MCP, and where a post that is there is changed or sent', async () => {
  const given = { content: long, social_account_ids: [ids['x']] }
  const over_rest = (await problemsOf(given))?.problems
  const { result, isError } = await service.tool('schedule_post', {
    ...given,
    when: 'now',
    dry_run: true,
  })
  assert.ok(isError)
  const { error } = result as { error: { problems: Finding[] } }
  assert.deepEqual(error.problems, over_rest)
  const { body: draft } = await service.rest('POST', '/api/posts', given)
  const id = String(draft['id'])
  const publish = await service.rest('POST', `/api/posts/${id}/publish-now`)
  assert.deepEqual(publish.body['problems'], over_rest)
  const change = await service.rest('PUT', `/api/posts/${id}`, { when: 'now' })
  assert.deepEqual(change.body['problems'], over_rest)
})

test('a shape that cannot be read has texts, and nothing that it would be guessed from', async () => {
  const told = await problemsOf({ content: 7, social_account_ids: [ids['x']] })
  assert.deepEqual(told?.problems, [])
})

test('a draft has the same problems beside its warnings, however it is written, and none when it could go out', async () => {
  // In parts it says nothing twice.
  const content = Array.from({ length: 30 }, (_, n) => `Sentence ${n} of many goes on. `).join('')
  const given = { content, social_account_ids: [ids['x'], ids['facebook']] }
  const refused = (await problemsOf(given))?.problems
  assert.equal(refused?.length, 1)
  const draft = await service.rest('POST', '/api/posts', given)
  assert.deepEqual(draft.body['problems'], refused)
  const tried = await service.rest('POST', '/api/posts', { ...given, dry_run: true })
  assert.deepEqual(tried.body['problems'], refused)
  const rehearsal = { ...given, when: 'draft', dry_run: true, allow_duplicate: true }
  const { result } = await service.tool('schedule_post', rehearsal)
  assert.deepEqual(result['problems'], refused)
  const { body: batch } = await service.rest('POST', '/api/posts/batch', { posts: [given] })
  const [row] = batch['results'] as { post: { problems: Finding[] } }[]
  assert.deepEqual(row?.post.problems, refused)
  // What may be a thread goes another way through the service.
  const split = await service.rest('POST', '/api/posts', { ...given, thread: [] })
  assert.deepEqual(split.body['problems'], refused)

  const id = Number(draft.body['id'])
  const change = (body: Post) => service.rest('PUT', `/api/posts/${id}`, body)
  assert.deepEqual((await change({ first_comment: 'Hm' })).body['problems'], refused)
  const moved = { ids: [id], add_labels: ['b'] }
  const { body: many } = await service.rest('POST', '/api/posts/batch-update', moved)
  assert.equal(many['failed'], 0)
  for (const { patch } of refused[0]?.fixes ?? [])
    assert.ok(
      !('problems' in (await service.rest('POST', '/api/posts', { ...given, ...patch })).body),
    )
  assert.ok(!('problems' in (await change({ content: 'Short' })).body))
})

test('each problem names its sentence with what stands in it, and a rehearsal does so of what is worth a look', async () => {
  const both = [ids['x'], ids['instagram']]
  const told = await problemsOf({ content: long, social_account_ids: both })
  const named = told?.problems.map(({ platform, check, values }) => [platform, check, values])
  const who = told?.problems[1]?.values?.['who']
  assert.deepEqual(named, [
    [
      'x',
      'text_over',
      { who: 'X (ada_types)', limit: 280, unit: 'weighted characters', measured: 750 },
    ],
    ['instagram', 'media_missing', { who, families: ['image', 'video'] }],
  ])
  const draft = { content: 'one', first_comment: 'two', social_account_ids: [ids['pinterest']] }
  const { body } = await service.rest('POST', '/api/posts', { ...draft, dry_run: true })
  const remarks = body['remarks'] as { message: string; check: string }[]
  const [left] = remarks.filter(({ check }) => check === 'comment_left_out')
  assert.ok((body['warnings'] as string[]).includes(left?.message ?? ''), JSON.stringify(body))
  const kept = await service.rest('POST', '/api/posts', draft)
  assert.ok(!('remarks' in kept.body), 'of a rehearsal alone')
})
