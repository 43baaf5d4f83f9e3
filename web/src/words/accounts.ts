/** What is said of accounts and connecting them, in the language of whoever looks. */
import { inLanguage } from './language.ts'

export const { words } = await inLanguage({
  en: () => import('./en/accounts.ts'),
  de: () => import('./de/accounts.ts'),
})
