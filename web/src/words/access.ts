/** What is said of keys, apps and members, in the language of whoever looks. */
import { inLanguage } from './language.ts'

export const { words } = await inLanguage({
  en: () => import('./en/access.ts'),
  de: () => import('./de/access.ts'),
})
