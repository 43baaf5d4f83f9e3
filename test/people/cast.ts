/** People who are there already, for tests of what they do then. */
import assert from 'node:assert/strict'
import { z } from 'zod'
import type { TestService } from '../service.ts'
import { ada, browser, type Browser } from './browser.ts'
import { allSent, mailTo, tokenIn } from './post.ts'

export const Signed = z.object({
  person: z.object({
    id: z.int(),
    name: z.string(),
    email: z.string(),
    email_confirmed: z.boolean(),
  }),
})
const Me = Signed.extend({ workspaces: z.array(z.object({ id: z.int(), role: z.string() })) })

export interface Actor {
  page: Browser
  id: number
  email: string
  /** Of the first workspace. */
  workspace_id: number
}

/** The first person, who owns the workspace of the first start. */
export async function owner(service: TestService): Promise<Actor> {
  const page = browser(service)
  const answer = await page.ask('POST', '/console/sign-up', ada)
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  const me = Me.parse((await page.ask('GET', '/console/me')).body)
  return { page, id: me.person.id, email: ada.email, workspace_id: me.workspaces[0]?.id ?? 0 }
}

/** Somebody whom the owner invites, and who signs up by that. */
export async function invited(
  service: TestService,
  host: Actor,
  { name, role }: { name: string; role: string },
): Promise<Actor> {
  const email = `${name.toLowerCase()}@example.org`
  const token = await invitationFor(service, host, { email, role })
  const page = browser(service)
  const given = { name, email, password: `${name} and a long password`, invitation: token }
  const answer = await page.ask('POST', '/console/sign-up', given)
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return { page, id: Signed.parse(answer.body).person.id, email, workspace_id: host.workspace_id }
}

export async function invitationFor(
  service: TestService,
  { page, workspace_id }: Actor,
  invitation: { email: string; role: string },
) {
  const at = `/console/workspaces/${workspace_id}/invitations`
  const answer = await page.ask('POST', at, invitation)
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  await allSent(service)
  return tokenIn(await mailTo(service, invitation.email.toLowerCase(), /^Join /))
}
