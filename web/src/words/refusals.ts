/** What the service refuses, in the person's language: by its fields, by what it measured, or by its code. */
import { filled, inWords } from './checks.ts'
import { inLanguage } from './language.ts'

const { refusals } = await inLanguage({
  en: () => import('./en/refusals.ts'),
  de: () => import('./de/refusals.ts'),
})

/** A refusal as it is told, of a call or of one row of many. */
export interface Refused {
  code: string
  message: string
  /** By field. */
  errors?: Readonly<Record<string, readonly string[]>> | undefined
  problems?: unknown
  check?: unknown
  values?: unknown
}

/** Undefined: nothing of it has words in this language. */
export function refusalWords(refused: Refused): string | undefined {
  const { code, message, errors = {} } = refused
  const fields = Object.entries(errors)
  if (code === 'invalid' && fields.length) {
    const told = problemsOf(refused.problems)
    const texts = fields.flatMap(([field, all]) =>
      all.map((text) => {
        const known = told.find((each) => each['field'] === field && each['message'] === text)
        return inWords(text, known)
      }),
    )
    if (texts.every(({ lang }) => lang !== undefined)) return undefined
    return [...new Set(texts.map(({ text }) => text))].join(' ')
  }
  const own = inWords(message, refused)
  return own.lang === undefined ? own.text : filled(refusals, { check: code, values: refused })
}

function problemsOf(problems: unknown): Record<string, unknown>[] {
  if (!Array.isArray(problems)) return []
  return problems.filter((each) => typeof each === 'object' && each !== null)
}
