/** What is said of a post that somebody else answered, in the language of whoever looks. */
import { inLanguage } from './language.ts'

export const { words } = await inLanguage({
  en: () => import('./en/decided.ts'),
  de: () => import('./de/decided.ts'),
})
