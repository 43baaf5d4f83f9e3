/** The command line: finds the command, carries it out, prints its answer. `crier help` lists what there is. */
import { type Command, CommandError, type Given, UsageError } from './command.ts'
import type { Listed } from './generated.ts'
import { groups } from './groups.ts'
import { commandOf, helpOn, pageOn } from './help.ts'
import { readWords } from './words.ts'
import manifest from '../package.json' with { type: 'json' }

async function main(words: readonly string[]) {
  if (words[0] === 'help') return help(words.slice(1))
  if (words.includes('--help') || words.includes('-h')) return help(words)
  if (words[0] === '--version' || words[0] === '-v') return print(manifest.version)
  const { command, given, json } = await read(words)
  const answer = command.plain ? command.plain(given) : await carriedOut(command, given)
  if (!answer) return
  print(json ? JSON.stringify(answer.data, null, 2) : answer.text)
  if (answer.failed) process.exitCode = 1
}

/** Whoever only reads the help, or mistypes, waits for none of it. */
async function carriedOut(command: Command, given: Given) {
  const { carryOut } = await import('./carry-out.ts')
  return carryOut(command, given)
}

/** Which command that is, and with what; a UsageError where it is none. */
export async function read(words: readonly string[]) {
  const found = commandOf(words)
  if (!found) throw new UsageError(unknown(words))
  const command = await loaded(found)
  return { command, ...readWords(command, words.slice(command.name.split(' ').length)) }
}

async function loaded({ group, name }: Listed): Promise<Command> {
  const command = (await groups[group]()).find((each) => each.name === name)
  if (!command) throw new Error(`cli/generated.ts is stale: there is no ${name} in ${group}.`)
  return command
}

function unknown(words: readonly string[]) {
  const typed = words.filter((word) => !word.startsWith('-')).slice(0, 2)
  return typed.length ? `There is no command "${typed.join(' ')}".` : 'Name a command.'
}

/** Flags say nothing about which command is meant. */
function help(words: readonly string[]) {
  const until = words.findIndex((word) => word.startsWith('-'))
  print(helpOn(until === -1 ? words : words.slice(0, until), process.stdout.columns))
}

function print(text: string) {
  process.stdout.write(`${text}\n`)
}

/** What went wrong in a sentence, when it is not a bug of ours; and the exit code. */
async function explain(
  error: unknown,
  words: readonly string[],
): Promise<{ text: string; code: number }> {
  if (error instanceof UsageError)
    return { text: `${error.message} See ${pageOn(words)}.`, code: 2 }
  if (error instanceof CommandError) return { text: error.message, code: 1 }
  const { sentenceFor } = await import('#app/start-failure.ts')
  const sentence = sentenceFor(error)
  if (sentence !== undefined) return { text: sentence, code: 1 }
  return { text: (error instanceof Error && error.stack) || String(error), code: 1 }
}

/** `words` are those after `crier`. */
export async function run(words: readonly string[]) {
  // Whatever is written is for this user only.
  process.umask(0o077)
  try {
    await main(words)
  } catch (error) {
    const { text, code } = await explain(error, words)
    process.stderr.write(`${text}\n`)
    process.exitCode = code
  }
}
