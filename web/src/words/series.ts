/** What is said of series of posts, in the language of whoever looks. */
import { inLanguage } from './language.ts'

export const { words } = await inLanguage({
  en: () => import('./en/series.ts'),
  de: () => import('./de/series.ts'),
})
