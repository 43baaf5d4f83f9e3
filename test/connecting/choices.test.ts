/** What may be chosen on an account: by name and value, on every surface, asked of the platform no more than need be. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { z } from 'zod'
import { callers } from '../surfaces/callers.ts'
import { demoWorkspace, newAccount, newNeighbour } from '../surfaces/kit.ts'
import { leashed } from '../surfaces/leashed.ts'
import { openService } from '../service.ts'
import { accountInSandbox } from './sandboxed.ts'

const service = await openService()
after(() => service[Symbol.asyncDispose]())
const { rest, mcp } = callers(service)

const accountOn = (platform: string) => accountInSandbox(service, platform)

const Told = z.object({
  platform: z.string(),
  complete: z.boolean(),
  read_at: z.string().nullable(),
  options: z.record(z.string(), z.array(z.looseObject({ value: z.string(), name: z.string() }))),
})
const told = async (id: number, refresh = false) => {
  const { code, body } = await rest('get_account_choices', { id, refresh })
  assert.equal(code, undefined, JSON.stringify(body))
  return Told.parse(body)
}

/** Answers of the platform that go wrong from now on. */
async function fault(platform: string, name: string, on: string) {
  const url = `${service.sandbox_url}/_sandbox/${platform}/faults`
  const body = JSON.stringify({ account: '*', fault: name, on, times: 1 })
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  assert.ok(response.ok, await response.text())
}

const pinterest = await accountOn('pinterest')

test('boards with their sections, the same on both surfaces', async () => {
  const { options, complete, read_at } = await told(pinterest)
  assert.deepEqual(
    options['board_id']?.map(({ name, ['note']: note }) => [name, note]),
    [
      ['Workshop', undefined],
      ['Ideas', 'secret'],
    ],
  )
  const [board] = options['board_id'] ?? []
  assert.deepEqual(
    options['board_section_id']?.map(({ name, ['within']: within }) => [name, within]),
    [
      ['Benches', board?.value],
      ['Tools', board?.value],
    ],
  )
  assert.ok(complete && read_at !== null)
  const other = await mcp('get_account_choices', { id: pinterest })
  assert.deepEqual(Told.parse(other.body).options, options)
})

test('a pin goes to a board and a section by their names', async () => {
  const media_id = await picture()
  const made = await service.rest('POST', '/api/posts', {
    content: 'By name',
    social_account_ids: [pinterest],
    media_ids: [media_id],
    publish_now: true,
    platform_options: { pinterest: { board: 'workshop', section: 'tools' } },
  })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const { body } = await service.rest('GET', `/api/posts/${String(made.body['id'])}?wait=25`)
  assert.equal(body['outcome'], 'published', JSON.stringify(body['per_account']))
  const received = JSON.stringify(await service.received('pinterest'))
  assert.match(received, /5123456789012345679/)
})

test('a board that nobody has is refused when the post is written', async () => {
  const media_id = await picture()
  const { status, body } = await service.rest('POST', '/api/posts', {
    content: 'Nowhere',
    social_account_ids: [pinterest],
    media_ids: [media_id],
    publish_now: true,
    platform_options: { pinterest: { board: 'Attic' } },
  })
  assert.equal(status, 422)
  assert.match(
    JSON.stringify(body),
    /no board called Attic; it has Workshop, Ideas.*get_account_choices/,
  )
})

test('the platform is asked once in ten minutes; while it is away, what it said last is told', async () => {
  const { read_at } = await told(pinterest)
  await fault('pinterest', 'refuse_500', 'me')
  assert.equal((await told(pinterest)).read_at, read_at)
  // Asked a moment ago: not once more for the asking.
  assert.equal((await told(pinterest, true)).read_at, read_at)
  const old = new Date(Date.now() - 3_600_000).toISOString()
  const rows = await service.db.selectFrom('account_choices').selectAll().execute()
  const kept = rows.find(({ account_id }) => account_id === pinterest)?.choices ?? {}
  await service.db
    .updateTable('account_choices')
    .set({ choices: JSON.stringify({ ...kept, read_at: old }) })
    .where('account_id', '=', pinterest)
    .execute()
  assert.equal((await told(pinterest)).read_at, old, 'refused: what was said last')
  assert.notEqual((await told(pinterest)).read_at, old, 'and anew as soon as it answers')
})

test('a platform that never answered is a refusal that may be tried again', async () => {
  const youtube = await accountOn('youtube')
  await fault('youtube', 'refuse_500', 'read')
  const { code } = await rest('get_account_choices', { id: youtube })
  assert.equal(code, 'unavailable')
  const { options } = await told(youtube)
  assert.deepEqual(Object.keys(options), ['playlist_id', 'category', 'language', 'audio_language'])
  assert.ok(options['language']?.some(({ value, name }) => value === 'de' && name === 'German'))
  const category = (name: string) => options['category']?.find((choice) => choice.name === name)
  assert.equal(category('Education')?.value, '27')
  assert.equal(category('Movies'), undefined, 'listed, but no video may be put into it')
})

