/** What was tried on an account, told in sentences. Pure. */
import type { PerAccount } from '@crier/sdk'
import { isLostAnswer, wordsOfCode } from '../../words/codes.ts'

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
  const attempts = account.attempts ?? []
  return (
    account.status === 'publishing' &&
    attempts.slice(0, -1).reduce((doubt, each) => staysInDoubt(each, doubt), false)
  )
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
      if (doubt) return ['Cleared up: it is published. Nothing went out twice.', 'good']
      return [`Sent to ${name}, and published.`, 'good']
    case 'failed':
      return [`${why ?? `${name} refused it`}. It was not published.`, 'bad']
    case 'blocked':
      if (code === 'outcome_unknown' || doubt)
        return [
          `${name} could not tell what became of it. Nothing is sent again before somebody looks.`,
          'asks',
        ]
      return [`${why ?? 'Something stands in the way'}. It waits for somebody.`, 'asks']
    case 'later':
      return [`${why ?? `${name} did not take it yet`}. It is tried again by itself.`, 'waits']
    case 'look':
      if (doubt && code === null)
        return [`Looked on ${name}: it is not to be seen there yet.`, 'waits']
      if (doubt) return [`Wanted to look on ${name}. ${why}. We look again.`, 'waits']
      if (isLostAnswer(code))
        return [
          `Sent to ${name}, and the answer was lost: ${inside(why ?? '', name)}. We look whether it is there before anything is sent again.`,
          'waits',
        ]
      if (why === undefined) return [`${name} has it, and has not finished yet.`, 'waits']
      return [`${why}. It goes on by itself.`, 'waits']
    case 'released':
      return ['Crier was stopped just then, and goes on with it.', 'plain']
    default:
      if (running) return [doubt ? `Looking for it on ${name} …` : `Being sent to ${name} …`, 'now']
      return ['This try was broken off on our side. The next one looks before it sends.', 'plain']
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
    return line('Settled: it is there.', 'good', account.published_at)
  }
  if (account.status === 'publishing' && last?.finished_at != null) {
    return line(doubt ? `We look for it on ${name} again.` : 'It goes on by itself.', 'now')
  }
  if (account.status === 'pending' && account.waits_for)
    return line(`${wordsOfCode(account.waits_for.code, name)}. It waits.`, 'waits')
  if (account.status === 'pending' && last)
    return line('It is tried again.', 'waits', account.next_attempt_at)
  return undefined
}

/** The sentence as a part of another one; names keep their letters. */
function inside(sentence: string, name: string) {
  if (sentence.startsWith(name)) return sentence
  return sentence.charAt(0).toLowerCase() + sentence.slice(1)
}
