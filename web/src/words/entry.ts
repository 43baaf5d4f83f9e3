/** What is said of signing up and in, in the language of whoever looks. */
import { inLanguage } from './language.ts'

export const { words } = await inLanguage({
  en: () => import('./en/entry.ts'),
  de: () => import('./de/entry.ts'),
})
