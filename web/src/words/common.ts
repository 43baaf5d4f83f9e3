/** What is said of the frame around the rooms, and what many rooms say, in the language of whoever looks. */
import { inLanguage } from './language.ts'

export const { common } = await inLanguage({
  en: () => import('./en/common.ts'),
  de: () => import('./de/common.ts'),
})
