/** A command that was found, with the settings; what an operation says of its fields is told of the flags. */
import { z } from 'zod'
import { readConfig, readEnvironment } from '#config/config.ts'
import { manifests } from '#platforms/catalog.ts'
import { Problem } from '#rules/problem.ts'
import { type Command, CommandError, type Given, UsageError } from './command.ts'
import { spoken } from './spoken.ts'
import { asTyped } from './words.ts'

export async function carryOut(command: Command, given: Given) {
  try {
    return await command.run(given, readConfig(manifests, readEnvironment()))
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    if (error.code !== 'invalid')
      throw new CommandError(await spoken(error.message, command), { cause: error })
    throw new UsageError(await spoken(fieldErrors(error, command), command))
  }
}

const Recovery = z.object({ errors: z.record(z.string(), z.array(z.string())) })

/** An operation's complaints about its fields, as complaints about flags. */
function fieldErrors({ recovery }: Problem, command: Command) {
  const { errors } = Recovery.parse(recovery)
  const lines = Object.entries(errors).map(
    ([field, texts]) => `${asTyped(command, flagOf(field, command))}: ${texts.join(' ')}`,
  )
  return [...new Set(lines)].join(' ')
}

/** The parts of a leash are flags of their own. */
function flagOf(field: string, { names = {} }: Command) {
  const [first = '', second = ''] = field.split('.')
  return names[first] ?? (first === 'leash' ? second : first).replaceAll('_', '-')
}
