import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { z } from 'zod'
import { operations } from '#operations/index.ts'
import { type Body, openService } from '../service.ts'
import { pictureSite } from '../mcp/cases/site.ts'
import { uploadPicture } from '../media/kit.ts'
import { callers } from './callers.ts'
import { demoWorkspace, idOf, inAnHour, newAccount, newMedia, newPost } from './kit.ts'
import { outOn } from './out.ts'
import { postIn, type State, states } from './states.ts'

// What is due is tried next at this moment.
const now = new Date()
const site = await pictureSite()
const instead = { now: () => now, reachable: [site.origin] }
const service = await openService({ ROLE: 'api', PLAN: 'free' }, instead)
after(async () => {
  await service[Symbol.asyncDispose]()
  await site[Symbol.asyncDispose]()
})
const { rest, mcp } = callers(service)
const post = (content: string) => ({ content, social_account_ids: Object.values(service.accounts) })
const warningsOf = ({ body }: { body: Body }) => z.array(z.string()).parse(body['warnings'])
const used = async () => {
  const { body } = await rest('get_capabilities')
  const shape = z.object({ monthly_posts: z.object({ used: z.number() }) })
  return shape.parse(body['limits']).monthly_posts.used
}

test('tools/list offers every operation that has a tool, with its aliases and all annotations', async () => {
  const { tools } = await (await service.client()).listTools()
  const names = operations.flatMap(({ name, mcp: face }) =>
    'absent' in face ? [] : [name, ...Object.keys(face.aliases ?? {})],
  )
  assert.deepEqual(
    tools.map(({ name }) => name),
    names,
  )
  for (const { name, title, description, annotations, inputSchema, outputSchema } of tools) {
    assert.ok(title && description && description.length > 20, name)
    assert.equal(annotations?.title, title)
    for (const hint of [
      'readOnlyHint',
      'destructiveHint',
      'idempotentHint',
      'openWorldHint',
    ] as const) {
      assert.equal(typeof annotations?.[hint], 'boolean', `${name} ${hint}`)
    }
    assert.ok(!(annotations?.readOnlyHint && annotations.destructiveHint), name)
    assert.equal(inputSchema.type, 'object')
    assert.equal(outputSchema?.type, 'object')
  }
})

/** The state of a post of which something can be done. */
const needed: Readonly<Record<string, State>> = {
  retry_post: 'failed',
  restore_post: 'deleted failed',
  cancel_post: 'scheduled',
  unpublish_post: 'published',
}

