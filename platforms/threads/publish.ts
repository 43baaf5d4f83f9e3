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
import {
  checkMedia,
  Container,
  isStale,
  makeItem,
  makePost,
  makeReply,
  statusOf,
} from './containers.ts'
import { find, findPublished, receiptOf, type Wanted } from './find.ts'

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
  steps.push(
    publishing('post', session, { container: 'container', text, fresh, list: '/me/threads' }),
  )
  if (first_comment === null) return steps

  const reply = (saved: Saved) => makeReply(session, first_comment, postOf(saved))
  steps.push({ name: 'comment_container', effect: 'prepares', follow_up: true, run: reply })
  const comment = {
    container: 'comment_container',
    text: first_comment,
    list: '/me/replies',
  } as const
  steps.push({ ...publishing('comment', session, { ...comment, fresh: reply }), follow_up: true })
  return steps
}

interface Publishing {
  /** The step that made what is published. */
  container: string
  text: string
  list: Wanted['list']
  /** Makes it anew: containers end after a day. */
  fresh: (saved: Saved) => Promise<Container>
}

/** What Threads says of a container that will never be published. */
const SPOILT = ['container_not_ready', 'media_not_fetched']

function publishing(
  name: string,
  session: Session,
  { container, text, list, fresh }: Publishing,
): Step {
  const { tools } = session
  return {
    name,
    effect: 'publishes_once',
    run: async (saved) => {
      const started_at = tools.now()
      const made = prepared(saved[container])
      const wanted = { text, list, started_at }
      if (isStale(made, started_at)) return send(session, await quietly(() => fresh(saved)), wanted)
      try {
        return await send(session, made, wanted)
      } catch (error) {
        // Refused to the end, so nothing is out; another container makes progress.
        if (!(error instanceof Failure) || !SPOILT.includes(error.code)) throw error
        if ((await quietly(() => statusOf(session, made.id))).status === 'PUBLISHED') throw error
        return send(session, await quietly(() => fresh(saved)), wanted)
      }
    },
    find: (saved, { started_at }) =>
      find(session, prepared(saved[container]), { text, list, started_at }),
  }
}

/** Seconds to wait when Threads does not find a container that it called finished; its most frequent failure. */
const PATIENCE = [10, 20, 40]

/** A container is published at most once, so a refused call may be repeated. */
async function send(session: Session, { id }: Container, wanted: Wanted): Promise<Json> {
  const params = { creation_id: id }
  for (let number = 0; ; number++) {
    try {
      const path = '/me/threads_publish'
      const created = await ask(session, { method: 'POST', path, params, answer: Created })
      return await receiptOf(session, created.id)
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== 'container_not_ready') throw error
      // The same words are the answer to publishing twice.
      const { status } = await quietly(() => statusOf(session, id))
      if (status === 'PUBLISHED') {
        const finding = await findPublished(session, wanted)
        if (typeof finding === 'object') return finding.found
        const message = 'Threads says that the post is out, but not yet which it is.'
        throw new Failure('unknown', 'not_shown_yet', message, { cause: error })
      }
      const pause = PATIENCE[number]
      if (pause === undefined || status !== 'FINISHED') throw error
      await session.tools.sleep(pause * 1000)
    }
  }
}

/** Looking and preparing publish nothing: what is lost there is no doubt about the post. */
async function quietly<Result>(act: () => Promise<Result>): Promise<Result> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof Failure) || error.kind !== 'unknown') throw error
    const { code, message, words } = error
    throw new Failure('later', code, message, { words, cause: error })
  }
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
