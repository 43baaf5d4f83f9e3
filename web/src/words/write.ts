/** What is said of writing, and the previews, in the language of whoever looks. */
import { inLanguage } from './language.ts'

export const { words } = await inLanguage({
  en: () => import('./en/write.ts'),
  de: () => import('./de/write.ts'),
})
