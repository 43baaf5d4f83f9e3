/** What is said of the library, in the language of whoever looks. */
import { inLanguage } from './language.ts'

export const { words } = await inLanguage({
  en: () => import('./en/library.ts'),
  de: () => import('./de/library.ts'),
})
