import { escape } from '../kit/emulator.ts'

/** Markup that is safe to send. Only `html` makes it. */
export interface Html {
  readonly markup: string
}

type Value = string | number | Html | readonly Html[]

/** A template in which every string is escaped, so that nothing a post says can become markup. */
export function html(strings: TemplateStringsArray, ...values: readonly Value[]): Html {
  const filled = strings.map((text, index) => text + written(values[index] ?? ''))
  return { markup: filled.join('') }
}

function written(value: Value): string {
  if (typeof value === 'string' || typeof value === 'number') return escape(String(value))
  return 'markup' in value ? value.markup : value.map(({ markup }) => markup).join('')
}
