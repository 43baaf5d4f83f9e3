/** The official clients, old and new: every answer and every refusal of every tool reaches whoever called it. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { z } from 'zod'
import { operations } from '#operations/index.ts'
import { openService } from '../service.ts'
import { type Cases, kitIn } from './cases/case.ts'
import { mediaCases } from './cases/media.ts'
import { postCases } from './cases/posts.ts'
import { accountCases, keyCases, planCases, readCases, webhookCases } from './cases/rest-of-them.ts'
import { seriesCases } from './cases/series.ts'
import { pictureSite } from './cases/site.ts'
import { OPEN_UPLOADS, toolCalls } from './cases/tools.ts'
import { officialClients } from './official-clients.ts'

const site = await pictureSite()
const service = await openService(
  { ROLE: 'api', OPEN_UPLOADS_PER_WORKSPACE: String(OPEN_UPLOADS) },
  { reachable: [site.origin] },
)
after(async () => {
  await service[Symbol.asyncDispose]()
  await site[Symbol.asyncDispose]()
})
const kit = kitIn(service, site.origin)
const cases: Cases = {
  ...postCases(kit),
  ...mediaCases(kit),
  ...keyCases(kit),
  ...accountCases(kit),
  ...planCases(kit),
  ...seriesCases(kit),
  ...webhookCases(kit),
  ...readCases(kit),
}
const calls = toolCalls(cases, kit)
/**
 * Made elsewhere: before a tool hears of it, with a 503 (test/surfaces/outage.test.ts); of a platform that is away or has
 * forgotten us (test/connecting/choices.test.ts, people.test.ts); to apps, over their own way in (test/oauth/webhooks.test.ts).
 */
const elsewhere = [
  'upload_media unavailable',
  'derive_media unavailable',
  'derive_media plan_limit_reached',
  'get_account_choices unavailable',
  'get_account_choices account_inactive',
  'find_people unavailable',
  'find_people account_inactive',
  'manage_webhooks human_required',
]

const Refusal = z.strictObject({
  error: z.looseObject({ code: z.string(), message: z.string().min(10) }),
})

for (const [name, connect] of Object.entries(officialClients)) {
  test(`${name} reads what every tool answers, and every refusal with its code and its words`, async () => {
    const connected = (token = service.token) =>
      connect(`${service.base_url}/mcp?toolsets=all`, token)
    await using shared = await connected()
    const seen = new Set<string>()
    for (const make of calls) {
      const { tool, args, code, token, after: mend } = await make()
      await using own = token === undefined ? undefined : await connected(token)
      const { body, isError } = await (own ?? shared).call(tool, args)
      await mend?.()
      const told = `${tool} ${JSON.stringify(args)}: ${JSON.stringify(body)}`
      if (code === undefined) assert.equal(isError, false, told)
      else assert.ok(isError, told)
      if (code !== undefined) {
        const { error } = Refusal.parse(body)
        assert.equal(error.code, code, told)
      }
      seen.add(`${tool} ${code ?? 'done'}`)
    }
    assert.deepEqual(
      shared.tools.filter((tool) => !seen.has(`${tool} done`)),
      [],
      'every tool is called',
    )
    const declared = operations.flatMap(({ name: tool, mcp, refuses }) =>
      'absent' in mcp ? [] : refuses.map((code) => `${tool} ${code}`),
    )
    assert.deepEqual(
      declared.filter((each) => !seen.has(each) && !elsewhere.includes(each)),
      [],
      'every refusal is made',
    )
  })
}
