/** The steps of a publication: containers of media, the container of the post, publishing it; then the same for the reply. */
import { z } from 'zod'
import {
  type Account,
  Failure,
  type Json,
  type PreparingStep,
  type Publication,
  type Saved,
  type Step,
  type Tools,
} from '../platform.ts'
import { ask, Id, type Session } from './api.ts'
import { checkMedia, Container, isStale, makeItem, makePost, makeReply } from './containers.ts'
import { find, findPublished, notShown, receiptOf, statusNow, type Wanted } from './find.ts'

const Published = z.object({ platform_post_id: Id })
const Created = z.object({ id: Id })

export function publish(publication: Publication, account: Account, tools: Tools): readonly Step[] {
  checkMedia(publication)
  const session = { tools, account }
  const { text, media, first_comment } = publication
  const items = media.length > 1 ? media : []
  const steps: Step[] = items.map((one, index): PreparingStep => ({
    name: `upload_${index}`,
    effect: 'prepares',
    run: () => makeItem(session, one),
  }))
  // Containers of yesterday are of no use in a container of today.
  const fresh = async () => {
    const children: string[] = []
    for (const one of items) children.push((await makeItem(session, one)).id)
    return makePost(session, publication, children)
  }
  steps.push({
    name: 'container',
    effect: 'prepares',
    run: (saved) => {
      const children = items.map((_, index) => Container.parse(saved[`upload_${index}`]))
      if (children.some((child) => isStale(child, tools.now()))) return fresh()
      return makePost(
        session,
        publication,
        children.map(({ id }) => id),
      )
    },
  })
  const forget = ['container', ...items.map((_, index) => `upload_${index}`)]
  steps.push(
    publishing('post', session, { container: 'container', forget, text, list: '/me/threads' }),
  )
  if (first_comment === null) return steps

  const reply = (saved: Saved) => makeReply(session, first_comment, postOf(saved))
  steps.push({ name: 'comment_container', effect: 'prepares', follow_up: true, run: reply })
  const comment = {
    container: 'comment_container',
    forget: ['comment_container'],
    text: first_comment,
    list: '/me/replies',
  } as const
  steps.push({ ...publishing('comment', session, comment), follow_up: true })
  return steps
}

interface Publishing {
  /** The step that made what is published. */
  container: string
  text: string
  list: Wanted['list']
  /** What is made anew when the container is spoilt: it and what it holds. */
  forget: readonly string[]
}

/** What Threads says of a container that cannot be published, or is out already. */
const SPOILT = ['container_not_ready', 'media_not_fetched']
/** Surely not published, and of no use any more once publishing it was refused to the end. */
const UNPUBLISHED = ['FINISHED', 'ERROR', 'EXPIRED']

function publishing(
  name: string,
  session: Session,
  { container, forget, text, list }: Publishing,
): Step {
  const { tools } = session
  return {
    name,
    effect: 'publishes_once',
    run: async (saved) => {
      const started_at = tools.now()
      const made = prepared(saved[container])
      const sending = { made, forget, wanted: { text, list, started_at } }
      if (!isStale(made, started_at)) return send(session, sending)
      const status = await asked(session, made)
      if (status === 'PUBLISHED') throw notShown()
      const message = 'What was prepared at Threads is too old to publish. It is prepared anew.'
      throw new Failure('later', 'container_ended', message, { retry_at: started_at, forget })
    },
    find: (saved, { started_at }) =>
      find(session, prepared(saved[container]), { text, list, started_at }),
  }
}

interface Sending {
  made: Container
  forget: readonly string[]
  wanted: Wanted
}

/** Seconds to wait when Threads does not find a container that it called finished; its most frequent failure. */
const PATIENCE = [10, 20, 40]

/** A container is published at most once, so a refused call may be repeated. */
async function send(session: Session, { made, forget, wanted }: Sending): Promise<Json> {
  const params = { creation_id: made.id }
  for (let number = 0; ; number++) {
    try {
      const path = '/me/threads_publish'
      const created = await ask(session, { method: 'POST', path, params, answer: Created })
      return await receiptOf(session, created.id)
    } catch (error) {
      if (!(error instanceof Failure) || !SPOILT.includes(error.code)) throw error
      // The same words are the answer to publishing twice.
      const status = await asked(session, made)
      if (status === 'PUBLISHED') return shown(session, wanted, error)
      const pause = PATIENCE[number]
      if (error.code === 'media_not_fetched' || pause === undefined || status !== 'FINISHED')
        throw UNPUBLISHED.includes(status) ? withoutIt(error, forget) : error
      await session.tools.sleep(pause * 1000)
    }
  }
}

/** The next attempt makes another, and saves it before it is published: a look must know which to ask about. */
function withoutIt(cause: Failure, forget: readonly string[]) {
  const { kind, code, message, retry_at, words } = cause
  return new Failure(kind, code, message, { retry_at, words, forget, cause })
}

/** It is out: not even a refused look makes that undone. */
async function shown(session: Session, wanted: Wanted, cause: Failure): Promise<Json> {
  const finding = await findPublished(session, wanted).catch(doubt)
  if (typeof finding === 'object') return finding.found
  throw notShown(cause)
}

async function asked(session: Session, made: Container) {
  return statusNow(session, made).catch(doubt)
}

/** Whether it is out was the question, and it was not answered. */
function doubt(error: unknown): never {
  if (!(error instanceof Failure)) throw error
  const { code, message, words } = error
  throw new Failure('unknown', code, message, { words, cause: error })
}

/** A reply whose preparation came to nothing is not published either. */
function prepared(saved: Json | undefined): Container {
  const { success, data } = Container.safeParse(saved)
  if (success) return data
  throw new Failure('rejected', 'not_prepared', 'Threads did not prepare the first comment.')
}

function postOf(saved: Saved) {
  return Published.parse(saved['post']).platform_post_id
}
