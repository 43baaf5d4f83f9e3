/** The posting schedule as people edit it: at the dashboard and on the command line. */
import { z } from 'zod'
import { collector, invalid } from '#rules/problem.ts'
import { entriesMax, ScheduleEntry, TimeZone } from '#rules/schedule.ts'
import { findAccounts } from '#store/accounts.ts'
import { listEntries, replaceEntries } from '#store/schedule.ts'
import type { Scope } from '#store/schema.ts'
import { findWorkspace, setTimezone } from '#store/workspaces.ts'
import { parseBody } from './accept.ts'

export const Schedule = z.strictObject({
  timezone: TimeZone.optional(),
  entries: z.array(ScheduleEntry).max(entriesMax, `At most ${entriesMax} times.`),
})

export async function scheduleOf(scope: Scope) {
  const [{ timezone }, entries] = await Promise.all([findWorkspace(scope), listEntries(scope)])
  return { timezone, entries }
}

/** Replaces the whole schedule, and the zone when one is given. What was planned by the old one keeps its time. */
export async function setSchedule(scope: Scope, raw: unknown) {
  const { timezone, entries } = parseBody(Schedule, raw)
  const ids = [...new Set(entries.flatMap(({ account_id }) => account_id ?? []))]
  const known = new Set((await findAccounts(scope, ids)).map(({ id }) => id))
  const { errors, add } = collector()
  for (const [index, { account_id }] of entries.entries()) {
    if (account_id !== null && !known.has(account_id))
      add(`entries.${index}.account_id`, `There is no account ${account_id}.`)
  }
  const problem = invalid(errors)
  if (problem) throw problem
  await scope.db.transaction().execute(async (db) => {
    const within = { ...scope, db }
    await replaceEntries(within, entries)
    if (timezone !== undefined) await setTimezone(within, timezone)
  })
  return scheduleOf(scope)
}
