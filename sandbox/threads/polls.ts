/** `poll_attachment`: two to four answers of 1 to 25 characters, by letters (documentation/threads/create-posts/polls, 2026-07-02). */
import { z } from 'zod'
import { invalid } from './refusal.ts'

const answer = z.string().min(1).max(25)
const Poll = z
  .strictObject({
    option_a: answer,
    option_b: answer,
    option_c: answer.optional(),
    option_d: answer.optional(),
  })
  // Whether a letter may be left out is not said.
  .refine(({ option_c, option_d }) => option_d === undefined || option_c !== undefined)

const DAY = 86_400_000

export function checkPoll(text: string | undefined) {
  if (text !== undefined && !readPoll(text))
    throw invalid('Param poll_attachment must have 2 to 4 options of 1 to 25 characters')
}

/** As a post shows it. Nobody votes here; how long people may is not documented, apps show a day. */
export function pollView(text: string | undefined, created_at: number) {
  const poll = text === undefined ? undefined : readPoll(text)
  if (!poll) return undefined
  const shares = Object.keys(poll).map((name) => [`${name}_votes_percentage`, 0])
  const expiration_timestamp = new Date(created_at + DAY).toISOString().replace(/\.\d+Z$/, '+0000')
  return { ...poll, ...Object.fromEntries(shares), total_votes: 0, expiration_timestamp }
}

function readPoll(text: string) {
  try {
    return Poll.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
