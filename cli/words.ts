/** From the words somebody typed to a command's flags and values, or a sentence about what is wrong with them. */
import { parseArgs } from 'node:util'
import { type Command, type Given, UsageError } from './command.ts'

export function readWords(command: Command, words: string[]): { given: Given; json: boolean } {
  const { flags = {}, values = [] } = command
  const texts = Object.entries(flags).map(
    ([flag, kind]) => [flag, { type: kind === 'switch' ? 'boolean' : 'string' }] as const,
  )
  const options = {
    ...Object.fromEntries(texts),
    ...(command.json && { json: { type: 'boolean' } as const }),
  }
  const parsed = strictly(() => parseArgs({ args: words, options, allowPositionals: true }))
  const extra = parsed.positionals[values.length]
  if (extra !== undefined) throw new UsageError(`"${extra}" is one word too many.`)

  const given: Record<string, string> = {}
  for (const [flag, value] of Object.entries(parsed.values)) {
    if (typeof value === 'string') given[flag] = value
    else if (value === true && flags[flag] === 'switch') given[flag] = 'true'
  }
  for (const [index, value] of values.entries()) given[value] = parsed.positionals[index] ?? ''
  const required = [...values, ...Object.keys(flags).filter((flag) => flags[flag] === 'required')]
  const missing = required.find((name) => !given[name]?.trim())
  if (missing) throw new UsageError(`Give ${shown(command, missing)}.`)
  return { given, json: parsed.values['json'] === true }
}

/** A flag or value as it is typed. */
export function shown({ values = [] }: Command, name: string) {
  return values.includes(name) ? name.toUpperCase() : `--${name}`
}

/** Node explains at length; its first sentence is enough. */
function strictly<Result>(parse: () => Result): Result {
  try {
    return parse()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (!(error instanceof Error) || !code.startsWith('ERR_PARSE_ARGS')) throw error
    throw new UsageError(`${error.message.split(/\.\s|\n/)[0]?.replace(/\.$/, '')}.`)
  }
}

/** What is no number is left for the operation to refuse, by its place. */
export function idsIn(text: string): (string | number)[] {
  return text.split(',').map((word) => (/^\s*\d{1,15}\s*$/.test(word) ? Number(word) : word))
}
