/** A client that we did not write: LinkedIn's own `linkedin-api-client`. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { RestliClient } from 'linkedin-api-client'
import { pageScopes, postOf, start, tools } from './harness.ts'

const resourcePath = '/posts'
const versionString = '202609'

async function open() {
  const it = await start()
  const { access_token: accessToken } = await it.signIn('paula-pages', pageScopes)
  const client = new RestliClient()
  client.axiosInstance.interceptors.request.use((request) => {
    request.url = request.url?.replace('https://api.linkedin.com', `${it.url}/api`) ?? ''
    return request
  })
  const common = { resourcePath, accessToken, versionString }
  return { it, client, common, [Symbol.asyncDispose]: () => it[Symbol.asyncDispose]() }
}

test('linkedin-api-client makes a post of a Page, changes it and reads it back', async () => {
  await using at = await open()
  const { client, common } = at
  const entity = postOf('Bread \\& butter', { author: tools })
  const { createdEntityId } = await client.create({ ...common, entity })
  const id = decodeURIComponent(z.string().parse(createdEntityId))
  assert.match(id, /^urn:li:share:\d{19}$/)
  const one = { ...common, resourcePath: '/posts/{id}', pathKeys: { id } }
  const read = await client.get(one)
  assert.equal(read.data['author'], tools)
  await client.partialUpdate({ ...one, patchSetObject: { commentary: 'Bread' } })
  const found = await client.finder({
    ...common,
    finderName: 'author',
    queryParams: { author: tools, count: 10 },
  })
  assert.deepEqual(
    found.data.elements.map((each) => [each['id'], each['commentary']]),
    [[id, 'Bread']],
  )
})

test('linkedin-api-client asks in the name of a Page, and reads the poll back', async () => {
  await using at = await open()
  const { client, common } = at
  const poll = {
    question: 'Which bread?',
    options: [{ text: 'Rye' }, { text: 'Wheat' }],
    settings: {
      duration: 'SEVEN_DAYS',
      voteSelectionType: 'SINGLE_VOTE',
      isVoterVisibleToAuthor: true,
    },
  }
  const asking = (changed: object) =>
    client.create({
      ...common,
      entity: postOf('Tell us', { author: tools, content: { poll: { ...poll, ...changed } } }),
    })
  const { createdEntityId } = await asking({})
  const id = decodeURIComponent(z.string().parse(createdEntityId))
  const read = await client.get({ ...common, resourcePath: '/posts/{id}', pathKeys: { id } })
  assert.deepEqual(read.data['content'], { poll })
  for (const wrong of [
    { question: 'x'.repeat(141) },
    { question: undefined },
    { options: [{ text: 'Rye' }] },
    { options: Array.from({ length: 5 }, (_, at) => ({ text: `Nr ${at}` })) },
    { options: [{ text: 'Rye' }, { text: 'x'.repeat(31) }] },
    { settings: { duration: 'TWO_DAYS' } },
    { settings: { ...poll.settings, isVoterVisibleToAuthor: false } },
    { settings: { ...poll.settings, voteSelectionType: 'MULTIPLE_VOTE' } },
    { note: 'of nobody' },
  ])
    await assert.rejects(asking(wrong), JSON.stringify(wrong))
})

test('linkedin-api-client mentions a Page, and people read its name', async () => {
  await using at = await open()
  const { it, client, common } = at
  const commentary = `Baked with @[Bread Ltd.](${tools}), who \\@know`
  await client.create({ ...common, entity: postOf(commentary, { author: tools }) })
  assert.equal(it.emulator.posts()[0]?.text, 'Baked with Bread Ltd., who @know')
})

test('linkedin-api-client reads how many follow a Page, and is refused the old spelling', async () => {
  await using at = await open()
  const { client, common } = at
  const follow = (id: string, edgeType = 'COMPANY_FOLLOWED_BY_MEMBER') =>
    client.get({
      ...common,
      resourcePath: '/networkSizes/{id}',
      pathKeys: { id },
      queryParams: { edgeType },
    })
  const { status, data } = await follow(tools)
  assert.equal(status, 200)
  assert.ok(z.strictObject({ firstDegreeSize: z.int().positive() }).parse(data))
  await assert.rejects(follow(tools, 'CompanyFollowedByMember'), { status: 400 })
  await assert.rejects(follow('urn:li:organization:99999999'), { status: 404 })
})

test('linkedin-api-client is refused a twin, with the address of the first', async () => {
  await using at = await open()
  const { client, common } = at
  const entity = postOf('once', { author: tools })
  await client.create({ ...common, entity })
  await assert.rejects(client.create({ ...common, entity }), { status: 422 })
})
