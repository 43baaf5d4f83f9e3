import { z } from 'zod'
import { operation } from '#operations/operation.ts'
import { listCalendars as readCalendars } from '#store/calendars.ts'
import { Calendar } from './parts/calendar.ts'

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
    return { calendars: await readCalendars(context) }
  },
})
