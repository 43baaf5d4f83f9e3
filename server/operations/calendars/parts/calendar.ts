/** A calendar's address as callers see and write it. */
import { z } from 'zod'
import type { Context } from '#operations/context.ts'
import { nameUpTo, number } from '#operations/ids.ts'
import { allows } from '#rules/ability.ts'
import { mayDo } from '#rules/leash.ts'
import { limits } from '#rules/limits.ts'
import { Id, rehearsed } from '#rules/post.ts'
import { Problem } from '#rules/problem.ts'

export const Calendar = z.object({
  id: z.int().min(0),
  name: z.string(),
  with_text: z.boolean().describe('Whether the texts of posts stand in it.'),
  account_ids: z.array(Id).nullable().describe('Null: of all accounts.'),
  created_at: z.iso.datetime(),
  ended: z
    .literal(true)
    .optional()
    .describe('It answers 404: whoever made it is gone, or reads no posts any more.'),
  dry_run: rehearsed,
})

export const calendarId = number(1, Number.MAX_SAFE_INTEGER).describe('The calendar.')

export const calendarName = nameUpTo(limits.calendar_name_chars)

export function noCalendar(id: number) {
  return new Problem(
    'calendar_not_found',
    `Look for its id with list_calendars: there is no calendar ${id}.`,
  )
}

/** How far whoever made it reads at this moment: no address tells more. Undefined once they do not, also for a while. */
export async function reachOf(
  { workspace_id, created_by: credential }: { workspace_id: number; created_by: string },
  {
    db,
    environment,
  }: Pick<Context, 'db'> & { environment: Pick<Context['environment'], 'standing'> },
): Promise<{ account_ids: readonly number[] | undefined } | undefined> {
  const maker = await environment.standing(db, { workspace_id, credential })
  const reads =
    maker &&
    !maker.leash.paused &&
    mayDo(maker.leash, 'read') &&
    allows(maker.abilities, 'posts:read')
  return reads ? { account_ids: maker.leash.account_ids ?? undefined } : undefined
}
