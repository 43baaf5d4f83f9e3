/** What is said of the end of a workspace and of a person, in the language of whoever looks. */
import { inLanguage } from './language.ts'

export const { words } = await inLanguage({
  en: () => import('./en/deletion.ts'),
  de: () => import('./de/deletion.ts'),
})
