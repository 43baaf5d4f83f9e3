/** A service with people who are told, and a real mail server that gets it. */
import assert from 'node:assert/strict'
import { z } from 'zod'
import { type Body, openService } from '../service.ts'
import { trusting } from '../people/browser.ts'
import { type Actor, owner } from '../people/cast.ts'
import { mailServer, soon } from '../people/post.ts'

const Bell = z.object({
  notices: z.array(
    z.looseObject({
      id: z.int(),
      kind: z.string(),
      title: z.string(),
      lines: z.array(z.string()),
      count: z.int(),
      posts: z.array(
        z.object({ id: z.int(), text: z.string(), at: z.string().nullable(), place: z.string() }),
      ),
      more: z.int(),
      places: z.array(z.string()),
      read_at: z.string().nullable(),
      settled: z.boolean(),
    }),
  ),
  before: z.int().nullable(),
  unread: z.int(),
})

export async function openNotices(environment: Record<string, string> = {}) {
  await using stack = new AsyncDisposableStack()
  const server = stack.use(await mailServer())
  const mail = { SMTP_URL: server.url, MAIL_FROM: 'Crier <crier@example.org>' }
  const service = stack.use(await openService({ ...trusting, ...mail, ...environment }))
  const me = await owner(service)
  await service.query('update persons set email_confirmed_at = now()')
  // A process that only answers sends nothing.
  if (environment['ROLE'] === 'api') await service.query('delete from mails')
  else await soon('the mail that confirms', () => server.received[0])
  server.received.length = 0
  const { workspace_id } = me
  const account_id = service.accounts['bluesky'] ?? 0
  const owned = stack.move()
  const at = (path: string) => `/console/workspaces/${workspace_id}${path}`

  const kit = {
    service,
    server,
    mail,
    me,
    workspace_id,
    account_id,
    at,

    /** Statements that answer nothing, one after the other. */
    async sql(...texts: string[]) {
      for (const text of texts) await service.query(text)
    },

    async bell(who: Pick<Actor, 'page'> = me) {
      return Bell.parse((await who.page.ask('GET', at('/notices'))).body)
    },

    async prefer(preferences: Body, who: Pick<Actor, 'page'> = me) {
      const answer = await who.page.ask('PUT', at('/notices/preferences'), preferences)
      assert.equal(answer.status, 200, JSON.stringify(answer.body))
    },

    /** Somebody else who belongs to the workspace. */
    async member(name: string, role: string) {
      const email = `${name.toLowerCase()}@example.org`
      const { rows } = await service.query(
        `with made as (
          insert into persons (name, email, email_confirmed_at, password_hash, created_at)
          values ('${name}', '${email}', now(), '', now()) returning id)
        insert into members (workspace_id, person_id, role, joined_at)
        select ${workspace_id}, id, '${role}', now() from made returning person_id`,
      )
      return { email, person_id: Number(rows[0]?.['person_id']) }
    },

    /** So many posts whose delivery comes to this end, as a worker would write it. */
    async settled(count: number, columns: string, account = account_id) {
      const { rows } = await service.query(
        `with posted as (
          insert into posts (workspace_id, content, status, created_via, created_by, created_at, updated_at)
          select ${workspace_id}, 'A post that has words', 'failed', 'rest', 'key:1', now(), now() from generate_series(1, ${count})
          returning id),
        sent as (
          insert into deliveries (workspace_id, post_id, account_id, position, platform, sandbox)
          select ${workspace_id}, posted.id, a.id, 0, a.platform, true from posted, accounts a where a.id = ${account}
          returning id, post_id)
        select id, post_id from sent order by id`,
      )
      const ids = rows.map(({ id }) => String(id)).join(',')
      await service.query(`update deliveries set ${columns} where id in (${ids})`)
      return rows.map(({ post_id }) => Number(post_id))
    },

    /** What is gathered goes now instead of in some seconds. */
    async hurry() {
      await service.query(
        "update notices set due_at = now() where due_at < now() + interval '1 minute'",
      )
    },

    /** When everything that happened so far has been looked at. */
    async looked() {
      await soon('the look at what happened', async () => {
        const { rows } = await service.query(
          'select 1 from notice_feed, event_counter c where notice_feed.seq >= c.seq and not exists (select from fresh_events)',
        )
        return rows.length ? true : undefined
      })
    },

    /** The next mail about this, once what is due has gone. */
    async mailed(subject: RegExp, to = me.email) {
      await kit.looked()
      await kit.hurry()
      const found = await soon(`a mail about ${String(subject)}`, () =>
        server.received.find(
          (each) => subject.test(each.subject ?? '') && each.recipients.includes(to),
        ),
      )
      server.received.splice(server.received.indexOf(found), 1)
      return found
    },

    /** When nothing waits to be mailed any more. */
    async quiet() {
      await kit.looked()
      await kit.hurry()
      await soon('an empty outbox', async () => {
        const { rows } = await service.query(
          'select id from mails union all select id from notices where due_at <= now()',
        )
        return rows.length ? undefined : true
      })
    },

    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
  return kit
}

export const FAILED = `status = 'failed', error_code = 'media_rejected', error_message = 'No.'`
export const IN_DOUBT = `status = 'blocked', blocked_reason = 'outcome_unknown', error_code = 'outcome_unknown', error_message = 'Look.'`
