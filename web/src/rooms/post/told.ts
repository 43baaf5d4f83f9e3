/** What was tried on an account, told in sentences. Pure. */
import type { PerAccount } from '@crier/sdk'
import { inside, wordsOfCode } from '../../words/codes.ts'
import { isLostAnswer } from '../../words/mends.ts'
import { words } from '../../words/posts.ts'

/** A service that is newer than this page may have codes that it does not know. */
type Attempt = Omit<NonNullable<PerAccount['attempts']>[number], 'code'> & { code: string | null }

export interface Line {
  key: string
  /** When; null: it is not over. */
  at: string | null
  text: string
  look: 'good' | 'bad' | 'waits' | 'asks' | 'now' | 'plain'
  /** For the platform's support. */
  details: Pick<Attempt, 'code' | 'words' | 'request_id' | 'step'> | null
}

type Told = Pick<
  PerAccount,
  'status' | 'blocked_reason' | 'next_attempt_at' | 'published_at' | 'waits_for'
> & { attempts?: readonly Attempt[] | undefined }

/** `name`: what the platform is called. Times are left to whoever shows them. */
export function timelineOf(account: Told, name: string): Line[] {
  const attempts = account.attempts ?? []
  const lines: Line[] = []
  let doubt = false
  for (const [index, attempt] of attempts.entries()) {
    const last = index === attempts.length - 1
    const running = last && account.status === 'publishing' && attempt.finished_at === null
    lines.push(lineOf(attempt, { name, doubt, running }))
    doubt = staysInDoubt(attempt, doubt)
  }
  const end = endOf(account, name, { doubt, attempts })
  return end ? [...lines, end] : lines
}

/** Whether it is not known, behind this attempt, what became of a call. */
export function staysInDoubt({ outcome, code, finished_at }: Attempt, before: boolean) {
  if (outcome === 'look') return before || isLostAnswer(code)
  // Whoever died in the middle may have sent it.
  if (outcome === null) return before || finished_at === null
  if (outcome === 'released') return before
  return false
}

export function isLooking(account: Told) {
  if (account.status !== 'publishing') return false
  // What runs just now says nothing yet.
  const over = (account.attempts ?? []).filter(
    ({ finished_at }, index, all) => finished_at !== null || index < all.length - 1,
  )
  return over.reduce((doubt, each) => staysInDoubt(each, doubt), false)
}

interface Situation {
  name: string
  doubt: boolean
  running: boolean
}

function lineOf(attempt: Attempt, at: Situation): Line {
  const { number, started_at, code, words, request_id, step } = attempt
  const [text, look] = sentenceOf(attempt, at)
  const told = code !== null || words !== null || request_id !== null
  return {
    key: `${number}-${started_at}`,
    at: started_at,
    text,
    look,
    details: told ? { code, words, request_id, step } : null,
  }
}

/** A sentence for every outcome with every code: a test walks them all. */
export function sentenceOf(
  { outcome, code }: Pick<Attempt, 'outcome' | 'code'>,
  { name, doubt, running }: Situation,
): readonly [text: string, look: Line['look']] {
  const why = code === null ? undefined : wordsOfCode(code, name)
  switch (outcome) {
    case 'published':
      if (doubt) return [words.told.clearedUp, 'good']
      return [words.told.sent(name), 'good']
    case 'failed':
      return [words.told.failed(why ?? words.told.refused(name)), 'bad']
    case 'blocked':
      if (code === 'outcome_unknown' || doubt) return [words.told.untold(name), 'asks']
      return [words.told.waitsForSomebody(why ?? words.told.inTheWay), 'asks']
    case 'later':
      return [words.told.later(why ?? words.told.notYet(name)), 'waits']
    case 'look':
      if (doubt && code === null) return [words.told.notSeen(name), 'waits']
      if (doubt) return [words.told.couldNotLook(name, why ?? ''), 'waits']
      if (isLostAnswer(code)) return [words.told.lost(name, inside(why ?? '', name)), 'waits']
      if (why === undefined) return [words.told.hasIt(name), 'waits']
      return [words.told.goesOnWhy(why), 'waits']
    case 'released':
      return [words.told.stopped, 'plain']
    default:
      if (running) return [doubt ? words.told.lookingOn(name) : words.told.sending(name), 'now']
      return [words.told.brokenOff, 'plain']
  }
}

/** What follows the last try. */
function endOf(
  account: Told,
  name: string,
  { doubt, attempts }: { doubt: boolean; attempts: readonly Attempt[] },
): Line | undefined {
  const last = attempts.at(-1)
  const line = (text: string, look: Line['look'], at: string | null = null): Line => ({
    key: 'end',
    at,
    text,
    look,
    details: null,
  })
  if (account.status === 'published' && last && last.outcome !== 'published') {
    return line(words.told.settled, 'good', account.published_at)
  }
  if (account.status === 'publishing' && last?.finished_at != null) {
    return line(doubt ? words.told.weLook(name) : words.told.goesOn, 'now')
  }
  if (account.status === 'pending' && account.waits_for)
    return line(
      words.told.waits(wordsOfCode(account.waits_for.code, name)),
      'waits',
      account.waits_for.until,
    )
  if (account.status === 'pending' && last)
    return line(words.told.tried, 'waits', account.next_attempt_at)
  return undefined
}
