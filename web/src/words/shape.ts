/** What is said of describing, cropping and covering files, in the language of whoever looks. */
import { inLanguage } from './language.ts'

export const { words } = await inLanguage({
  en: () => import('./en/shape.ts'),
  de: () => import('./de/shape.ts'),
})
