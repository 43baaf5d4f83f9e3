/** Names of the platforms' options, and of their values. */
import { inLanguage } from './language.ts'

const said = await inLanguage({
  en: () => import('./en/options.ts'),
  de: () => import('./de/options.ts'),
})

export const optionLabels: Readonly<Record<string, string>> = said.labels
export const allowing = said.allowing
export const switchedOff: string = said.switchedOff
export const places = said.places
const values: Readonly<Record<string, string>> = said.values

export function valueLabel(value: string) {
  const plain = value.toLowerCase().replaceAll('_', ' ')
  return values[value] ?? plain.charAt(0).toUpperCase() + plain.slice(1)
}

/** As it is stored, in the words in which it was chosen. What somebody typed stays letter by letter. */
export function storedLabel(name: string, value: string) {
  return name === 'title' ? value : (values[value] ?? value)
}
