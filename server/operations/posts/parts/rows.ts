/** What became of one row among many: done, or refused as a call by itself would be. */
import { z } from 'zod'
import { CheckName, Finding, Values } from '#rules/finding.ts'
import { Id } from '#rules/post.ts'
import { type FieldErrors, invalid, Problem } from '#rules/problem.ts'

/** Which sentences these are, for whoever says them in another language. */
const Named = {
  problems: z.array(Finding).optional().describe('The errors, as data.'),
  check: CheckName.optional(),
  values: Values.optional(),
}

export const Refused = z.object({
  index: z.int().min(0),
  code: z.string().describe('invalid, or what a single call would be refused with.'),
  message: z.string(),
  errors: z.record(z.string(), z.array(z.string())).describe('By field of this post.'),
  resets_at: z.iso.datetime().optional(),
  ...Named,
})
export type Refused = z.output<typeof Refused>

/** What a Problem is among others, with the other post that it is about. */
export async function orRefused<Done>(
  index: number,
  work: () => Promise<Done>,
): Promise<Done | (Refused & { other?: number })> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const { code, message, recovery } = error
    const told = Recovery.parse(recovery)
    const other = told.post?.id ?? told.duplicate_of
    return {
      index,
      code,
      message,
      errors: told.errors ?? {},
      ...(told.resets_at !== undefined && { resets_at: told.resets_at }),
      ...(told.problems && { problems: told.problems }),
      ...(told.check !== undefined && { check: told.check, values: told.values }),
      ...(other !== undefined && { other }),
    }
  }
}

const Recovery = z.looseObject({
  errors: z.record(z.string(), z.array(z.string())).optional(),
  resets_at: z.string().optional(),
  ...Named,
  post: z.looseObject({ id: Id }).optional(),
  duplicate_of: Id.optional(),
})

/** All that stands in the way, by row and field. */
export function noneDone(
  refused: readonly Pick<Refused, 'index' | 'message' | 'errors'>[],
  list: string,
  text: string,
) {
  const errors: FieldErrors = {}
  for (const { index, message, errors: of } of refused) {
    const fields = Object.entries(of)
    if (!fields.length) errors[`${list}.${index}`] = [message]
    for (const [field, texts] of fields) errors[`${list}.${index}.${field}`] = texts
  }
  return invalid(errors) ?? new Problem('invalid', text)
}
