/** Days of next month, of which nothing has passed, and the moments on them; and the schedule of those who plan there. */
import type { Page } from 'playwright-core'
import { Temporal } from 'temporal-polyfill'
import type { House } from './house.ts'

export const BERLIN = 'Europe/Berlin'

const second = Temporal.Now.zonedDateTimeISO(BERLIN)
  .toPlainDate()
  .with({ day: 1 })
  .add({ months: 1 })
  .add({ days: 7 })
/** The Tuesday of its second week. */
export const chosen = second.add({ days: (2 - second.dayOfWeek + 7) % 7 })

/** The next day that clocks make shorter or longer; nothing of it has passed when a test comes to it. */
export function changed(zone: string, length: 'shorter' | 'longer') {
  let at: Temporal.ZonedDateTime | null = Temporal.Now.zonedDateTimeISO(zone).add({ days: 2 })
  while ((at = at.getTimeZoneTransition('next'))) {
    const date = at.toPlainDate()
    const { hoursInDay } = date.toZonedDateTime(zone)
    if (length === 'shorter' ? hoursInDay < 24 : hoursInDay > 24) return date.toString()
  }
  throw new Error(`Clocks never change in ${zone}.`)
}

export function moment(date: string, time: string, zone = BERLIN) {
  const there = Temporal.PlainDate.from(date).toZonedDateTime({ timeZone: zone, plainTime: time })
  return new Date(there.epochMilliseconds).toISOString()
}

/** Of whoever is signed in on the page. */
export async function setSchedule(
  page: Page,
  { service }: House,
  entries: object[] = [],
  timezone = BERLIN,
) {
  const { workspaces } = await (await page.request.get('/console/me')).json()
  await page.request.put(`/console/workspaces/${workspaces[0].id}/schedule`, {
    headers: { origin: service.base_url, 'content-type': 'application/json' },
    data: { timezone, entries },
  })
}
