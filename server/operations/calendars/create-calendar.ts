import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Context } from '#operations/context.ts'
import { dryRun, flag, unknownAccounts } from '#operations/ids.ts'
import { operation } from '#operations/operation.ts'
import { allows } from '#rules/ability.ts'
import { hashSecret } from '#rules/key.ts'
import { limits } from '#rules/limits.ts'
import { Id } from '#rules/post.ts'
import { invalid, Problem, wrong } from '#rules/problem.ts'
import { insertCalendar, listCalendars } from '#store/calendars.ts'
import { lockNames } from '#store/names.ts'
import { Calendar, calendarName } from './parts/calendar.ts'

const Input = z.strictObject({
  name: calendarName,
  with_text: flag.optional().describe('Default true; false: accounts and times only.'),
  account_ids: z
    .array(Id)
    .min(1, 'Name one, or leave it out for all.')
    .max(limits.accounts_per_post, `At most ${limits.accounts_per_post}.`)
    .optional()
    .describe('What goes to these only.'),
  dry_run: dryRun.optional(),
})

export const createCalendar = operation({
  name: 'create_calendar',
  summary:
    'Make an address at which programs for calendars read what is planned (iCalendar). Whoever has it reads along, as far as whoever made it does, until revoke_calendar. It is shown this once only.',
  effect: 'writes',
  ability: 'keys:manage',
  actions: 'manage',
  idempotent: false,
  input: Input,
  output: Calendar.extend({ url: z.string().describe('Not retrievable later.') }),
  refuses: ['invalid', 'forbidden'],
  rest: { method: 'POST', path: '/api/calendars', status: 201 },
  mcp: { title: 'Make a calendar address', toolset: 'links' },

  check: unknownAccounts,

  async run({ name, with_text = true, account_ids = null }, context) {
    requireReader(context)
    await lockNames(context, 'calendars')
    const problem = invalid(await unknownAccounts({ account_ids }, context))
    if (problem) throw problem
    if ((await listCalendars(context)).length >= limits.calendars)
      throw wrong('name', `Revoke one first: a workspace has ${limits.calendars} at the most.`)
    const token = randomBytes(32).toString('base64url')
    const calendar = await insertCalendar(
      context,
      {
        name,
        token_hash: hashSecret(token),
        with_text,
        account_ids,
        created_by: context.caller.credential,
      },
      context.now,
    )
    return { ...calendar, url: `${context.environment.base_url}/calendar/${token}.ics` }
  },
})

/** An address tells its maker's posts: whoever reads none has none to tell. */
function requireReader({ caller: { abilities } }: Context) {
  if (allows(abilities, 'posts:read')) return
  throw new Problem(
    'forbidden',
    `Use a key with the ability posts:read as well: this one has ${abilities.join(', ')}.`,
    { ability: 'posts:read' },
  )
}
