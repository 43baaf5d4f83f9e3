/** What is said of changing what is out, in the language of whoever looks. */
import { inLanguage } from './language.ts'

export const { words } = await inLanguage({
  en: () => import('./en/change.ts'),
  de: () => import('./de/change.ts'),
})
