import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { DAY, enc, memberScopes, pageScopes, start, tools, type Sent } from './harness.ts'
import { organizations } from './people.ts'

const Size = z.strictObject({ firstDegreeSize: z.int() })
const edge = 'edgeType=COMPANY_FOLLOWED_BY_MEMBER'

async function open(person = 'paula-pages', scopes = pageScopes) {
  const it = await start()
  const { access_token } = await it.signIn(person, scopes)
  const ask = async (key: string, query = edge, sent: Sent = {}) =>
    it.call(access_token, `/rest/networkSizes/${key}?${query}`, sent)
  const size = async (urn: string) => {
    const answer = await ask(enc(urn))
    assert.equal(answer.status, 200, answer.text)
    return Size.parse(answer.body).firstDegreeSize
  }
  const sizes = async () =>
    Promise.all(organizations.map(async ({ id }) => size(`urn:li:organization:${id}`)))
  return { ...it, ask, size, sizes, [Symbol.asyncDispose]: () => it[Symbol.asyncDispose]() }
}

test('every organization has followers of its own, which grow with time and never fall', async () => {
  await using it = await open()
  let before = await it.sizes()
  assert.deepEqual(await it.sizes(), before)
  for (let span = 0; span < 6; span++) {
    assert.equal(new Set(before).size, organizations.length, String(before))
    it.advance(9 * DAY)
    const after = await it.sizes()
    for (const [at, one] of after.entries()) {
      const earlier = before[at] ?? assert.fail('as many as before')
      assert.ok(one > earlier && one < earlier * 1.2, `${earlier} → ${one}`)
    }
    before = after
  }
})

test('no role in the organization is needed, but the permission of those who have one', async () => {
  await using stranger = await open('ines-almeida', 'rw_organization_admin')
  await using it = await open()
  assert.equal(await stranger.size(tools), await it.size(tools))
  for (const scopes of [memberScopes, 'r_organization_social', 'r_organization_admin']) {
    await using without = await open('paula-pages', scopes)
    const refused = await without.ask(enc(tools))
    assert.equal(refused.status, 403, scopes)
    assert.match(refused.text, /"serviceErrorCode":100.*ACCESS_DENIED.*networkSizes\.GET/)
  }
})

test('who asks for the size of a network names its edge, as it is spelled since 202305', async () => {
  await using it = await open()
  const absent = await it.ask(enc(tools), '')
  assert.equal(absent.status, 400)
  assert.match(absent.text, /Parameter 'edgeType' is required/)
  for (const wrong of ['CompanyFollowedByMember', 'company_followed_by_member', 'FOLLOW', '']) {
    const refused = await it.ask(enc(tools), `edgeType=${wrong}`)
    assert.equal(refused.status, 400, wrong)
    assert.match(refused.text, /"fieldPath":"edgeType".*"PARAM_INVALID"/)
  }
  assert.equal((await it.ask(enc(tools), `${edge}&${edge}`)).status, 400)
})

test('only the encoded URN of an organization that is there has a size', async () => {
  await using it = await open()
  for (const key of [
    tools,
    '2414183',
    enc('urn:li:person:paula-pages'),
    enc('urn:li:organizationBrand:2414183'),
    enc('urn:li:organization:lindenhof-tools'),
    enc(`${tools},urn:li:organization:5509810`),
  ]) {
    const refused = await it.ask(key)
    assert.equal(refused.status, 400, key)
    assert.match(refused.text, /Syntax exception in path variables/)
  }
  const unknown = await it.ask(enc('urn:li:organization:99999999'))
  assert.equal(unknown.status, 404)
  assert.match(unknown.text, /NOT_FOUND/)
})

test('the size of a network is in the versioned API alone', async () => {
  await using it = await open()
  const status = async (version: string) =>
    (await it.ask(enc(tools), edge, { headers: { 'linkedin-version': version } })).status
  assert.deepEqual(
    [await status('202601'), await status(''), await status('202304')],
    [200, 400, 426],
  )
  const { access_token } = await it.signIn('paula-pages', pageScopes)
  const old = await it.call(
    access_token,
    `/v2/networkSizes/${tools}?edgeType=CompanyFollowedByMember`,
  )
  assert.equal(old.status, 404)
})
