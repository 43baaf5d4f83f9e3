/** A calendar's address as callers see and write it. */
import { z } from 'zod'
import { nameUpTo, number } from '#operations/ids.ts'
import { limits } from '#rules/limits.ts'
import { Id, rehearsed } from '#rules/post.ts'
import { Problem } from '#rules/problem.ts'

export const Calendar = z.object({
  id: z.int().min(0),
  name: z.string(),
  with_text: z.boolean().describe('Whether the texts of posts stand in it.'),
  account_ids: z.array(Id).nullable().describe('Null: of all accounts.'),
  created_at: z.iso.datetime(),
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
