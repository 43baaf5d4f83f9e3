/** The command line: finds the command, carries it out, prints its answer. `crier help` lists what there is. */
import { type Command, CommandError, UsageError } from './command.ts'
import { listed } from './generated.ts'
import { groups, type Listed } from './groups.ts'
import { leashHelp } from './leash.ts'
import { table } from './table.ts'
import { readWords } from './words.ts'
import manifest from '../package.json' with { type: 'json' }

async function main(words: readonly string[]) {
  if (words[0] === 'help' || words.includes('--help') || words.includes('-h')) return print(help())
  if (words[0] === '--version' || words[0] === '-v') return print(manifest.version)
  const { command, given, json } = await read(words)
  // Whoever only reads the help, or mistypes, waits for none of it.
  const { carryOut } = await import('./carry-out.ts')
  const answer = await carryOut(command, given)
  if (!answer) return
  print(json ? JSON.stringify(answer.data, null, 2) : answer.text)
  if (answer.failed) process.exitCode = 1
}

/** Which command that is, and with what; a UsageError where it is none. */
export async function read(words: readonly string[]) {
  const found = listed.find(({ name }) => startsWith(words, name.split(' ')))
  if (!found) throw new UsageError(unknown(words))
  const command = await commandOf(found)
  return { command, ...readWords(command, words.slice(command.name.split(' ').length)) }
}

async function commandOf({ group, name }: Listed): Promise<Command> {
  const command = (await groups[group]()).find((each) => each.name === name)
  if (!command) throw new Error(`cli/generated.ts is stale: there is no ${name} in ${group}.`)
  return command
}

function startsWith(words: readonly string[], name: readonly string[]) {
  return name.every((word, index) => words[index] === word)
}

function unknown(words: readonly string[]) {
  const typed = words.filter((word) => !word.startsWith('-')).slice(0, 2)
  return typed.length ? `There is no command "${typed.join(' ')}".` : 'Name a command.'
}

function help() {
  const rows = listed.map(({ name, takes, summary }) => [
    `  crier ${name} ${takes}`.trimEnd(),
    summary,
  ])
  return [
    'Crier on the command line; it works beside a running instance and without one.',
    '',
    table([...rows, ['  crier help', 'Show this.'], ['  crier --version', 'Show the version.']]),
    '',
    ...leashHelp,
    '',
    'Settings come from the environment and from .env, as for the service: see docs/configuration.md.',
  ].join('\n')
}

function print(text: string) {
  process.stdout.write(`${text}\n`)
}

/** What went wrong in a sentence, when it is not a bug of ours; and the exit code. */
async function explain(error: unknown): Promise<{ text: string; code: number }> {
  if (error instanceof UsageError) return { text: `${error.message} See crier help.`, code: 2 }
  if (error instanceof CommandError) return { text: error.message, code: 1 }
  const { sentenceFor } = await import('#app/start-failure.ts')
  const words = sentenceFor(error)
  if (words !== undefined) return { text: words, code: 1 }
  return { text: (error instanceof Error && error.stack) || String(error), code: 1 }
}

/** `words` are those after `crier`. */
export async function run(words: readonly string[]) {
  // Whatever is written is for this user only.
  process.umask(0o077)
  try {
    await main(words)
  } catch (error) {
    const { text, code } = await explain(error)
    process.stderr.write(`${text}\n`)
    process.exitCode = code
  }
}
