/** Changing what is out: how far it is, and what is out now. Pure. */
import { z } from 'zod'
import { ErrorCode } from './delivery.ts'

export const EditState = z.enum(['pending', 'editing', 'edited', 'failed'])
export type EditState = z.infer<typeof EditState>

const time = z.iso.datetime().nullable()
const options = z.record(z.string(), z.unknown())

/** As callers see the last one. */
export const Edit = z.object({
  revision: z.int().describe('As it was published it is 1.'),
  state: EditState.describe('edited: the platform took it.'),
  content: z.string().nullable().describe('The text that it brings; null: the text stays.'),
  options: options.describe('The options that it changes.'),
  asked_at: z.iso.datetime(),
  finished_at: time,
  next_attempt_at: time.describe('When one that waits is tried next.'),
  error_code: ErrorCode.nullable(),
  message: z.string().nullable(),
  act_url: z.string().nullable().describe('Of one that failed: where a person changes it.'),
  out: z
    .object({ revision: z.int(), content: z.string().nullable(), options })
    .describe('What is out now. Null and what is not named: as the post was published.'),
})
export type Edit = z.infer<typeof Edit>

/** It is not over. */
export function isEditing(state: EditState) {
  return state === 'pending' || state === 'editing'
}

/** What somebody wants a post that is out to say. */
export interface Change {
  content: string | null
  options: Record<string, unknown>
}

/** The same wish twice. */
export function isSameChange(one: Change, other: Change) {
  const written = ({ content, options: all }: Change) =>
    JSON.stringify([content, Object.entries(all).toSorted(([a], [b]) => (a < b ? -1 : 1))])
  return written(one) === written(other)
}
