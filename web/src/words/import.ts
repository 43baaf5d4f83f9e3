/** What is said of posts from tables, in the language of whoever looks. */
import { inLanguage } from './language.ts'

export const { words } = await inLanguage({
  en: () => import('./en/import.ts'),
  de: () => import('./de/import.ts'),
})
