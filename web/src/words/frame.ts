/** What is said around the rooms when something failed or is new, in the language of whoever looks. */
import { inLanguage } from './language.ts'

export const { words } = await inLanguage({
  en: () => import('./en/frame.ts'),
  de: () => import('./de/frame.ts'),
})
