/** `crier completion`: a script by which a shell completes commands, their flags and the words that these may be. */
import { type Answer, type Command, type Given, UsageError } from './command.ts'
import { listed, type Listed } from './generated.ts'

const scripts: Readonly<Record<string, () => string>> = { bash, zsh, fish }

const completion: Command = {
  name: 'completion',
  takes: 'bash|zsh|fish',
  summary:
    'Print what makes a shell complete commands, flags and their words: source <(crier completion bash), or crier completion fish | source.',
  values: ['shell'],
  choices: { shell: Object.keys(scripts) },
  plain: answerTo,
  run: async (given) => answerTo(given),
}

function answerTo({ shell = '' }: Given): Answer {
  const script = Object.hasOwn(scripts, shell) ? scripts[shell] : undefined
  if (!script) throw new UsageError(`SHELL: Use ${Object.keys(scripts).join(', ')}.`)
  const text = script()
  return { data: { shell, script: text }, text }
}

/** Words that begin commands, in the order of the help. */
const firsts = [...new Set(['help', ...listed.map(({ name }) => name.split(' ')[0] ?? '')])]

const secondsOf = (first: string) =>
  listed.flatMap(({ name }) => (name.startsWith(`${first} `) ? [name.slice(first.length + 1)] : []))

function flagsOf({ flags = {}, json }: Listed) {
  return [...Object.keys(flags), ...(json ? ['json'] : []), 'help'].map((flag) => `--${flag}`)
}

const wordsOf = ({ choices, suggestions }: Listed) => Object.entries({ ...choices, ...suggestions })

/** By flag. */
function flagWordsOf(command: Listed) {
  const { flags = {} } = command
  return wordsOf(command).filter(([name]) => Object.hasOwn(flags, name))
}

/** Of the first value; no command has words for a later one. */
function valueWordsOf(command: Listed) {
  const [first = ''] = command.values ?? []
  return wordsOf(command).find(([name]) => name === first)?.[1] ?? []
}

/** What is looked up is the same in bash and zsh: the command, and what stands before the word. */
function cases(list: (words: readonly string[]) => string) {
  const commands = listed.map((command) => {
    const values = flagWordsOf(command).map(
      ([flag, words]) => `        --${flag}) ${list(words)} ;;`,
    )
    const taking = Object.entries(command.flags ?? {})
      .filter(
        ([flag, kind]) =>
          kind !== 'switch' && !flagWordsOf(command).some(([name]) => name === flag),
      )
      .map(([flag]) => `--${flag}`)
    const none = taking.length ? [`        ${taking.join('|')}) return ;;`] : []
    const [, second] = command.name.split(' ')
    // Its values may also be the words of longer commands: posts, posts update.
    const first =
      second === undefined
        ? [...secondsOf(command.name), ...valueWordsOf(command)]
        : valueWordsOf(command)
    return [
      `    '${command.name}')`,
      '      case "$before" in',
      ...values,
      ...none,
      `        *) case "$word" in -*) ${list(flagsOf(command))} ;; *) ${list(first)} ;; esac ;;`,
      '      esac ;;',
    ].join('\n')
  })
  const halves = firsts
    .filter((first) => !listed.some(({ name }) => name === first) && first !== 'help')
    .map((first) => `    '${first}') ${list(secondsOf(first))} ;;`)
  return [...commands, ...halves, `    '' | 'help') ${list(firsts)} ;;`].join('\n')
}

/** A dollar of the shell before a brace, where ours would begin. */
const S = '$'

const two = listed.filter(({ name }) => name.includes(' ')).map(({ name }) => `'${name}'`)

/** Works with the bash of a Mac, 3.2, and without bash-completion. */
function bash() {
  return String.raw`# Completion of crier for bash: source <(crier completion bash)
_crier() {
  local word="${S}{COMP_WORDS[COMP_CWORD]}" before="${S}{COMP_WORDS[COMP_CWORD-1]}" command='' found='' begun=''
  # --flag=word is three words here.
  if [ "$word" = '=' ]; then word=''
  elif [ "$before" = '=' ]; then before="${S}{COMP_WORDS[COMP_CWORD-2]}"; fi
  # A colon parts words, too.
  local at="$COMP_CWORD"
  while [ "$at" -gt 2 ]; do
    case "${S}{COMP_WORDS[at-1]}" in
      *:) word="${S}{COMP_WORDS[at-2]}:$word"; before="${S}{COMP_WORDS[at-3]}"; at=$((at-2)) ;;
      *) break ;;
    esac
  done
  if [ "$COMP_CWORD" -gt 1 ]; then command="${S}{COMP_WORDS[1]}"; fi
  if [ "$COMP_CWORD" -gt 2 ]; then
    case "${S}{COMP_WORDS[1]} ${S}{COMP_WORDS[2]}" in
      ${two.join('|')}) command="${S}{COMP_WORDS[1]} ${S}{COMP_WORDS[2]}" ;;
    esac
  fi
  case "$command" in
${cases((words) => `found=${quoted(words.join(' '))}`)}
  esac
  # Of several words with commas between them the last is completed.
  case "$word" in *,*) begun="${S}{word%,*},"; word="${S}{word##*,}" ;; esac
  # What the line has already, as far as its last colon, is not given again.
  local colon=''
  case "$begun$word" in *:*) colon="$begun$word"; colon="${S}{colon%:*}:" ;; esac
  COMPREPLY=()
  local each
  set -f
  for each in $found; do
    case "$each" in "$word"*) each="$begun$each"; COMPREPLY+=("${S}{each#"$colon"}") ;; esac
  done
  set +f
}
complete -o default -F _crier crier`
}

