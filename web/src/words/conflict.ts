/** What is said where two people changed one post, in the language of whoever looks. */
import { inLanguage } from './language.ts'

export const { words } = await inLanguage({
  en: () => import('./en/conflict.ts'),
  de: () => import('./de/conflict.ts'),
})
