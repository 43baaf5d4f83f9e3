/** What a post says of itself inside of an MCP client, in the language of whoever looks. */
import { inLanguage } from './language.ts'

export const { words } = await inLanguage({
  en: () => import('./en/view.ts'),
  de: () => import('./de/view.ts'),
})