test('a platform that has forgotten us is a refusal that names where to connect again, on both surfaces', async () => {
  const youtube = await accountOn('youtube')
  await service.db.deleteFrom('account_choices').where('account_id', '=', youtube).execute()
  await service.db
    .updateTable('accounts')
    .set({ token_expires_at: new Date(Date.now() - 60_000).toISOString() })
    .where('id', '=', youtube)
    .execute()
  for (const call of [rest, mcp]) {
    await fault('youtube', 'token_revoked', 'token')
    const { code, body } = await call('get_account_choices', { id: youtube })
    assert.equal(code, 'account_inactive')
    assert.match(String(body['reconnect_url']), /^http/)
  }
})

test('TikTok tells who may see a post; where nothing is chosen there is nothing', async () => {
  const { options } = await told(await accountOn('tiktok'))
  assert.ok(options['privacy_level']?.some(({ value }) => value === 'SELF_ONLY'))
  const x = await told(service.accounts['x'] ?? 0)
  assert.deepEqual([x.options, x.read_at], [{}, null])
})

test('places are found by words, the same on both surfaces, and a post goes out with one', async () => {
  const threads = await accountOn('threads')
  for (const call of [rest, mcp]) {
    const { body } = await call('get_account_choices', { id: threads, place: ' markthalle neun ' })
    assert.deepEqual(Told.parse(body).options, {
      location_id: [
        {
          value: '90071992547409931',
          name: 'Markthalle Neun',
          note: 'Eisenbahnstraße 42, 10997 Berlin, Germany',
        },
      ],
    })
  }
  const kept = await service.db
    .selectFrom('account_choices')
    .selectAll()
    .where('account_id', '=', threads)
    .execute()
  assert.deepEqual([kept, (await told(threads)).options], [[], {}], 'searches are not kept')
  const made = await service.rest('POST', '/api/posts', {
    content: 'At the market',
    social_account_ids: [threads],
    publish_now: true,
    platform_options: { threads: { location_id: '90071992547409931' } },
  })
  const { body } = await service.rest('GET', `/api/posts/${String(made.body['id'])}?wait=25`)
  assert.equal(body['outcome'], 'published', JSON.stringify(body['per_account']))
  const [received] = (await service.received('threads')).filter(
    ({ text }) => text === 'At the market',
  )
  assert.deepEqual(received?.extra, { location_id: '90071992547409931' })
})

test('on Facebook places are Pages with a location; who came by Instagram’s own login is told why there are none', async () => {
  const facebook = await accountOn('facebook')
  const { body } = await rest('get_account_choices', { id: facebook, place: 'markthalle' })
  assert.deepEqual(
    Told.parse(body).options['place']?.map(({ value, name }) => [value, name]),
    [['105000000000001', 'Markthalle Neun']],
  )
  const instagram = await accountOn('instagram')
  const own = await rest('get_account_choices', { id: instagram, place: 'markthalle' })
  assert.equal(own.code, 'invalid')
  assert.match(JSON.stringify(own.body), /"place":\["Instagram’s own login finds no places/)
})

test('where posts name no places, and of words too short, the field says so', async () => {
  const threads = await accountOn('threads')
  for (const call of [rest, mcp])
    for (const [id, place, says] of [
      [pinterest, 'market', /name no places.*facebook, instagram, threads/],
      [threads, ' m ', /2/],
      [threads, 'm'.repeat(101), /100/],
    ] as const) {
      const { code, body } = await call('get_account_choices', { id, place })
      assert.equal(code, 'invalid')
      assert.match(JSON.stringify(body['errors']), /"place"/)
      assert.match(JSON.stringify(body), says)
    }
})

test('who was connected before places were asked for is told to connect again, and stays connected', async () => {
  const threads = await accountOn('threads')
  await fault('threads', 'scope_missing', 'read')
  const { code, body } = await rest('get_account_choices', { id: threads, place: 'market' })
  assert.equal(code, 'invalid')
  assert.match(JSON.stringify(body), /"place":\["Threads does not let.*Connect it again/)
  await fault('threads', 'refuse_500', 'read')
  const busy = await rest('get_account_choices', { id: threads, place: 'market' })
  assert.equal(busy.code, 'unavailable')
  const { code: fine } = await rest('get_account_choices', { id: threads, place: 'market' })
  assert.equal(fine, undefined)
})

test('nobody sees the choices of accounts that are not theirs', async () => {
  const { account_id } = await newNeighbour(service)
  const { id } = await newAccount(service, await demoWorkspace(service), 'pinterest')
  const { token } = await leashed(service, { account_ids: [id] })
  for (const [who, of] of [
    [rest, account_id],
    [callers(service, token).rest, pinterest],
    [callers(service, token).mcp, pinterest],
  ] as const)
    assert.equal((await who('get_account_choices', { id: of })).code, 'account_not_found')
})

async function picture() {
  const { default: sharp } = await import('sharp')
  const bytes = await sharp({
    create: { width: 400, height: 600, channels: 3, background: '#446688' },
  })
    .jpeg()
    .toBuffer()
  const form = new FormData()
  form.append('file', new File([new Uint8Array(bytes)], 'a.jpg', { type: 'image/jpeg' }))
  const response = await fetch(`${service.base_url}/api/media`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.token}` },
    body: form,
  })
  return z.object({ id: z.number() }).parse(await response.json()).id
}
