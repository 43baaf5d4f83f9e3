/** What is said where the bell opens, in the language of whoever looks. */
import { inLanguage } from './language.ts'

export const { words } = await inLanguage({
  en: () => import('./en/bell.ts'),
  de: () => import('./de/bell.ts'),
})
