/** What the check of a post says, in the person's language: by the name of the sentence and what stands in it. */
import type * as en from './en/checks.ts'
import { either, form, list, moment, number } from './format.ts'
import { inLanguage, ofService } from './language.ts'
import { optionLabels, valueLabel } from './options.ts'
import { sizeOf } from './sizes.ts'

const said = await inLanguage({
  en: () => import('./en/checks.ts'),
  de: () => import('./de/checks.ts'),
})

/** The words of one language. */
type Tables = typeof en

type Value = string | number | readonly string[]
type Values = Readonly<Record<string, Value>>

/** As it is told: without a name it is a text alone. `platform`: whose option it is about. */
export interface Told {
  check?: unknown
  values?: unknown
  platform?: unknown
}

/** Undefined: this language has no words for it, or not all that stands in them is told. */
export function checkWords(
  { sentences, ...words }: Tables,
  { check, values, platform }: Told,
): string | undefined {
  if (typeof check !== 'string' || !Object.hasOwn(sentences, check)) return undefined
  const at: Place = { words, values: valuesOf(values), platform: String(platform) }
  let whole = true
  const text = sentences[check]?.replace(/\{(\w+)(?::(\w+))?\}/g, (_, name: string, how = '') => {
    const shown = shownOf(name, String(how), at)
    if (shown === undefined) whole = false
    return shown ?? ''
  })
  return whole ? text : undefined
}

interface Place {
  words: Omit<Tables, 'sentences'>
  values: Values
  platform: string
}

/** The same of other sentences. */
export function filled(sentences: Tables['sentences'], told: Told): string | undefined {
  return checkWords({ ...said, sentences }, told)
}

/** What is shown in place of a sentence of the service: its own words are English, and said to be where the page is not. */
export function inWords(message: string, told: Told | undefined): { text: string; lang?: 'en' } {
  const text = told && checkWords(said, told)
  if (text !== undefined) return { text }
  return { text: message, ...ofService }
}

/** Which option a field of a post is, by the name that the composer has for it. */
export function optionIn({
  field,
  platform,
}: {
  field: string
  platform?: string | undefined
}): string | undefined {
  const [, path] = /(?:^platform_options\.[^.]+|\.options)\.(.+)$/.exec(field) ?? []
  if (path === undefined || platform === undefined) return undefined
  // What stands in a list has the name of the list.
  const steps = path.split('.').filter((step) => !/^\d+$/.test(step))
  const names = steps.map((_, index) =>
    [platform, ...steps.slice(0, steps.length - index)].join('.'),
  )
  return names.map((name) => optionLabels[name]).find((each) => each !== undefined)
}

function shownOf(name: string, how: string, at: Place): string | undefined {
  const { words, values } = at
  if (name === 'as') return kindOf(values['as'], words)
  const value = values[name]
  if (value === undefined) return undefined
  if (name === 'unit') return unitOf(String(value), Number(values['limit']), words)
  return (ways[how] ?? plainly)(value, at)
}

type Way = (value: Value, at: Place) => string

const plainly: Way = (value) => {
  if (typeof value === 'number') return number(value)
  return typeof value === 'string' ? value : list(value)
}

const ways: Readonly<Record<string, Way>> = {
  plain: String,
  files: (value, { words }) => unitOf('files', Number(value), words),
  size: (value, { values: { limit, measured }, words }) => {
    const alike = sizeOf(Number(limit)) === sizeOf(Number(measured))
    const bytes = Number(value)
    return alike ? `${number(bytes)} ${unitOf('bytes', bytes, words)}` : sizeOf(bytes)
  },
  /** `0.563:1`. */
  ratio: (value) =>
    String(value)
      .split(':')
      .map((side) => number(Number(side)))
      .join(':'),
  type: (value) => typeOf(String(value)),
  types: (value) => either(textsOf(value).map(typeOf)),
  families: (value, { words: { families } }) =>
    either(textsOf(value).map((each) => families[each] ?? each)),
  moment: (value) => moment(String(value), 'moment'),
  option: (value, { platform }) =>
    optionLabels[`${platform}.${String(value)}`] ?? valueLabel(String(value)),
  value: (value) => valueLabel(String(value)),
  values: (value) => list(textsOf(value).map(valueLabel)),
}

function kindOf(as: Value | undefined, words: Place['words']) {
  if (as === undefined) return ''
  return words.as[String(as)] ?? ` (${String(as)})`
}

function unitOf(unit: string, count: number, { units }: Place['words']) {
  const forms = units[unit]
  return forms ? form(count, forms) : unit
}

/** `JPEG` of `image/jpeg`; what is called at length stays whole. */
function typeOf(mime_type: string) {
  if (mime_type === 'video/quicktime') return 'MOV'
  const short = /^\w+\/([a-z0-9]{2,5})$/.exec(mime_type)?.[1]
  return short?.toUpperCase() ?? mime_type
}

function textsOf(value: Value): string[] {
  return typeof value === 'object' ? [...value] : [String(value)]
}

/** Only what is of the kinds that are told. */
function valuesOf(values: unknown): Values {
  if (typeof values !== 'object' || values === null) return {}
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]: [string, unknown]): [string, Value][] => {
      if (typeof value === 'string' || typeof value === 'number') return [[name, value]]
      if (!Array.isArray(value)) return []
      return [[name, value.filter((each) => typeof each === 'string')]]
    }),
  )
}
