/** What is said of numbers, in the language of whoever looks. */
import { inLanguage } from './language.ts'

export const { words } = await inLanguage({
  en: () => import('./en/analytics.ts'),
  de: () => import('./de/analytics.ts'),
})
