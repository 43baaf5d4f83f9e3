/**
 * Threads of five parts, each with a comment below the first: the worker is stopped at every message that it exchanges while
 * one goes out. In the end every part is there once, below the one before or as a comment below the post, or it is told which
 * part is missing and why.
 */
import { kinds } from './kinds.ts'
import { factsOf, type PlatformName } from './platforms/index.ts'
import { steps, type StepsOptions } from './steps.ts'

/** Answers whether everything was as it should be. A `match` that begins with a star is one of every thread: '*at "POST'. */
export async function threads(options: StepsOptions | Unmatched) {
  return stepsOf(({ parts }) => parts > 1, options)
}

/** The same for what is one post, with a comment or without: every step but those of threads, which are more than half. */
export async function singles(options: StepsOptions | Unmatched) {
  return stepsOf(({ parts }) => parts === 1, options)
}

async function stepsOf(
  isOne: (kind: { parts: number }) => boolean,
  { platforms, match, ...options }: StepsOptions | Unmatched,
) {
  const kindsOf = (platform: PlatformName) =>
    factsOf(platform).paths.filter((kind) => isOne(kinds[kind]))
  const having = platforms.filter((platform) => kindsOf(platform).length > 0)
  const names = having.flatMap((platform) =>
    kindsOf(platform).map((kind) => `${platform}, ${kind}, `),
  )
  const ofEach = (rest: string) => names.map((name) => `${name}${rest}`).join('|')
  const wished = match?.startsWith('*') ? ofEach(match) : (match ?? ofEach(''))
  return steps({ ...options, platforms: having, match: wished })
}

type Unmatched = Omit<StepsOptions, 'match'> & { match?: string | undefined }
