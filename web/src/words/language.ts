/**
 * In which language the page speaks. It is settled once, before anything is said: whoever chooses another one gets the
 * page anew. The person's own language is kept with them; this browser remembers it for the page before the sign-in.
 */

/** Each in its own words. */
export const languages = [
  { value: 'en', label: 'English', region: 'en-GB' },
  { value: 'de', label: 'Deutsch', region: 'de-DE' },
] as const
export type Language = (typeof languages)[number]['value']

const KEY = 'crier.language'
// Tests of pure parts run without a browser, and in English whatever machine they run on.
const browser = 'document' in globalThis
const wished = browser ? navigator.languages : []
const spoken = spokenOf([remembered(), ...wished])

export const language: Language = spoken.value

/** For what the service says in its own words: they are English, and said to be where the page is not. */
export const ofService: { lang?: 'en' } = language === 'en' ? {} : { lang: 'en' }

/** With the region in which the person reads it, for dates and numbers. */
export const locale: string =
  wished.find((each) => each.split('-')[0] === language) ?? spoken.region

const RIGHT_TO_LEFT = /^(ar|arc|ckb|dv|fa|he|ks|ps|sd|ug|ur|yi)\b/
export const direction = RIGHT_TO_LEFT.test(locale) ? 'rtl' : 'ltr'

/** The words of an area, and of no other language. */
export function inLanguage<Words>(files: Record<Language, () => Promise<Words>>): Promise<Words> {
  return files[language]()
}

/** What the person chose, or null: as the browser has it. Says whether the page speaks another language by now. */
export function remember(tag: string | null): boolean {
  if (tag === null) localStorage.removeItem(KEY)
  else localStorage.setItem(KEY, tag)
  return spokenOf([tag, ...wished]).value !== language
}

function remembered() {
  if (!browser) return null
  try {
    return localStorage.getItem(KEY)
  } catch {
    // A page that another one holds in a sandbox remembers nothing.
    return null
  }
}

function spokenOf(tags: readonly (string | null)[]) {
  const [first] = languages
  for (const tag of tags) {
    const found = languages.find(({ value }) => value === tag?.split('-')[0])
    if (found) return found
  }
  return first
}
