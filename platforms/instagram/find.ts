/** After a lost answer: a container is published once, and says itself whether it was. Which post it became, the list tells. */
import { z } from 'zod'
import { ask, Id } from '../meta/graph.ts'
import { Failure, type Finding, type Json } from '../platform.ts'
import { statusIfThere, type Session } from './containers.ts'
import { receiptOf } from './permalink.ts'
import { graphOf } from './session.ts'

/** Clocks differ, and Instagram cuts its times to seconds. */
const BEFORE = 60_000

const Media = z.object({
  data: z.array(
    z.object({
      id: Id,
      caption: z.string().nullish(),
      timestamp: z.coerce.date().nullish().catch(null),
    }),
  ),
})
const Comments = z.object({
  data: z.array(
    z.object({
      id: Id,
      text: z.string().nullish(),
      timestamp: z.coerce.date().nullish().catch(null),
    }),
  ),
})

export async function find(
  session: Session,
  wanted: { container: string; caption: string; started_at: Date; story: boolean },
): Promise<Finding<Json>> {
  const status = await statusIfThere(session, wanted.container)
  const { account, tools } = session
  const { data } = await ask(graphOf(account, tools), {
    purpose: 'read',
    method: 'GET',
    // Stories are in a list of their own, for as long as they are shown.
    path: `/${account.platform_account_id}/${wanted.story ? 'stories' : 'media'}`,
    query: { fields: 'id,caption,timestamp', limit: '25' },
    answer: Media,
  }).catch((error: unknown) => {
    // It is out: a list that is refused does not change that. What passes by itself or by a refresh stays what it is.
    if (status !== 'PUBLISHED' || !(error instanceof Failure) || error.kind !== 'rejected')
      throw error
    const { code, message, words } = error
    throw new Failure('unknown', code, message, { words, cause: error })
  })
  const since = wanted.started_at.getTime() - BEFORE
  const alike = data.filter(
    ({ caption, timestamp }) =>
      same(caption ?? '', wanted.caption) && (timestamp?.getTime() ?? since) >= since,
  )
  const [only, ...others] = alike
  // Two of the same words in the same minutes: a guess could name somebody's else.
  if (others.length) return 'unknowable'
  const wordless = wanted.caption.trim() === ''
  // Without words it may be anybody's, unless the container says that ours is out.
  if (only && wordless && status !== 'PUBLISHED') return 'unknowable'
  if (only) return { found: await receiptOf(session, only.id) }
  if (status === 'PUBLISHED') {
    const message = 'The post is out, but Instagram does not list it yet. Crier looks again.'
    throw new Failure('unknown', 'not_listed_yet', message)
  }
  if (status === 'FINISHED' || status === 'IN_PROGRESS') return 'absent'
  // The container ended, and without words the list proves nothing.
  return wordless ? 'unknowable' : 'absent'
}

export async function findComment(
  { account, tools }: Session,
  wanted: { post: string; text: string; started_at: Date },
): Promise<Finding<Json>> {
  const { data } = await ask(graphOf(account, tools), {
    purpose: 'read',
    method: 'GET',
    path: `/${wanted.post}/comments`,
    query: { fields: 'id,text,timestamp' },
    answer: Comments,
  })
  const since = wanted.started_at.getTime() - BEFORE
  const ours = data.find(
    ({ text, timestamp }) =>
      same(text ?? '', wanted.text) && (timestamp?.getTime() ?? since) >= since,
  )
  return ours ? { found: { id: ours.id } } : 'absent'
}

const same = (theirs: string, ours: string) => plain(theirs) === plain(ours)
const plain = (text: string) => text.normalize('NFC').replaceAll('\r\n', '\n').trim()
