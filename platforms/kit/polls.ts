/** What people choose between in a poll; X, Threads and LinkedIn all take two to four answers, and differ in how long one may be. */
import { z } from 'zod'

const FEWEST = 2
const MOST = 4

export function answersOf(longest: number) {
  return z
    .array(z.string().trim().min(1).max(longest))
    .min(FEWEST)
    .max(MOST)
    .describe(`The answers, two to four, each of at most ${longest} characters.`)
}
