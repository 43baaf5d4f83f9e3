/**
 * Threads of five parts, each with a comment below the first: the worker is stopped at every message that it exchanges while
 * one goes out. In the end every part is there once, below the one before, or it is told which part is missing and why.
 */
import { factsOf } from './platforms/index.ts'
import { steps, type StepsOptions } from './steps.ts'

/** Answers whether everything was as it should be. */
export async function threads({ platforms, match, ...options }: StepsOptions | Unmatched) {
  const chains = platforms.filter((platform) => factsOf(platform).paths.includes('thread'))
  const all = chains.map((platform) => `${platform}, thread, `).join('|')
  return steps({ ...options, platforms: chains, match: match ?? all })
}

type Unmatched = Omit<StepsOptions, 'match'> & { match?: string | undefined }
