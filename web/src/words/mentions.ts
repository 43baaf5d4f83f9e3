/** Whom a text may mention, in the language of whoever looks. */
import { inLanguage } from './language.ts'

export const { words } = await inLanguage({
  en: () => import('./en/mentions.ts'),
  de: () => import('./de/mentions.ts'),
})
