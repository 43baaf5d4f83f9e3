/** A mailbox of a stranger gets as many mails of ours as it may hold links, whoever takes back in between what they asked for. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { z } from 'zod'
import { openService, type TestService } from '../service.ts'
import { ada, browser, trusting } from './browser.ts'
import { type Actor, invitationFor, invited, owner } from './cast.ts'
import { allSent, mailsIn, mailTo, tokenIn } from './post.ts'

let service: TestService
let host: Actor
before(async () => {
  service = await openService(trusting)
  host = await owner(service)
})
beforeEach(() => service.query('delete from attempts_at_secrets'))
after(() => service[Symbol.asyncDispose]())
const Made = z.object({ invitation: z.object({ id: z.int() }) })

const mailsTo = async (email: string) =>
  (await mailsIn(service)).filter(({ to }) => to === email).length

async function invite({ page, workspace_id }: Actor, email: string) {
  const at = `/console/workspaces/${workspace_id}/invitations`
  const { status, body } = await page.ask('POST', at, { email, role: 'viewer' })
  assert.equal(status, 201, JSON.stringify(body))
  await allSent(service)
  return { takeBack: () => page.ask('DELETE', `${at}/${Made.parse(body).invitation.id}`) }
}

/** As often as may be asked in a minute, of which more than enough have passed. */
async function moveTo(email: string, { page }: Actor, password: string, times = 5) {
  await service.query('delete from attempts_at_secrets')
  for (let sent = 0; sent < times; sent++)
    assert.equal((await page.ask('POST', '/console/email', { email, password })).status, 202)
  await allSent(service)
}

test('an owner who invites and takes it back over and over fills nobody’s mailbox', async () => {
  const email = 'stranger@example.net'
  for (let sent = 0; sent < 10; sent++) {
    const { takeBack } = await invite(host, email)
    assert.equal((await takeBack()).status, 204)
  }
  assert.equal(await mailsTo(email), 5)
})

test('nor does one whose invitations end with their ownership, which another owner gives back', async () => {
  const email = 'elsewhere@example.net'
  const bob = await invited(service, host, { name: 'Bob', role: 'owner' })
  const at = `/console/workspaces/${host.workspace_id}/members/${bob.id}`
  for (let sent = 0; sent < 8; sent++) {
    await invite(bob, email)
    for (const role of ['editor', 'owner'])
      assert.equal((await host.page.ask('PUT', at, { role })).status, 204)
  }
  assert.equal(await mailsTo(email), 5)
})

test('an invitation that was accepted takes no room in the mailbox', async () => {
  const { id, email, page } = await invited(service, host, { name: 'Carol', role: 'viewer' })
  const at = `/console/workspaces/${host.workspace_id}/members/${id}`
  for (let came = 0; came < 6; came++) {
    assert.equal((await host.page.ask('DELETE', at)).status, 204)
    const token = await invitationFor(service, host, { email, role: 'viewer' })
    const accepted = await page.ask('POST', `/console/invitations/${token}/accept`)
    assert.equal(accepted.status, 200, JSON.stringify(accepted.body))
    await service.query('delete from attempts_at_secrets')
  }
})

test('who says it is their address, and chooses another password in between, fills no mailbox either', async () => {
  const email = 'somebody@example.net'
  let { password } = ada
  for (let turn = 0; turn < 3; turn++) {
    await moveTo(email, host, password)
    const changed = { current_password: password, password: `another phrase ${turn} of mine` }
    assert.equal((await host.page.ask('PUT', '/console/password', changed)).status, 204)
    password = changed.password
  }
  assert.equal(await mailsTo(email), 5)
})

test('nor does who confirms another address of theirs in between, or leaves', async () => {
  const email = 'anybody@example.net'
  const dave = await invited(service, host, { name: 'Dave', role: 'viewer' })
  const password = 'Dave and a long password'
  for (const own of ['dave@example.com', 'dave@example.org']) {
    await moveTo(email, dave, password)
    await moveTo(own, dave, password, 1)
    const confirm = { token: tokenIn(await mailTo(service, own, /^Confirm/)) }
    assert.equal(
      (await browser(service).ask('POST', '/console/email/confirm', confirm)).status,
      204,
    )
  }
  await moveTo(email, dave, password)
  const gone = await dave.page.ask('POST', '/console/me/deletion', { email: dave.email, password })
  assert.equal(gone.status, 204, JSON.stringify(gone.body))
  const eve = await invited(service, host, { name: 'Eve', role: 'viewer' })
  await moveTo(email, eve, 'Eve and a long password')
  assert.equal(await mailsTo(email), 5)
})
