/** `crier call`: any operation by its name, with the input that REST takes; for what has no command of its own. */
import { z } from 'zod'
import { operations } from '#operations/index.ts'
import type { Operation } from '#operations/operation.ts'
import { Problem } from '#rules/problem.ts'
import { type Command, UsageError } from './command.ts'
import { openInstance } from './instance.ts'

/** Whose bodies are bytes, or are fetched by the service: `crier upload` does these. */
export function isUpload({ rest }: Operation) {
  return !('absent' in rest) && (rest.takes === 'form' || rest.takes === 'bytes')
}

const call: Command = {
  name: 'call',
  takes: 'OPERATION [--input JSON]',
  summary:
    'Carry out any operation of docs/operations.md, such as get_stats or list_media, and print its answer as JSON.',
  values: ['operation'],
  flags: { input: 'optional' },
  suggestions: { operation: operations.filter((each) => !isUpload(each)).map(({ name }) => name) },
  json: true,

  async run({ operation: name = '', input = '{}' }, config) {
    const operation = operations.find((each) => each.name === name)
    if (!operation) throw new UsageError(`There is no operation "${name}".`)
    if (isUpload(operation)) throw new UsageError(`Files go up with crier upload, not by ${name}.`)
    const raw = fieldsIn(input)
    await using instance = await openInstance(config)
    try {
      const data = await instance.ask(operation, raw)
      return { data, text: JSON.stringify(data, null, 2) }
    } catch (error) {
      if (error instanceof Problem && error.code === 'invalid') throw wrongIn(error)
      throw error
    }
  },
}

const Fields = z.record(z.string(), z.unknown())

function fieldsIn(text: string) {
  try {
    const { success, data } = Fields.safeParse(JSON.parse(text))
    if (success) return data
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw new UsageError('--input: Give a JSON object, such as \'{"status": "draft"}\'.')
}

const Wrong = z.looseObject({ errors: z.record(z.string(), z.array(z.string())) })

/** By the names of the fields: they were written so. */
function wrongIn({ recovery }: Problem) {
  const { errors } = Wrong.parse(recovery)
  const lines = Object.entries(errors).map(([field, texts]) => `${field}: ${texts.join(' ')}`)
  return new UsageError(lines.join(' '))
}

export const callCommands = [call]
