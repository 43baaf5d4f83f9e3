/** Labels: listed with their posts, renamed, merged, taken away; everywhere or nowhere. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { z } from 'zod'
import { limits } from '#rules/limits.ts'
import { numberAll } from '../events/numbered.ts'
import { openService } from '../service.ts'
import { callers, surfaces } from './callers.ts'
import { inAnHour, newNeighbour, newPost } from './kit.ts'
import { leashed } from './leashed.ts'

const service = await openService({ ROLE: 'api' })
after(() => service[Symbol.asyncDispose]())
const both = callers(service)
const { rest } = both

const Listed = z.object({
  labels: z.array(
    z.object({
      label: z.string(),
      posts: z.int(),
      scheduled: z.int(),
      has_utm_template: z.boolean(),
    }),
  ),
})
const listed = async (call = rest) => Listed.parse((await call('list_labels')).body).labels
const about = async (label: string, call = rest) =>
  (await listed(call)).find((each) => each.label === label)

const labelsOf = async (id: number) =>
  z.looseObject({ labels: z.array(z.string()) }).parse((await rest('get_post', { id })).body).labels
const labelled = (...labels: string[]) => newPost(service, { labels, when: 'draft' })

for (const surface of surfaces) {
  const call = both[surface]
  const named = (word: string) => `${word}/über ${surface}`

  test(`a label is listed, renamed and taken away, over ${surface}`, async () => {
    const [old, fresh] = [named('spring'), named('spring 2027')]
    const draft = await labelled('first', old, 'last')
    const scheduled = await newPost(service, { labels: [old], scheduled_at: inAnHour() })
    const gone = await labelled(old)
    await rest('delete_post', { id: gone })
    assert.deepEqual(await about(old, call), {
      label: old,
      posts: 2,
      scheduled: 1,
      has_utm_template: false,
    })

    const renamed = await call('rename_label', { label: old, new_label: fresh })
    assert.deepEqual(renamed.body, { label: fresh, posts: 3, left: 0 })
    assert.deepEqual(await labelsOf(draft), ['first', fresh, 'last'])
    assert.deepEqual(await labelsOf(scheduled), [fresh])
    await rest('restore_post', { id: gone })
    assert.deepEqual(await labelsOf(gone), [fresh], 'what comes back has it as it is called now')
    const again = await call('rename_label', { label: old, new_label: fresh })
    assert.deepEqual(again.body, { label: fresh, posts: 0, left: 0 }, 'sent twice it is done once')

    const away = await call('delete_label', { label: fresh })
    assert.deepEqual(away.body, { label: fresh, posts: 3, left: 0 })
    assert.deepEqual(await labelsOf(draft), ['first', 'last'])
    assert.equal((await call('delete_label', { label: fresh })).code, 'label_not_found')
  })

  test(`a label that is there takes in the posts of another, over ${surface}`, async () => {
    const [one, other] = [named('one'), named('other')]
    const ids = [await labelled(one), await labelled(one, other), await labelled(other, 'x', one)]
    await call('rename_label', { label: one, new_label: other })
    assert.deepEqual(await Promise.all(ids.map(labelsOf)), [[other], [other], [other, 'x']])
    assert.equal(await about(one), undefined)
  })

  test(`what is wrong with the words is told by field, over ${surface}`, async () => {
    const wrong = await call('rename_label', {
      label: 'a, b',
      new_label: 'x'.repeat(limits.label_chars + 1),
    })
    assert.deepEqual(Object.keys(wrong.errors).toSorted(), ['label', 'new_label'])
    // Addresses would lead past it (RFC 3986, section 5.2.4), written as %2E%2E too.
    for (const dots of ['.', ' .. ']) {
      const led = await call('rename_label', { label: 'a', new_label: dots })
      assert.match(String(led.errors['new_label']), /more than “.” and “..”/)
      const post = { content: 'Dots', social_account_ids: [service.accounts['x']], when: 'draft' }
      const { errors } = await call('schedule_post', { ...post, labels: ['a', dots] })
      assert.match(String(errors['labels.1']), /more than “.” and “..”/)
    }
    const same = await call('rename_label', { label: 'a', new_label: ' a ' })
    assert.deepEqual(Object.keys(same.errors), ['new_label'])
    const none = await call('rename_label', { label: 'nobody', new_label: 'none' })
    assert.equal(none.code, 'label_not_found')
  })
}

test('a label of dots from before they were refused is renamed over MCP and taken off posts', async () => {
  const [one, other] = [await labelled('dots'), await labelled('dots')]
  await service.query(`update posts set labels = '{..}' where id in (${one}, ${other})`)
  // What is there already stands in the way of no other.
  const more = await rest('update_posts', { ids: [one], add_labels: ['more'] })
  assert.deepEqual([more.body['failed'], await labelsOf(one)], [0, ['..', 'more']])
  const less = await rest('update_posts', { ids: [one], remove_labels: ['more'] })
  assert.deepEqual([less.body['failed'], await labelsOf(one)], [0, ['..']])
  const off = await rest('update_posts', { ids: [one], remove_labels: ['..'] })
  assert.deepEqual([off.code, await labelsOf(one)], [undefined, []])
  await both.mcp('rename_label', { label: '..', new_label: 'named' })
  assert.deepEqual(await labelsOf(other), ['named'])
})

test('a UTM template goes along, stays where the new label has its own, and goes with the label', async () => {
  const of = (label: string | null, utm_source: string) => ({ label, parameters: { utm_source } })
  const { body } = await rest('set_utm_templates', {
    templates: [of(null, 'all'), of('spring', 'a'), of('summer', 'b')],
  })
  const templates = async () =>
    z
      .looseObject({
        templates: z.array(
          z.looseObject({ label: z.string().nullable(), parameters: z.unknown() }),
        ),
      })
      .parse((await rest('get_utm_templates')).body)
      .templates.map(({ label, parameters }) => ({ label, parameters }))
  assert.ok(body['updated_at'])
  assert.equal((await about('spring'))?.has_utm_template, true, 'also where no post has it')
  await rest('rename_label', { label: 'spring', new_label: 'may' })
  assert.deepEqual(await templates(), [of(null, 'all'), of('may', 'a'), of('summer', 'b')])
  await rest('rename_label', { label: 'may', new_label: 'summer' })
  assert.deepEqual(await templates(), [of(null, 'all'), of('summer', 'b')])
  await rest('delete_label', { label: 'summer' })
  assert.deepEqual(await templates(), [of(null, 'all')])
})

test('very many posts are changed by as many calls as that takes, each told once', async () => {
  const many = limits.relabelled_posts + 7
  const like = await labelled('crowd')
  await service.query(
    `insert into posts (workspace_id, content, status, labels, created_via, created_by, created_at, updated_at)
      select workspace_id, 'One of many', 'draft', labels, created_via, created_by, created_at, updated_at
      from posts, generate_series(2, ${many}) where id = ${like}`,
  )
  await numberAll(service)
  const { body: now } = await rest('list_events', { after: 'now' })
  const first = await rest('rename_label', { label: 'crowd', new_label: 'people' })
  assert.deepEqual(first.body, { label: 'people', posts: limits.relabelled_posts, left: 7 })
  const second = await rest('rename_label', { label: 'crowd', new_label: 'people' })
  assert.deepEqual(second.body, { label: 'people', posts: 7, left: 0 })
  assert.equal((await about('people'))?.posts, many)
  await numberAll(service)
  const { rows } = await service.query(
    `select count(*)::int as told, count(distinct post_id)::int as posts from events
      where type = 'post.updated' and seq > ${Number(String(now['cursor']).split('.')[1])}`,
  )
  assert.deepEqual(rows[0], { told: many, posts: many })
})

test('what somebody is changing at that moment stays for the next call', async () => {
  const id = await labelled('held')
  await labelled('held')
  await service.db.transaction().execute(async (trx) => {
    await trx.selectFrom('posts').select('id').where('id', '=', id).forUpdate().execute()
    const { body } = await rest('rename_label', { label: 'held', new_label: 'free' })
    assert.deepEqual(body, { label: 'free', posts: 1, left: 1 })
  })
  const { body } = await rest('rename_label', { label: 'held', new_label: 'free' })
  assert.deepEqual(body, { label: 'free', posts: 1, left: 0 })
})

test('another workspace’s labels are its own, and a leash holds', async () => {
  const id = await labelled('ours')
  const neighbour = callers(service, (await newNeighbour(service)).token).rest
  assert.deepEqual(await listed(neighbour), [])
  assert.equal((await neighbour('delete_label', { label: 'ours' })).code, 'label_not_found')
  assert.deepEqual(await labelsOf(id), ['ours'])

  const { x = 0, bluesky = 0 } = service.accounts
  await newPost(service, { social_account_ids: [bluesky], labels: ['theirs'] })
  await newPost(service, { social_account_ids: [x], labels: ['mine'] })
  const { rest: leash } = await leashed(service, { account_ids: [x] })
  const seen = (await listed(leash)).map(({ label }) => label)
  assert.ok(seen.includes('mine') && !seen.includes('theirs'), seen.join())
  assert.equal((await leash('delete_label', { label: 'mine' })).code, 'forbidden')
})