test('a client that knows the schemas takes every answer, rehearsals included', async () => {
  const client = await service.client()
  // From here on the client itself holds every answer against the schema it was given.
  await client.listTools()
  for (const { name, input, mcp: face } of operations) {
    if ('absent' in face) continue
    const shape = z.toJSONSchema(face.accepts ?? input, { io: 'input', unrepresentable: 'any' })
    const fields = Object.keys(shape.properties ?? {})
    const state = needed[name] ?? 'draft'
    const id = async () => {
      if (name === 'edit_published_post') return (await outOn(service, ['linkedin'])).id
      if (name === 'revoke_calendar') return idOf((await rest('create_calendar', { name })).body)
      if (name.endsWith('_account_set')) return idOf((await rest('create_account_set', set())).body)
      if (name.endsWith('_snippet')) return idOf((await rest('create_snippet', snippet())).body)
      if (name.endsWith('_queue')) return idOf((await rest('create_queue', queue())).body)
      if (name === 'get_post_revision') return revised()
      if (name === 'derive_media') return sent()
      if (name === 'find_people' || /_account(?:_choices)?$/.test(name))
        return (await newAccount(service, await demoWorkspace(service), 'threads')).id
      return name.endsWith('_media') ? newMedia(service) : postIn(state, service)
    }
    const revised = async () => {
      const post_id = await postIn(state, service)
      await rest('update_post', { id: post_id, content: 'Other words' })
      return post_id
    }
    const sent = async () => (await uploadPicture(service)).id
    const labelled = async (label: string) => {
      await rest('update_post', { id: await postIn(state, service), labels: [label] })
      return label
    }
    const set = () => ({ name: `Set of ${name}`, account_ids: Object.values(service.accounts) })
    const queue = () => ({ name: `Queue of ${name}`, times: [{ weekday: 'mon', time: '09:00' }] })
    const snippet = () => ({ name: `Snippet of ${name}`, content: 'Again and again' })
    const series = {
      post: { content: name, social_account_ids: Object.values(service.accounts) },
      rule: 'FREQ=DAILY;COUNT=3',
      starts_at: '2999-01-01T09:00',
    }
    const file = { source: 'local', filename: 'a.png', mime_type: 'image/png', size_bytes: 10 }
    const args = {
      ...(fields.includes('id') && { id: await id() }),
      ...(name.startsWith('manage_') && { action: 'list', id: undefined }),
      ...(name === 'upload_media' && file),
      ...(name === 'schedule_post' && { ...post(name), when: 'draft' }),
      ...(name === 'schedule_posts' && { posts: [{ ...post(name), when: 'draft' }] }),
      ...(name === 'create_account_set' && set()),
      ...(name === 'create_snippet' && { ...snippet(), name: 'A new snippet' }),
      ...(name === 'find_people' && { q: 'ada' }),
      ...(name === 'preview_link' && { url: `${site.origin}/page` }),
      ...(name === 'create_queue' && { ...queue(), name: 'A new queue' }),
      ...(name === 'edit_published_post' && { content: 'Changed' }),
      ...(name === 'create_calendar' && { name }),
      ...(name === 'list_calendar' && { from: '2999-01-01', to: '2999-01-31' }),
      ...(name === 'set_utm_templates' && { templates: [] }),
      ...(name === 'manage_series' && { action: 'create', id: undefined, ...series }),
      ...(name === 'read_series' && { action: 'list', id: undefined }),
      ...(name === 'resume_publishing' && { late: 'publish' }),
      ...(name === 'get_post_revision' && { number: 1 }),
      ...(name === 'derive_media' && { rotate: 90 }),
      ...(name === 'replace_media' && { with: await newMedia(service) }),
      ...(name === 'update_many_media' && { ids: [await id()], folder: 'f' }),
      ...(/^(rename|delete)_label$/.test(name) && { label: await labelled(name) }),
      ...(name === 'rename_label' && { new_label: 'renamed' }),
      ...(name === 'update_posts' && { ids: [await id()], labels: ['many'] }),
    }
    for (const each of [
      ...(fields.includes('dry_run') ? [{ ...args, dry_run: true }] : []),
      args,
    ]) {
      const answer = await client.callTool({ name, arguments: each })
      assert.notEqual(answer.isError, true, `${name} ${JSON.stringify(answer.content)}`)
      const [content] = z.array(z.object({ text: z.string() })).parse(answer.content)
      assert.deepEqual(JSON.parse(content?.text ?? ''), answer.structuredContent)
    }
  }
  await client.callTool({ name: 'list_scheduled', arguments: {} })
})

test('a tool that does not exist is an error of the protocol', async () => {
  const client = await service.client()
  await assert.rejects(
    client.callTool({ name: 'publish_everything', arguments: {} }),
    /no tool publish_everything/,
  )
})

test('schedule_post needs when: without it nothing is published and nothing written', async () => {
  const before = (await rest('list_posts')).body['total']
  const { code } = await mcp('schedule_post', post('When?'))
  assert.equal(code, 'no_timing_specified')
  assert.equal((await rest('list_posts')).body['total'], before)
})

test('when is draft, now or a time; a draft is not charged', async () => {
  const before = await used()
  const draft = await mcp('schedule_post', { ...post('a'), when: 'draft' })
  assert.deepEqual(
    [draft.body['status'], draft.body['scheduled_at'], await used()],
    ['draft', null, before],
  )
  const atOnce = await mcp('schedule_post', { ...post('b'), when: 'now' })
  assert.deepEqual([atOnce.body['status'], await used()], ['scheduled', before + 1])
  const local = await mcp('schedule_post', { ...post('c'), when: '2998-07-01T09:00:00+02:00' })
  assert.deepEqual(
    [local.body['status'], local.body['scheduled_at']],
    ['scheduled', '2998-07-01T07:00:00.000Z'],
  )
  for (const { body } of [draft, atOnce, local]) {
    assert.equal(body['created_via'], 'mcp')
    assert.deepEqual(body['warnings'], [])
  }
  assert.equal((await rest('get_post', { id: await newPost(service) })).body['created_via'], 'rest')
})

test('scheduled_at is still taken over MCP, with a warning', async () => {
  const scheduled_at = inAnHour()
  const old = await mcp('schedule_post', { ...post('old'), scheduled_at })
  assert.equal(old.body['scheduled_at'], scheduled_at)
  assert.match(warningsOf(old).join(), /scheduled_at is deprecated/)
  const moved = await mcp('update_post', {
    id: idOf(old.body),
    scheduled_at: inAnHour(new Date(scheduled_at)),
  })
  assert.match(warningsOf(moved).join(), /scheduled_at is deprecated/)
})

