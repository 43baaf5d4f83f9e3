import { z } from 'zod'
import { operation } from '#operations/operation.ts'
import { listCalendars as readCalendars } from '#store/calendars.ts'
import { Calendar, reachOf } from './parts/calendar.ts'

export const listCalendars = operation({
  name: 'list_calendars',
  summary: 'The calendar addresses of the workspace, without the addresses themselves.',
  effect: 'reads',
  ability: 'keys:manage',
  actions: ['read'],
  idempotent: true,
  input: z.strictObject({}),
  output: z.object({ calendars: z.array(Calendar) }),
  refuses: [],
  rest: { method: 'GET', path: '/api/calendars' },
  mcp: { title: 'List calendar addresses', toolset: 'links' },

  async run(_, context) {
    const rows = await readCalendars(context)
    const { workspace_id } = context
    const calendars = rows.map(async ({ created_by, ...calendar }) => {
      const reach = await reachOf({ workspace_id, created_by }, context)
      return { ...calendar, ...(!reach && { ended: true as const }) }
    })
    return { calendars: await Promise.all(calendars) }
  },
})
