/** What is said of parameters on links, and of calendars by their address, in the language of whoever looks. */
import { inLanguage } from './language.ts'

export const { words } = await inLanguage({
  en: () => import('./en/links.ts'),
  de: () => import('./de/links.ts'),
})
