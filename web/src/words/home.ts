/** What is said of the overview, in the language of whoever looks. */
import { inLanguage } from './language.ts'

export const { words } = await inLanguage({
  en: () => import('./en/home.ts'),
  de: () => import('./de/home.ts'),
})
