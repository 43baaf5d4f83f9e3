/** What is said of setting up platforms and of the instance, in the language of whoever looks. */
import { inLanguage } from './language.ts'

export const { words, steps } = await inLanguage({
  en: () => import('./en/set-up.ts'),
  de: () => import('./de/set-up.ts'),
})
