/** Moments of a timeline, in the person's own zone. */
import { locale } from '../../words/format.ts'

const second = new Intl.DateTimeFormat(locale, { timeStyle: 'medium' })
const day = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' })

export const secondOf = (at: string) => second.format(new Date(at))
export const dayOf = (at: string) => day.format(new Date(at))
