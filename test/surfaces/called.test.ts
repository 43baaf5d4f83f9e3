/** Accounts that have a number for a handle are called by their names, wherever a person reads of them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { calledOf } from '#rules/called.ts'
import { knownAccounts } from '#store/noticed.ts'
import { accountInSandbox } from '../connecting/sandboxed.ts'
import { doingOf, openService } from '../service.ts'
import { demoWorkspace } from './kit.ts'

test('a location of Google is called by its name in problems, warnings, refusals and notices', async () => {
  await using service = await openService({ ROLE: 'api' })
  const id = await accountInSandbox(service, 'google_business')
  const { body: listed } = await service.rest('GET', '/api/accounts')
  const accounts = listed['accounts'] as { id: number; name: string; username: string }[]
  const account = accounts.find((each) => each.id === id)
  assert.ok(account)
  const { name, username } = account
  assert.match(username, /^\d+$/)
  assert.match(name, /\D/)

  const long = { content: 'a'.repeat(1501), social_account_ids: [id] }
  const told = [
    await service.rest('POST', '/api/posts', { ...long, publish_now: true, dry_run: true }),
    await service.rest('POST', '/api/posts', long),
  ].map(({ body }) => JSON.stringify([body['errors'], body['problems'], body['warnings']]))
  await service.query(`update accounts set health = 'needs_reconnect' where id = ${id}`)
  const sick = { content: 'Open on Sunday', social_account_ids: [id], publish_now: true }
  const refused = await service.rest('POST', '/api/posts', sick)
  told.push(String(z.object({ message: z.string() }).parse(refused.body['error']).message))
  for (const text of told) {
    assert.ok(text.includes(name), text)
    assert.ok(!text.includes(username), text)
  }

  const { db } = await doingOf(service)
  const known = await knownAccounts({ db, workspace_id: await demoWorkspace(service) }, [id])
  assert.deepEqual(known, [{ id, platform: 'google_business', name }])
  assert.equal(calledOf({ username: 'ada', name: 'Ada Lovelace' }), 'ada')
  assert.equal(calledOf({ username: '', name: 'Ada Lovelace' }), 'Ada Lovelace')
})
