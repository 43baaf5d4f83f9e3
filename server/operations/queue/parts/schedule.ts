/** The posting schedule as people edit it: at the dashboard and on the command line. */
import { z } from 'zod'
import { parseInput } from '#rules/input.ts'
import { collector, invalid, Problem } from '#rules/problem.ts'
import { entriesMax, ScheduleEntry } from '#rules/schedule.ts'
import { Zone } from '#rules/person.ts'
import { findAccounts } from '#store/accounts.ts'
import { listEntries, renewSchedule, replaceEntries, scheduleVersion } from '#store/schedule.ts'
import type { Scope } from '#store/schema.ts'
import { changeWorkspace, findWorkspace, knowsZone } from '#store/workspaces.ts'

export const Schedule = z.strictObject({
  timezone: Zone.optional(),
  /** Of the schedule as it was seen. */
  updated_at: z.iso.datetime().optional(),
  entries: z.array(ScheduleEntry).max(entriesMax, `At most ${entriesMax} times.`),
})

export async function scheduleOf(scope: Scope) {
  const [{ timezone }, entries, updated_at] = await Promise.all([
    findWorkspace(scope),
    listEntries(scope),
    scheduleVersion(scope),
  ])
  return { timezone, entries, updated_at }
}

/** Replaces the whole schedule, and the zone when one is given. What was planned by the old one keeps its time. */
export async function setSchedule(scope: Scope, raw: unknown, now: Date) {
  const { timezone, entries, updated_at } = parseInput(Schedule, raw)
  const ids = [...new Set(entries.flatMap(({ account_id }) => account_id ?? []))]
  const known = new Set((await findAccounts(scope, ids)).map(({ id }) => id))
  const { errors, add } = collector()
  for (const [index, { account_id }] of entries.entries()) {
    if (account_id !== null && !known.has(account_id))
      add(`entries.${index}.account_id`, `There is no account ${account_id}.`)
  }
  if (timezone !== undefined && !(await knowsZone(scope.db, timezone)))
    add('timezone', 'Use a time zone such as Europe/Berlin.')
  const problem = invalid(errors)
  if (problem) throw problem
  await scope.db.transaction().execute(async (db) => {
    const within = { ...scope, db }
    if (!(await renewSchedule(within, updated_at, now))) throw await changed(within)
    await replaceEntries(within, entries)
    await changeWorkspace(within, { timezone })
  })
  return scheduleOf(scope)
}

async function changed(scope: Scope) {
  const schedule = await scheduleOf(scope)
  const text = `Look at the schedule again: it was changed at ${schedule.updated_at}.`
  return new Problem('schedule_changed', text, { updated_at: schedule.updated_at, schedule })
}
