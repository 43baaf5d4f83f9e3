/** What is said of the calendar, in the language of whoever looks. */
import { inLanguage } from './language.ts'

export const { words } = await inLanguage({
  en: () => import('./en/calendar.ts'),
  de: () => import('./de/calendar.ts'),
})
