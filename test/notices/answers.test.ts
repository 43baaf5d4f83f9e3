/** The page on which a person says whether a post is there. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { browser, type Browser } from '../people/browser.ts'
import { stored } from '../surfaces/kit.ts'
import { IN_DOUBT, openNotices } from './kit.ts'

let kit: Awaited<ReturnType<typeof openNotices>>
before(async () => {
  kit = await openNotices({ ROLE: 'api' })
})
after(() => kit[Symbol.asyncDispose]())

const candidates = JSON.stringify([
  {
    id: 'at://one',
    url: 'https://bsky.example/1',
    text: 'A post <b>that',
    at: '2026-01-01T00:00:00.000Z',
  },
  { id: 'at://two', url: 'javascript:alert(1)', text: 'Other', at: null },
])
const inDoubt = () => kit.settled(1, `${IN_DOUBT}, candidates = '${candidates}'`)

const pathOf = (post: number | undefined) =>
  `/answers/${kit.workspace_id}/${post}/${kit.account_id}`

async function send(page: Browser, path: string, fields: Record<string, string>, origin?: string) {
  const cookie = [...page.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const response = await fetch(kit.service.base_url + path, {
    method: 'POST',
    headers: { cookie, origin: origin ?? kit.service.base_url },
    body: new URLSearchParams(fields),
  })
  return { status: response.status, text: await response.text() }
}

async function delivery(post: number | undefined) {
  const { rows } = await kit.service.query(
    `select status, platform_post_id, platform_url from deliveries where post_id = ${post}`,
  )
  return rows[0]
}

test('looking shows the post and what it could be, and changes nothing, whatever the link says', async () => {
  const [post] = await inDoubt()
  const before = await stored(kit.service)
  for (const it of ['', '?it=is', '?it=is-not', '?it=else']) {
    const answer = await kit.me.page.go(`${pathOf(post)}${it}`)
    assert.equal(answer.status, 200)
    const html = await answer.text()
    for (const words of [
      'A post that has words',
      'A post &#60;b&#62;that',
      'https://bsky.example/1',
    ])
      assert.ok(html.includes(words), words)
    assert.ok(!html.includes('javascript:'), 'an address of a platform is not trusted')
    assert.match(answer.headers.get('content-security-policy') ?? '', /form-action 'self'/)
    const [is, isNot] = ['value="is"', 'value="is-not"'].map((each) => html.indexOf(each))
    assert.equal(
      (isNot ?? 0) < (is ?? 0),
      it === '?it=is-not',
      'the answer of the link comes first',
    )
  }
  assert.deepEqual(await stored(kit.service), before)
})

test('a candidate that is chosen is the post, by the operation that everybody uses', async () => {
  const [post] = await inDoubt()
  const { status, text } = await send(kit.me.page, pathOf(post), { answer: 'is:at://one' })
  assert.equal(status, 200, text)
  assert.deepEqual(await delivery(post), {
    status: 'published',
    platform_post_id: 'at://one',
    platform_url: 'https://bsky.example/1',
  })
  assert.match(await (await kit.me.page.go(pathOf(post))).text(), /nothing is asked any more/)
  assert.equal((await send(kit.me.page, pathOf(post), { answer: 'is-not' })).status, 422)
})

test('without a candidate it counts as published, and what is not there is sent again', async () => {
  const [there, absent] = [...(await inDoubt()), ...(await inDoubt())]
  assert.equal((await send(kit.me.page, pathOf(there), { answer: 'is' })).status, 200)
  assert.equal((await delivery(there))?.['status'], 'published')
  assert.equal((await send(kit.me.page, pathOf(absent), { answer: 'is-not' })).status, 200)
  assert.equal((await delivery(absent))?.['status'], 'pending')
})

test('who answers behind somebody else, or twice, is shown how it stands, and a deleted post asks nobody', async () => {
  const [post] = await inDoubt()
  const path = pathOf(post)
  const html = await (await kit.me.page.go(path)).text()
  const [, updated_at = ''] = /name="updated_at" value="([^"]+)"/.exec(html) ?? []
  assert.equal((await send(kit.me.page, path, { answer: 'is', updated_at })).status, 200)
  const late = await send(kit.me.page, path, { answer: 'is-not', updated_at })
  assert.equal(late.status, 409)
  assert.match(late.text, /this post is published: nothing is asked any more/)

  const [other] = await inDoubt()
  const stale = await send(kit.me.page, pathOf(other), { answer: 'is', updated_at })
  assert.equal(stale.status, 409)
  assert.match(stale.text, /<h1>Is this post there\?<\/h1>/, 'it is asked anew')
  assert.equal((await delivery(other))?.['status'], 'blocked')

  await kit.sql(`update posts set deleted_at = now() where id = ${other}`)
  const gone = await (await kit.me.page.go(pathOf(other))).text()
  assert.match(gone, /was deleted: nothing is asked/)
  assert.doesNotMatch(gone, /<form/)
})

test('nothing else is an answer, and none comes from another site, from a stranger or too late', async () => {
  const [post] = await inDoubt()
  const path = pathOf(post)
  const before = await delivery(post)
  for (const [fields, status] of [
    [{ answer: 'perhaps' }, 400],
    [{ answer: 'is:at://nobody' }, 422],
    [{}, 400],
    [{ answer: 'is', updated_at: '2020-01-01T00:00:00.000Z' }, 409],
    [{ answer: 'is', updated_at: 'yesterday' }, 422],
  ] as const)
    assert.equal((await send(kit.me.page, path, fields)).status, status, JSON.stringify(fields))
  assert.equal(
    (await send(kit.me.page, path, { answer: 'is' }, 'https://evil.example')).status,
    403,
  )
  const stranger = browser(kit.service)
  const out = await stranger.go(`${path}?it=is`)
  assert.equal(out.status, 401)
  assert.match(await out.text(), /\/sign-in\?return_to=%2Fanswers%2F/)
  assert.equal((await send(stranger, path, { answer: 'is' })).status, 401)
  const elsewhere = path.replace(`/${kit.workspace_id}/`, '/424242/')
  assert.equal((await kit.me.page.go(elsewhere)).status, 404)
  assert.equal((await send(kit.me.page, elsewhere, { answer: 'is' })).status, 404)
  assert.equal((await kit.me.page.go(path.replace(/\d+$/, '999999'))).status, 404)
  await kit.service.query(`update members set role = 'viewer' where person_id = ${kit.me.id}`)
  assert.equal((await send(kit.me.page, path, { answer: 'is' })).status, 403)
  assert.deepEqual(await delivery(post), before)
})

test('the page speaks German to whoever keeps it or whose browser asks for it, and English to others', async () => {
  const [post] = await inDoubt()
  const path = pathOf(post)
  const page = async (accepted: string, cookie = '') => {
    const headers = { cookie, 'accept-language': accepted }
    const answer = await fetch(kit.service.base_url + path, { headers })
    return answer.text()
  }
  const mine = [...kit.me.page.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  for (const [accepted, title] of [
    ['de-AT,de;q=0.9,en;q=0.8', 'Ist dieser Beitrag dort?'],
    ['fr, en;q=0.5, de;q=0.7', 'Ist dieser Beitrag dort?'],
    ['en-GB,de;q=0.9', 'Is this post there?'],
    ['fr', 'Is this post there?'],
    ['de;q=0', 'Is this post there?'],
  ] as const)
    assert.match(await page(accepted, mine), new RegExp(`<h1>${title.replace('?', '\\?')}</h1>`))
  assert.match(await page('de'), /<html lang="de">.*Melden Sie sich an, um zu antworten\./s)
  await kit.service.query(`update persons set locale = 'de-DE' where id = ${kit.me.id}`)
  const german = await page('en-GB', mine)
  assert.match(german, /<html lang="de">/)
  assert.doesNotMatch(german, /\b(there|answer|sent)\b(?![^<]*>)/)
})
