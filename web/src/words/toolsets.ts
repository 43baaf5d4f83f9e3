/** What lists of tools let an app do, in the language of whoever decides. */
import { inLanguage } from './language.ts'

export const { words } = await inLanguage({
  en: () => import('./en/toolsets.ts'),
  de: () => import('./de/toolsets.ts'),
})
