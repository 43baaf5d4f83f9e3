/** What went wrong, for people: a sentence for each code of the catalogue, so that nobody is ever shown a code instead. */
import { inLanguage, language, ofService } from './language.ts'
import { isCode } from './mends.ts'

const said = await inLanguage({
  en: () => import('./en/codes.ts'),
  de: () => import('./de/codes.ts'),
})

export function wordsOfCode(code: string, platform: string): string {
  return (isCode(code) ? said.codeWords[code] : said.unheard).replaceAll('{p}', platform)
}

/** Why a delivery came to nothing: in English as the service tells it, elsewhere by its code. */
export function whyFailed(
  { error_code, error_message }: { error_code: string | null; error_message: string | null },
  platform: string,
): { text: string; lang?: 'en' } | undefined {
  if (error_message === null) return undefined
  if (language !== 'en' && error_code !== null && isCode(error_code))
    return { text: `${wordsOfCode(error_code, platform)}.` }
  return { text: error_message, ...ofService }
}

export const { inside } = said
