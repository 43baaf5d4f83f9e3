/** What is said where everything is found, in the language of whoever looks. */
import { inLanguage } from './language.ts'

export const { words } = await inLanguage({
  en: () => import('./en/palette.ts'),
  de: () => import('./de/palette.ts'),
})
