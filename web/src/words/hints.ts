/** What an option of a platform does: in English as the service tells it. */
import { inLanguage, ofService } from './language.ts'

const { hints } = await inLanguage({
  en: () => import('./en/hints.ts'),
  de: () => import('./de/hints.ts'),
})

/** `path`: `x.reply_settings`. */
export function hintOf(
  path: string,
  description: string | undefined,
): { text: string; lang?: 'en' } | undefined {
  if (Object.hasOwn(hints, path)) return { text: hints[path] ?? '' }
  return description ? { text: description, ...ofService } : undefined
}
