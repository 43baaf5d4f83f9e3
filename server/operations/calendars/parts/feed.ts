/** What stands in a calendar, for whoever has its address. */
import { z } from 'zod'
import type { Environment } from '#operations/context.ts'
import { calledOf } from '#rules/called.ts'
import { icalendar } from '#rules/calendar.ts'
import { hashSecret } from '#rules/key.ts'
import { calendarBy, calendarId, listPlanned, noteCalendarId } from '#store/calendars.ts'
import type { Db } from '#store/schema.ts'
import { reachOf } from './calendar.ts'

const DAY = 86_400_000
const BACK_DAYS = 60
const AHEAD_DAYS = 366
const EVENTS = 2_000

/** Undefined: there is none under this token, or whoever made it does not read along any more. */
export async function feedOf(
  db: Db,
  token: string,
  environment: Pick<Environment, 'base_url' | 'manifests' | 'now' | 'standing'>,
): Promise<string | undefined> {
  const found = await calendarBy(db, hashSecret(token))
  if (!found) return undefined
  const { base_url, manifests, now } = environment
  const { workspace_id, name, with_text, account_ids } = found
  const reach = await reachOf(found, { db, environment })
  if (!reach) return undefined
  const today = now().getTime()
  const rows = await listPlanned(
    { db, workspace_id, account_ids: reach.account_ids },
    {
      account_ids,
      from: new Date(today - BACK_DAYS * DAY),
      to: new Date(today + AHEAD_DAYS * DAY),
      most: EVENTS,
    },
  )
  const events = rows.map(({ accounts, ...row }) => ({
    ...row,
    accounts: accounts.map(({ status, ...account }) => ({
      name: `${manifests[account.platform]?.name ?? account.platform} (${calledOf(account)})`,
      status,
    })),
  }))
  const instance = await instanceOf(db, base_url)
  return icalendar({ name, instance, base_url, with_text, events })
}

/** Its address may change, and its events are the same. */
async function instanceOf(db: Db, base_url: string) {
  const known = await calendarId(db)
  if (typeof known === 'string') return known
  await noteCalendarId(db, known === null ? new URL(base_url).host : undefined)
  return z.string().parse(await calendarId(db))
}
