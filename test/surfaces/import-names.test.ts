/** Accounts of a table by what people call them. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { z } from 'zod'
import { accountInSandbox } from '../connecting/sandboxed.ts'
import { openService } from '../service.ts'

const service = await openService({ ROLE: 'api' })
after(() => service[Symbol.asyncDispose]())

const Accounts = z.array(z.object({ id: z.int(), name: z.string(), username: z.string() }))
const Results = z.array(
  z.looseObject({
    post: z.looseObject({ socialAccounts: z.array(z.looseObject({ id: z.int() })) }).optional(),
    cells: z.array(z.looseObject({ text: z.string() })).optional(),
  }),
)

test('an account is named as people call it, too: some platforms give it a number', async () => {
  const google = await accountInSandbox(service, 'google_business')
  const there = await service.rest('GET', '/api/accounts')
  const { name = '', username = '' } =
    Accounts.parse(there.body['accounts']).find(({ id }) => id === google) ?? {}
  assert.match(username, /^\d+$/)
  const names = [name, name.toUpperCase(), `google_business:${name}`, `google_business:${username}`]
  const rows = names.map((each, at) => `Row ${at},${each}`)
  const csv = ['content,social_account_ids', ...rows, 'None,nobody'].join('\n')
  const { status, body } = await service.rest('POST', '/api/posts/import', { csv, dry_run: true })
  assert.equal(status, 200, JSON.stringify(body))
  const results = Results.parse(body['results'])
  assert.equal(results.length, names.length + 1)
  for (const { post } of results.slice(0, names.length))
    assert.deepEqual(
      post?.socialAccounts.map(({ id }) => id),
      [google],
    )
  assert.match(results.at(-1)?.cells?.[0]?.text ?? '', new RegExp(`google_business:${name}`))
})
