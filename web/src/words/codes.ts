/** What went wrong, for people: a sentence for each code of the catalogue, so that nobody is ever shown a code instead. */
import { inLanguage } from './language.ts'
import { isCode } from './mends.ts'

const said = await inLanguage({
  en: () => import('./en/codes.ts'),
  de: () => import('./de/codes.ts'),
})

export function wordsOfCode(code: string, platform: string): string {
  return (isCode(code) ? said.codeWords[code] : said.unheard).replaceAll('{p}', platform)
}

export const { inside } = said
