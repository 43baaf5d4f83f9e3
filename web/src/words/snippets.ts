/** What is said of snippets, in the language of whoever looks. */
import { inLanguage } from './language.ts'

export const { words } = await inLanguage({
  en: () => import('./en/snippets.ts'),
  de: () => import('./de/snippets.ts'),
})
