/** `crier help`: what there is, a line or two each; `crier help post`: how one command is written. */
import { UsageError } from './command.ts'
import { type Group, listed, type Listed } from './generated.ts'
import { leashHelp } from './leash.ts'

const sections: readonly (readonly [string, readonly Group[]])[] = [
  ['Run the service', ['start', 'doctor']],
  ['Write, and look after what is written', ['posts', 'publishing', 'upload']],
  ['Plan', ['schedule', 'queue', 'series', 'plan']],
  ['Accounts', ['account', 'platforms']],
  ['Tell other programs', ['webhook']],
  ['Who may do what', ['key', 'person', 'workspace']],
  ['Keep it, move it', ['backup', 'move', 'secret', 'upkeep', 'analytics']],
  ['Everything else', ['call', 'completion']],
]

const NARROWEST = 72
const WIDEST = 110
/** Where sentences begin beside commands; a longer command has its sentence below it. */
const BESIDE = 32

/** `words`: those behind `crier help`. `columns`: of the terminal; undefined where it goes elsewhere. */
export function helpOn(words: readonly string[], columns = WIDEST): string {
  const width = Math.min(Math.max(columns, NARROWEST), WIDEST)
  if (!words.length) return overview(width)
  const found = commandsIn(words)
  if (!found.length) throw new UsageError(`There is no command "${words.join(' ')}".`)
  const leashed = found.some(({ takes }) => takes.includes('[LEASH]'))
  const pages = found.map((each) => usageOf(each, width))
  return [...pages, ...(leashed ? [leash(width)] : [])].join('\n\n')
}

/** Where somebody who wrote these words wrongly reads on. */
export function pageOn(words: readonly string[]): string {
  const [first = ''] = words
  const name = commandOf(words)?.name ?? (first && commandsIn([first]).length ? first : '')
  return `crier help ${name}`.trimEnd()
}

/** The one that the words begin with, `post` of `post --accounts 1`; else all that begin with them, such as those of `key`. */
function commandsIn(words: readonly string[]) {
  const one = commandOf(words)
  if (one) return [one]
  return listed.filter(({ name }) => `${name} `.startsWith(`${words.join(' ')} `))
}

/** Which command the words call. */
export function commandOf(words: readonly string[]): Listed | undefined {
  return listed.find(({ name }) => name.split(' ').every((word, index) => words[index] === word))
}

function overview(width: number) {
  const parts = sections.map(([title, groups]) => {
    const rows = groups.flatMap((group) => listed.filter((each) => each.group === group))
    return [title, ...rows.map((each) => lineOf(each, width))].join('\n')
  })
  return [
    wrapped(
      'Crier on the command line; it works beside a running instance and without one.',
      width,
      0,
    ),
    ...parts,
    [
      wrapped('crier help COMMAND tells all about one, crier --version the version.', width, 0),
      wrapped(
        'Settings come from the environment and from .env, as for the service: see docs/configuration.md.',
        width,
        0,
      ),
    ].join('\n'),
  ].join('\n\n')
}

/** Without flags, of which some have many, and with a sentence. */
function lineOf({ name, takes, summary }: Listed, width: number) {
  const [values] = /^[^[(-]*/.exec(takes) ?? ['']
  const call = `  crier ${name} ${values}`.trimEnd()
  const [sentence = ''] = summary.split(/(?<=\.) /)
  const text = wrapped(sentence, width, BESIDE)
  return call.length > BESIDE - 2
    ? `${call}\n${' '.repeat(BESIDE)}${text}`
    : `${call.padEnd(BESIDE)}${text}`
}

function usageOf({ name, takes, summary }: Listed, width: number) {
  const begin = `crier ${name} `
  // What is in brackets, and a flag with its value, stay together.
  const pieces = takes.match(/\[[^\]]*\]|\([^)]*\)|--\S+ [^\s[(-]\S*|\S+/g) ?? []
  const usage = `${begin}${filled(pieces, width, begin.length)}`.trimEnd()
  return `${usage}\n\n  ${wrapped(summary, width, 2)}`
}

function leash(width: number) {
  const rows = leashHelp.map(
    ([flag, text]) => `  ${flag.padEnd(BESIDE - 2)}${wrapped(text, width, BESIDE)}`,
  )
  return [wrapped('LEASH, how far a key goes; each part may be left out:', width, 0), ...rows].join(
    '\n',
  )
}

function wrapped(text: string, width: number, indent: number) {
  return filled(text.split(' '), width, indent)
}

/** In lines, of which those after the first are indented. */
function filled(pieces: readonly string[], width: number, indent: number) {
  const lines: string[] = ['']
  for (const piece of pieces) {
    const line = lines.at(-1) ?? ''
    const longer = line ? `${line} ${piece}` : piece
    if (line && indent + longer.length > width) lines.push(piece)
    else lines[lines.length - 1] = longer
  }
  return lines.join(`\n${' '.repeat(indent)}`)
}
