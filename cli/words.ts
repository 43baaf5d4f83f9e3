/** From the words somebody typed to a command's flags and values, or all that is wrong with them. */
import { parseArgs } from 'node:util'
import { type Command, type Given, UsageError } from './command.ts'

export function readWords(command: Command, words: string[]): { given: Given; json: boolean } {
  const { flags = {}, values = [] } = command
  const texts = Object.entries(flags).map(
    ([flag, kind]) => [flag, { type: kind === 'switch' ? 'boolean' : 'string' }] as const,
  )
  const options: Record<string, { type: 'boolean' | 'string' }> = {
    ...Object.fromEntries(texts),
    ...(command.json && { json: { type: 'boolean' as const } }),
  }
  // Not strictly: that stops at the first mistake, and all of them are told at once.
  const parsed = parseArgs({
    args: words,
    options,
    allowPositionals: true,
    strict: false,
    tokens: true,
  })
  const wrong: string[] = []
  const given: Record<string, string> = {}
  const unsaid = new Set<string>()
  for (const token of parsed.tokens) {
    if (token.kind !== 'option') continue
    const { name, rawName, value, inlineValue } = token
    const type = Object.hasOwn(options, name) ? options[name]?.type : undefined
    if (type === undefined) wrong.push(`Unknown option '${rawName}'.`)
    else if (type === 'boolean' && value !== undefined)
      wrong.push(`Option '${rawName}' does not take an argument.`)
    else if (type === 'string' && value === undefined)
      wrong.push(`Option '${rawName} <value>' argument missing.`)
    else if (type === 'string' && !inlineValue && /^-./.test(value ?? ''))
      wrong.push(`Option '${rawName}' argument is ambiguous.`)
    else if (type === 'string') given[name] = value ?? ''
    else if (flags[name] === 'switch') given[name] = 'true'
    if (!Object.hasOwn(given, name)) unsaid.add(name)
  }
  for (const extra of parsed.positionals.slice(values.length))
    wrong.push(`"${extra}" is one word too many.`)
  for (const [index, value] of values.entries()) given[value] = parsed.positionals[index] ?? ''

  const required = [...values, ...Object.keys(flags).filter((flag) => flags[flag] === 'required')]
  const missing = required.filter((name) => !given[name]?.trim() && !unsaid.has(name))
  if (missing.length) wrong.push(`Give ${listedAs(missing.map((name) => asTyped(command, name)))}.`)
  // What has a word of its own is refused by the operation, unless there is no call.
  if (wrong.length) throw new UsageError([...wrong, ...misspelt(command, given)].join(' '))
  return { given, json: parsed.values['json'] === true }
}

function misspelt(command: Command, given: Given) {
  return Object.entries(command.choices ?? {}).flatMap(([name, choices]) => {
    const said = given[name]?.split(',') ?? []
    return said.every((word) => !word.trim() || choices.includes(word.trim()))
      ? []
      : [`${asTyped(command, name)}: Use ${listedAs(choices, 'or')}.`]
  })
}

function listedAs(names: readonly string[], joint = 'and') {
  const [last = '', ...before] = names.toReversed()
  return before.length ? `${before.toReversed().join(', ')} ${joint} ${last}` : last
}

/** A flag or value as it is typed. */
export function asTyped({ values = [] }: Command, name: string) {
  return values.includes(name) ? name.toUpperCase() : `--${name}`
}

/** What `when` may be beside a time. */
export const whens = ['draft', 'now', 'next_slot']

/** What is no number is left for the operation to refuse, by its place. */
export function idsIn(text: string): (string | number)[] {
  return text.split(',').map((word) => (/^\s*\d{1,15}\s*$/.test(word) ? Number(word) : word))
}
