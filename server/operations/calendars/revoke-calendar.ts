import { z } from 'zod'
import { operation } from '#operations/operation.ts'
import { Id } from '#rules/post.ts'
import { deleteCalendar } from '#store/calendars.ts'
import { calendarId, noCalendar } from './parts/calendar.ts'

export const revokeCalendar = operation({
  name: 'revoke_calendar',
  summary: 'End a calendar address: it answers 404 from now on.',
  effect: 'destroys',
  ability: 'keys:manage',
  actions: 'manage',
  idempotent: false,
  input: z.strictObject({ id: calendarId }),
  output: z.object({ revoked: z.literal(true), id: Id }),
  refuses: ['calendar_not_found'],
  rest: { method: 'DELETE', path: '/api/calendars/:id', status: 204 },
  mcp: { title: 'Revoke a calendar address', toolset: 'links' },

  async run({ id }, context) {
    if (!(await deleteCalendar(context, id))) throw noCalendar(id)
    return { revoked: true as const, id }
  },
})
