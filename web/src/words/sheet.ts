/** What is said of a calendar that is taken along or changed as a whole, in the language of whoever looks. */
import { inLanguage } from './language.ts'

export const { words } = await inLanguage({
  en: () => import('./en/sheet.ts'),
  de: () => import('./de/sheet.ts'),
})
