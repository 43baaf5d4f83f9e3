/** The command line: finds the command, carries it out, prints its answer. `crier help` lists what there is. */
import { z } from 'zod'
import { readConfig, readEnvironment } from '#config/config.ts'
import { manifests } from '#platforms/catalog.ts'
import { Problem } from '#rules/problem.ts'
import { sentenceFor } from '#app/start-failure.ts'
import { accountCommands } from './account.ts'
import { analyticsCommands } from './analytics.ts'
import { backupCommands } from './backup.ts'
import { callCommands } from './call.ts'
import { type Command, CommandError, UsageError } from './command.ts'
import { doctorCommands } from './doctor.ts'
import { keyCommands } from './key.ts'
import { leashHelp } from './leash.ts'
import { moveCommands } from './move.ts'
import { personCommands } from './person.ts'
import { planCommands } from './plan.ts'
import { platformCommands } from './platforms.ts'
import { postCommands } from './posts.ts'
import { publishingCommands } from './publishing.ts'
import { table } from './table.ts'
import { secretCommands } from './secret.ts'
import { seriesCommands } from './series.ts'
import { queueCommands } from './queue.ts'
import { scheduleCommands } from './schedule.ts'
import { startCommands } from './start.ts'
import { upkeepCommands } from './upkeep.ts'
import { uploadCommands } from './upload.ts'
import { workspaceCommands } from './workspace.ts'
import { readWords, shown } from './words.ts'
import manifest from '../package.json' with { type: 'json' }

/** Every command, in the order of the help. */
const commands: readonly Command[] = [
  ...startCommands,
  ...keyCommands,
  ...accountCommands,
  ...personCommands,
  ...workspaceCommands,
  ...platformCommands,
  ...postCommands,
  ...publishingCommands,
  ...seriesCommands,
  ...uploadCommands,
  ...queueCommands,
  ...scheduleCommands,
  ...planCommands,
  ...callCommands,
  ...analyticsCommands,
  ...backupCommands,
  ...moveCommands,
  ...secretCommands,
  ...upkeepCommands,
  ...doctorCommands,
]

async function main(words: readonly string[]) {
  if (words[0] === 'help' || words.includes('--help') || words.includes('-h')) return print(help())
  if (words[0] === '--version' || words[0] === '-v') return print(manifest.version)
  const { command, given, json } = read(words)
  try {
    const config = readConfig(manifests, readEnvironment())
    const answer = await command.run(given, config)
    if (!answer) return
    print(json ? JSON.stringify(answer.data, null, 2) : answer.text)
    if (answer.failed) process.exitCode = 1
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    if (error.code !== 'invalid') throw new CommandError(error.message, { cause: error })
    throw new UsageError(fieldErrors(error, command))
  }
}

/** Which command that is, and with what; a UsageError where it is none. */
export function read(words: readonly string[]) {
  const command = commands.find(({ name }) => startsWith(words, name.split(' ')))
  if (!command) throw new UsageError(unknown(words))
  return { command, ...readWords(command, words.slice(command.name.split(' ').length)) }
}

function startsWith(words: readonly string[], name: readonly string[]) {
  return name.every((word, index) => words[index] === word)
}

function unknown(words: readonly string[]) {
  const typed = words.filter((word) => !word.startsWith('-')).slice(0, 2)
  return typed.length ? `There is no command "${typed.join(' ')}".` : 'Name a command.'
}

const Recovery = z.object({ errors: z.record(z.string(), z.array(z.string())) })

/** An operation's complaints about its fields, as complaints about flags. */
function fieldErrors({ recovery }: Problem, command: Command) {
  const { errors } = Recovery.parse(recovery)
  const lines = Object.entries(errors).map(
    ([field, texts]) => `${shown(command, flagOf(field, command))}: ${texts.join(' ')}`,
  )
  return [...new Set(lines)].join(' ')
}

/** The parts of a leash are flags of their own. */
function flagOf(field: string, { names = {} }: Command) {
  const [first = '', second = ''] = field.split('.')
  return names[first] ?? (first === 'leash' ? second : first).replaceAll('_', '-')
}

function help() {
  const rows = commands.map(({ name, takes, summary }) => [
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
function explain(error: unknown): { text: string; code: number } {
  if (error instanceof UsageError) return { text: `${error.message} See crier help.`, code: 2 }
  if (error instanceof CommandError) return { text: error.message, code: 1 }
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
    const { text, code } = explain(error)
    process.stderr.write(`${text}\n`)
    process.exitCode = code
  }
}
