/** What a command is to the command line: its words and flags, and an answer in two forms. */
import type { Config } from '#config/config.ts'

export interface Command {
  /** The words after `crier`. */
  name: string
  /** What follows them, as the help shows it. */
  takes: string
  summary: string
  /** Flags: with a value, of which the required ones must be there and not empty; or a switch, which is there or not. */
  flags?: Readonly<Record<string, 'required' | 'optional' | 'switch'>>
  /** Names of the values without a flag; all of them are required. */
  values?: readonly string[]
  /** Fields of the operation that have another name here, with the flag or value that they are. */
  names?: Readonly<Record<string, string>>
  /** The only words that a flag or value may be; of several, commas between them. */
  choices?: Readonly<Record<string, readonly string[]>>
  /** Words that it may be beside others, such as a time. */
  suggestions?: Readonly<Record<string, readonly string[]>>
  /** Whether --json is offered. */
  json?: true
  /** What answers instead of `run` where it needs no settings, and is there for whoever has wrong ones. */
  plain?(given: Given): Answer
  /** Undefined: it goes on, and says for itself what there is to say. */
  run(given: Given, config: Config): Promise<Answer | undefined>
}

/** What is known of a command before its file is loaded; `npm run generate` writes the list of them. */
export interface Listed<Group extends string = string> extends Pick<
  Command,
  'name' | 'takes' | 'summary' | 'flags' | 'values' | 'choices' | 'suggestions' | 'json'
> {
  group: Group
}

/** Flags and values by name; what was not given is missing. A switch that was is 'true'. */
export type Given = Readonly<Record<string, string>>

export interface Answer {
  /** Printed with --json. */
  data: unknown
  /** Printed for people; lines without a final line break. */
  text: string
  /** It was carried out, and what it found is not well: exit code 1. */
  failed?: true
}

/** The command was not written as it should be: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** It was, and something stands in its way that a person can mend: exit code 1. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}
