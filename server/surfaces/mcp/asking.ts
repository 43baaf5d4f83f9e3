/** Operations as resources, prompts and completions use them: with the rights and the leash of whoever asks. */
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import type { Context } from '#operations/context.ts'
import { perform } from '#operations/perform.ts'
import { problemOf } from '../errors.ts'
import type { Offer } from './offers.ts'
import { detailAsked, tellOutput } from './telling.ts'

/** Answers what the tool of this name would answer, to what REST takes: there is room for every field. */
export type Ask = (name: string, args?: Record<string, unknown>) => Promise<unknown>

export function asking(offers: ReadonlyMap<string, Offer>, context: Context): Ask {
  return async (name, raw = {}) => {
    const offer = offers.get(name)
    if (!offer) throw new Error(`There is no tool ${name}.`)
    const { operation } = offer
    const { detail, fields } = detailAsked(operation, raw)
    const dialect = 'absent' in operation.rest ? offer.dialect : operation.rest.accepts
    const call = { operation, dialect, raw: fields, idempotency_key: undefined }
    return tellOutput(operation, (await perform(call, context)).output, detail)
  }
}

/** A refusal as an error of the protocol, with our code and data beside it. */
export function refused(error: unknown): unknown {
  const problem = problemOf(error)
  if (!problem) return error
  const { error: data } = problem.toJSON()
  const { InternalError, InvalidParams } = ProtocolErrorCode
  return new ProtocolError(
    problem.status >= 500 ? InternalError : InvalidParams,
    problem.message,
    data,
  )
}
