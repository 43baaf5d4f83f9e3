/**
 * What the service refused, in the page's language. The words come with the first refusal, so that no room waits for them;
 * what has none there is said as the service says it, and known as English by whoever shows it.
 */
import { language } from '../words/language.ts'
import type { Refused } from '../words/refusals.ts'

let said: typeof import('../words/refusals.ts') | undefined
const english = new Set<string>()

/** Before a refusal is said. */
export async function wordsForRefusals() {
  if (language === 'en' || said) return
  said = await import('../words/refusals.ts').catch(() => undefined)
}

/** Texts of fields at once; what it is about, where it is about none. */
export function refusedIn(refused: Refused): string {
  const { code, message, errors = {} } = refused
  const texts = [...new Set(Object.values(errors).flat())]
  const text = code === 'invalid' && texts.length ? texts.join(' ') : message
  return refusedInOwnWords(refused) ?? asSaid(text)
}

/** Undefined: the page has no words for it, or not yet. */
export function refusedInOwnWords(refused: Refused): string | undefined {
  return said?.refusalWords(refused)
}

/** Remembers that this is the service's own. */
export function asSaid(text: string) {
  if (language !== 'en') english.add(text)
  return text
}

/** For `lang`, of whatever is shown: undefined where it is of the page's language. */
export function langOf(text: unknown): 'en' | undefined {
  return typeof text === 'string' && english.has(text) ? 'en' : undefined
}
