/** What somebody did, by the kind of event. A test holds it against the list of kinds. */
import { inLanguage } from './language.ts'

const said = await inLanguage({
  en: () => import('./en/events.ts'),
  de: () => import('./de/events.ts'),
})

export function deedOf(type: string): string {
  const deeds: Readonly<Record<string, string>> = said.deeds
  return deeds[type] ?? said.unheard
}
