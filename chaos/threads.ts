/**
 * Threads of five parts, each with a comment below the first: the worker is stopped at every message that it exchanges while
 * one goes out. In the end every part is there once, below the one before or as a comment below the post, or it is told which
 * part is missing and why.
 */
import { type Kind, kinds } from './kinds.ts'
import { factsOf, type PlatformName } from './platforms/index.ts'
import { steps, type StepsOptions } from './steps.ts'

/** Answers whether everything was as it should be. A `match` that begins with a star is one of every thread: '*at "POST'. */
export async function threads({ platforms, match, ...options }: StepsOptions | Unmatched) {
  const having = platforms.filter((platform) => threadsOf(platform).length > 0)
  const names = having.flatMap((platform) =>
    threadsOf(platform).map((kind) => `${platform}, ${kind}, `),
  )
  const ofEach = (rest: string) => names.map((name) => `${name}${rest}`).join('|')
  const wished = match?.startsWith('*') ? ofEach(match) : (match ?? ofEach(''))
  return steps({ ...options, platforms: having, match: wished })
}

function threadsOf(platform: PlatformName): Kind[] {
  return factsOf(platform).paths.filter((kind) => kinds[kind].parts > 1)
}

type Unmatched = Omit<StepsOptions, 'match'> & { match?: string | undefined }
