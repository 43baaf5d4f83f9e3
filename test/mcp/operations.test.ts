/** Every operation on both surfaces: done with the same result, refused with the same code and the same words. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { operations } from '#operations/index.ts'
import type { Code } from '#rules/problem.ts'
import { picture, send } from '../media/kit.ts'
import { callers, named, type Said, type Surface } from '../surfaces/callers.ts'
import { demoWorkspace, newKey } from '../surfaces/kit.ts'
import { type Body, openService } from '../service.ts'
import { type Case, type Cases, kitIn } from './cases/case.ts'
import { mediaCases } from './cases/media.ts'
import { elsewhere, moreRefusals } from './cases/refusals.ts'
import { postCases } from './cases/posts.ts'
import { accountCases, planCases, keyCases, readCases, webhookCases } from './cases/rest-of-them.ts'
import { seriesCases } from './cases/series.ts'
import { pictureSite } from './cases/site.ts'
import { recording } from './recording.ts'

const file = picture('parity')
const site = await pictureSite()
const { origin } = site

// Some refusals say what time it is.
const frozen = new Date()
const service = await openService({ ROLE: 'api' }, { reachable: [origin], now: () => frozen })
after(async () => {
  await service[Symbol.asyncDispose]()
  await site[Symbol.asyncDispose]()
})
const caller = callers(service)
const record = recording(service, origin)
after(() => record.write())
const kit = kitIn(service, origin)
const cases: Cases = {
  ...postCases(kit),
  ...mediaCases(kit),
  ...keyCases(kit),
  ...webhookCases(kit),
  ...accountCases(kit),
  ...planCases(kit),
  ...seriesCases(kit),
  ...readCases(kit),
}
/** Bytes travel over HTTP only, a session takes them alike, whichever surface opened it: see below; a table is text, and a zip is files. */
const apart = ['upload_chunk', 'export_posts', 'download_media']

test('every operation has its case here', () => {
  const names = operations.map(({ name }) => name)
  assert.deepEqual([...Object.keys(cases), ...apart].sort(), names.sort())
})

async function say(surface: Surface, name: string, { over }: Case, args: Body): Promise<Said> {
  const [other, given] = over?.[surface]?.(args) ?? [name, args]
  const said = await caller[surface](other, given)
  // A tool without a REST face shows what it says over MCP.
  const own = 'absent' in named(name).rest ? 'mcp' : 'rest'
  if (surface === own && other === name && said.code === undefined)
    record.done(name, given, said.body)
  return said
}

/** These change nothing of the workspace yet: what comes of them is told. */
const untold = new Set([
  // The file is, when it is there.
  'open_upload',
  'cancel_upload',
  // What was told before is sent once more.
  'redeliver_send',
  'redeliver_webhook',
  // What the platform did is.
  'edit_published_post',
  'unpublish_post',
  // It is by the time of its change, which stands still here: see test/events/told.test.ts.
  'decline_post',
  // One that goes on already.
  'resume_series',
])

async function told() {
  const { rows } = await service.query(
    'select (select count(*) from events)::int + (select count(*) from fresh_events)::int as told',
  )
  return Number(rows[0]?.['told'])
}

for (const [name, each] of Object.entries(cases)) {
  test(`${name} does the same on both surfaces`, async () => {
    const shown = []
    for (const surface of ['rest', 'mcp'] as const) {
      const args = await each.input()
      const before = await told()
      const { code, body } = await say(surface, name, each, args)
      assert.equal(code, undefined, `${surface}: ${JSON.stringify(body)}`)
      // V6: whoever looks who did what finds it.
      if (named(name).effect !== 'reads' && !untold.has(name) && args['dry_run'] !== true)
        assert.ok((await told()) > before, `${name} over ${surface} is told of in the activity`)
      shown.push(each.same ? await each.same(body, args) : masked(body))
    }
    assert.notEqual(shown[0], undefined)
    assert.deepEqual(shown[1], shown[0])
  })

  test(`${name} is refused alike on both surfaces`, async () => {
    const [args, code] = await each.refused()
    made.add(`${name} ${code}`)
    await refusedAlike(name, code, args)
  })
}

/** What was refused here, as operation and code. */
const made = new Set<string>()