function zsh() {
  return String.raw`#compdef crier
# Completion of crier for zsh: source <(crier completion zsh), behind compinit; or as a file _crier in a folder of fpath.
_crier() {
  local word="${S}{words[CURRENT]}" before="${S}{words[CURRENT-1]}" command='' begun=''
  local -a found
  case "$word" in --*=*) before="${S}{word%%=*}"; begun="$before="; word="${S}{word#*=}" ;; esac
  if (( CURRENT > 2 )); then command="${S}{words[2]}"; fi
  if (( CURRENT > 3 )); then
    case "${S}{words[2]} ${S}{words[3]}" in
      ${two.join('|')}) command="${S}{words[2]} ${S}{words[3]}" ;;
    esac
  fi
  case "$command" in
${cases((words) => `found=(${words.map(quoted).join(' ')})`)}
  esac
  if (( ! ${S}{#found} )); then _files; return; fi
  case "$word" in *,*) begun="$begun${S}{word%,*}," ;; esac
  compadd -Q -p "$begun" -- "${S}{found[@]}"
}
if [ "${S}{funcstack[1]}" = _crier ]; then _crier "$@"; else compdef _crier crier; fi`
}

function fish() {
  const lines = listed.flatMap((command) => {
    const { flags = {}, json } = command
    const here = `complete -c crier -n '__crier_at "${command.name}"'`
    const words = new Map(flagWordsOf(command))
    const named = Object.entries(flags).map(([flag, kind]) => {
      const known = words.get(flag)
      if (kind === 'switch') return `${here} -l ${flag}`
      return `${here} -l ${flag} ${known ? `-x -a ${quoted(known.join(' '))}` : '-r'}`
    })
    const values = valueWordsOf(command)
    return [
      ...named,
      ...(json ? [`${here} -l json -d 'Answer as JSON'`] : []),
      `${here} -l help -d 'Tell all that it takes'`,
      ...(values.length ? [`${here} -f -a ${quoted(values.join(' '))}`] : []),
    ]
  })
  const begins = firsts.map((first) => {
    const about = listed.find(({ name }) => name === first)
    return `complete -c crier -n '__crier_at ""' -f -a ${first}${about ? ` -d ${quoted(sentenceOf(about))}` : ''}`
  })
  const seconds = listed.flatMap((command) => {
    const [first = '', second] = command.name.split(' ')
    if (second === undefined) return []
    return `complete -c crier -n '__crier_begun ${first}' -f -a ${second} -d ${quoted(sentenceOf(command))}`
  })
  return [
    '# Completion of crier for fish: crier completion fish | source',
    'function __crier_words',
    '  set -l words (commandline -opc)',
    `  string match -v -- '-*' $words[2..]`,
    'end',
    '# The whole command, and no longer one that begins with it.',
    'function __crier_at',
    '  set -l words (__crier_words)',
    '  set -l two (string join " " $words[1..2])',
    `  if contains -- "$two" ${two.join(' ')}`,
    '    test "$two" = "$argv[1]"',
    '  else',
    '    test "$words[1]" = "$argv[1]"',
    '  end',
    'end',
    'function __crier_begun',
    '  set -l words (__crier_words)',
    '  test (count $words) -eq 1; and test "$words[1]" = "$argv[1]"',
    'end',
    ...begins,
    ...seconds,
    ...lines,
  ].join('\n')
}

function sentenceOf({ summary }: Listed) {
  return summary.split(/(?<=\.) |[:;] /)[0] ?? ''
}

/** In single quotes, which all three shells read as they stand; none of our words has one but ’. */
function quoted(text: string) {
  return `'${text.replaceAll("'", '’')}'`
}

export const completionCommands = [completion]
