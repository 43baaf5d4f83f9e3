/** What is said of settings, activity and webhooks, in the language of whoever looks. */
import { inLanguage } from './language.ts'

export const { words } = await inLanguage({
  en: () => import('./en/settings.ts'),
  de: () => import('./de/settings.ts'),
})