async function refusedAlike(name: string, code: Code, args: Body) {
  const each = cases[name] ?? assert.fail(name)
  const [rest, mcp] = [await say('rest', name, each, args), await say('mcp', name, each, args)]
  record.refused(name, code, args, rest.body)
  assert.deepEqual([rest.code, mcp.code], [code, code], name)
  assert.ok(named(name).refuses.includes(code) || code === 'invalid', 'it is declared')
  if (each.otherWords) return
  assert.deepEqual(unlisted(mcp.errors), unlisted(rest.errors), name)
  assert.equal(
    unlistedText(String(mcp.body['message'])),
    unlistedText(String(rest.body['message'])),
    name,
  )
  if (code === 'invalid') assert.ok(Object.keys(rest.errors).length, name)
  else assert.deepEqual(mcp.body, rest.body, name)
}

test('every refusal that an operation declares is made alike on both surfaces', async () => {
  for (const [name, code, args] of moreRefusals(kit)) {
    made.add(`${name} ${code}`)
    await refusedAlike(name, code, await args())
  }
  const missing = operations
    .filter(({ name }) => !apart.includes(name) && !cases[name]?.otherWords)
    .flatMap(({ name, rest, refuses }) =>
      refuses
        // upload_media has the sessions on MCP only: these are the cases of get_upload and its like.
        .filter((code) => !(name === 'upload_media' && code !== 'invalid' && 'path' in rest))
        .filter((code) => !(code in elsewhere) && !made.has(`${name} ${code}`))
        .map((code) => `${name} ${code}`),
    )
  assert.deepEqual(missing, [])
  for (const [code, file] of Object.entries(elsewhere)) {
    const text = readFileSync(join(import.meta.dirname, '../..', file), 'utf8')
    assert.ok(text.includes(code), `${file} makes ${code}`)
  }
})

const both = operations.filter(({ rest, mcp }) => !('absent' in rest) && !('absent' in mcp))

test('a field that nobody knows is refused by every operation alike', async () => {
  for (const { name } of both) {
    const args = { ...(await cases[name]?.refused())?.[0], no_such_field: '1' }
    const [rest, mcp] = [await caller.rest(name, args), await caller.mcp(name, args)]
    assert.deepEqual([rest.code, mcp.code], ['invalid', 'invalid'], name)
    assert.ok('no_such_field' in rest.errors, name)
    assert.deepEqual(unlisted(mcp.errors), unlisted(rest.errors), name)
  }
})

/** Each surface has fields of its own, and names those where one is none. */
function unlisted(errors: Record<string, string[]>) {
  return Object.fromEntries(
    Object.entries(errors).map(([field, texts]) => [field, texts.map(unlistedText)]),
  )
}

function unlistedText(text: string) {
  return text.replace(/^(There is no such field\.) Known: [^.]*\./, '$1')
}

test('a key that may not is refused by every operation alike', async () => {
  const workspace_id = await demoWorkspace(service)
  for (const { name, ability } of both) {
    const other = ability === 'posts:read' ? 'media:read' : 'posts:read'
    const { token } = await newKey(service, [other], workspace_id)
    const weak = callers(service, token)
    const args = (await cases[name]?.refused())?.[0]
    const [rest, mcp] = [await weak.rest(name, args), await weak.mcp(name, args)]
    assert.equal(rest.code, 'forbidden', name)
    assert.deepEqual(mcp.body, rest.body, name)
  }
})

test('bytes go over HTTP to a session of either surface alike', async () => {
  const about = { filename: 'a.png', mime_type: 'image/png', size_bytes: file.length }
  const answers = []
  for (const surface of ['rest', 'mcp'] as const) {
    const { body } = await say(surface, 'open_upload', cases['open_upload'] ?? assert.fail(), about)
    const chunk = async (offset: number) => {
      const path = `/api/media/uploads/${String(body['upload_id'])}?offset=${offset}`
      const type = { 'content-type': 'application/octet-stream' }
      const answer = await send(service, 'PATCH', path, new Blob([file]), type)
      return { status: answer.status, body: answer.body }
    }
    answers.push([await chunk(5), await chunk(0), await chunk(0)])
  }
  assert.deepEqual(answers[1], answers[0])
  assert.deepEqual(
    answers[0]?.map(({ status }) => status),
    [409, 200, 409],
  )
})

/** Different with every call, whatever the surface. */
const own = new Set([
  'id',
  'upload_id',
  'upload_url',
  'token',
  'key_preview',
  'cdn_url',
  'thumbnail_url',
])

function masked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(masked)
  if (typeof value === 'string') {
    if (/^\d{4}-\d\d-\d\dT/.test(value)) return 'a time'
    return value.replace(/ticket=[^&"]+/, 'ticket=')
  }
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([name]) => name !== 'created_via')
  return Object.fromEntries(
    entries.map(([name, each]) => [name, own.has(name) ? typeof each : masked(each)]),
  )
}
