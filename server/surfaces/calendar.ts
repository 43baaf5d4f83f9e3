/** What is planned, for programs for calendars: the address itself is what lets them in. */
import type { FastifyInstance } from 'fastify'
import { throttleNetwork } from '#access/throttle.ts'
import type { Environment } from '#operations/context.ts'
import { icalendar } from '#rules/calendar.ts'
import { hashSecret } from '#rules/key.ts'
import { Problem } from '#rules/problem.ts'
import { calendarBy, listPlanned } from '#store/calendars.ts'
import type { Db } from '#store/schema.ts'

interface CalendarDoor {
  db: Db
  environment: Pick<Environment, 'now' | 'base_url' | 'manifests'>
}

const DAY = 86_400_000
const BACK_DAYS = 60
const AHEAD_DAYS = 366
const EVENTS = 2_000
/** A program asks once an hour; a network may have many. */
const RATE = { limit: 120, seconds: 60 }

export function calendar(app: FastifyInstance, { db, environment }: CalendarDoor) {
  app.get<{ Params: { file: string } }>('/calendar/:file', async (request, reply) => {
    void reply.headers({ 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' })
    const now = environment.now()
    await throttleNetwork(db, 'calendar', request.ip, RATE, now)
    const [, token] = /^([A-Za-z0-9_-]{43})\.ics$/.exec(request.params.file) ?? []
    const found = token === undefined ? undefined : await calendarBy(db, hashSecret(token))
    if (!found) throw new Problem('not_found', 'Ask for a new address: there is nothing here.')
    const { workspace_id, name, with_text, account_ids } = found
    const rows = await listPlanned(
      { db, workspace_id },
      {
        account_ids,
        from: new Date(now.getTime() - BACK_DAYS * DAY),
        to: new Date(now.getTime() + AHEAD_DAYS * DAY),
        most: EVENTS,
      },
    )
    const events = rows.map(({ accounts, ...row }) => ({
      ...row,
      accounts: accounts.map(
        ({ platform, username }) =>
          `${environment.manifests[platform]?.name ?? platform} (${username})`,
      ),
    }))
    const { base_url } = environment
    const { host } = new URL(base_url)
    return reply
      .type('text/calendar; charset=utf-8')
      .header('x-content-type-options', 'nosniff')
      .send(icalendar({ name, host, base_url, with_text, events }))
  })
}