test('scheduled_at is ignored beside when, and the answer says so, on either surface', async () => {
  for (const call of [rest, mcp]) {
    const both = await call('schedule_post', {
      ...post('both'),
      when: 'draft',
      scheduled_at: inAnHour(),
    })
    assert.deepEqual([both.body['status'], both.body['scheduled_at']], ['draft', null])
    assert.match(warningsOf(both).join(), /scheduled_at was ignored/)
  }
})

test('beside when a tool ignores scheduled_at whatever it says; by itself it has to be a time', async () => {
  const times = ['soon', '2020-01-01T00:00:00Z', '']
  for (const [at, scheduled_at] of times.entries()) {
    const made = await mcp('schedule_post', { ...post(`${at}`), when: 'draft', scheduled_at })
    assert.equal(made.body['status'], 'draft', made.code)
    assert.equal(/scheduled_at was ignored/.test(warningsOf(made).join()), scheduled_at !== '')
    const moved = await mcp('update_post', { id: made.body['id'], when: inAnHour(), scheduled_at })
    assert.deepEqual([moved.code, moved.body['status']], [undefined, 'scheduled'])
  }
  const wrong = await mcp('schedule_post', { ...post('soon'), content: 5, scheduled_at: 'soon' })
  assert.deepEqual(Object.keys(wrong.errors).sort(), ['content', 'scheduled_at'])
})

test('publish_now is a word of REST only, not of the tool', async () => {
  const { errors } = await mcp('schedule_post', { ...post('x'), publish_now: true })
  assert.deepEqual(Object.keys(errors), ['publish_now', 'when'])
})

test('list_posts shows scheduled posts unless asked for others; REST shows all', async () => {
  for (const state of ['draft', 'scheduled', 'published', 'failed'] as const)
    await postIn(state, service)
  const statuses = async (call: typeof rest, args: Body = {}) => {
    const { body } = await call('list_posts', { per_page: 200, ...args })
    return [
      ...new Set(
        z
          .array(z.looseObject({ status: z.string() }))
          .parse(body['data'])
          .map(({ status }) => status),
      ),
    ].sort()
  }
  const all = ['draft', 'failed', 'published', 'scheduled']
  assert.deepEqual(await statuses(mcp), ['scheduled'])
  assert.deepEqual(await statuses(rest), all)
  for (const call of [rest, mcp]) {
    assert.deepEqual(await statuses(call, { status: 'all' }), all)
    for (const status of all) assert.deepEqual(await statuses(call, { status }), [status])
  }
})

test('list_scheduled still answers, scheduled posts only, and says what to use instead', async () => {
  const alias = await mcp('list_scheduled', { per_page: 200 })
  const { notice, ...page } = alias.body
  assert.match(String(notice), /deprecated.*list_posts/)
  assert.deepEqual(page, (await mcp('list_posts', { per_page: 200 })).body)
  assert.deepEqual(Object.keys((await mcp('list_scheduled', { status: 'draft' })).errors), [
    'status',
  ])
})

test('get_post finds deleted posts and says how each one stands', async () => {
  const outcomes: Record<string, string> = { unknown: 'failed', cancelled: 'deleted' }
  for (const state of states) {
    const id = await postIn(state, service)
    const { body } = await mcp('get_post', { id })
    const deleted = state.startsWith('deleted') || state === 'cancelled'
    assert.equal(body['outcome'], deleted ? 'deleted' : (outcomes[state] ?? state))
    assert.equal(body['deleted_at'] !== null, deleted)
    const per_account = z.array(
      z.looseObject({
        status: z.string(),
        error_message: z.string().nullable(),
        platform_url: z.string().nullable(),
        published_at: z.string().nullable(),
      }),
    )
    assert.equal(per_account.parse(body['per_account']).length, 2)
  }
})

test('partial is derived: the stored status of a partial publish is published', async () => {
  const id = await postIn('partial', service)
  const { body } = await rest('get_post', { id })
  assert.deepEqual([body['status'], body['outcome']], ['published', 'partial'])
  assert.notEqual(body['published_at'], null)
})

test('what was taken down is published again by republish, of which only such a post is told, over both', async () => {
  for (const call of [rest, mcp]) {
    const id = await postIn('published', service)
    const { code, body } = await call('publish_now', { id })
    assert.equal(code, 'post_not_publishable')
    assert.match(String(body['message']), /^Duplicate it to publish it once more: only/)
    await rest('unpublish_post', { id })
    await service.query(
      `update removals set state = 'removed', finished_at = now(), due_at = null where post_id = ${id}`,
    )
    const told = await call('publish_now', { id })
    assert.match(String(told.body['message']), /or send republish to publish it where it was taken/)
    const again = await call('publish_now', { id, republish: true })
    assert.equal(again.body['status'], 'scheduled', String(again.body['message']))
  }
})
