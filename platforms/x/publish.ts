/** The steps of a publication: uploads, alt texts, the post, its first comment. */
import { z } from 'zod'
import {
  Failure,
  type Account,
  type Json,
  type Publication,
  type Receipt,
  type Saved,
  type Step,
  type Tools,
} from '../platform.ts'
import { ask, Id, type Session } from './api.ts'
import { look } from './look.ts'
import { Options } from './manifest.ts'
import { permalink } from './permalink.ts'
import { savedUploads, stillThere, uploadAgain, uploads } from './uploads.ts'

const Created = z.object({ data: z.object({ id: Id }) })
const Published = z.object({ platform_post_id: Id })

export function publish(publication: Publication, account: Account, tools: Tools): readonly Step[] {
  const session = { tools, account }
  const { text, first_comment, media } = publication
  const steps: Step[] = [...uploads(session, publication)]

  steps.push({
    name: 'post',
    effect: 'publishes_once',
    run: async (saved) => {
      const body = { ...(text === '' ? {} : { text }), ...Options.parse(publication.options) }
      if (media.length === 0) return create(session, body)
      const again = () => uploadAgain(session, publication)
      const ids = stillThere(publication, saved, tools.now()) ?? (await again())
      try {
        return await create(session, { ...body, media: { media_ids: ids } })
      } catch (error) {
        // Refused, so nothing is out; saved ids would be refused for ever, new ones make progress.
        if (!(error instanceof Failure) || error.code !== 'media_not_there') throw error
        return create(session, { ...body, media: { media_ids: await again() } })
      }
    },
    ours: (saved) => ({
      ...OURS,
      role: 'post',
      parent: null,
      text,
      media: savedUploads(publication, saved).flatMap(({ media_id, media_key }) =>
        media_key === null ? [media_id] : [media_id, media_key],
      ),
      has_media: media.length > 0,
      // It refuses what says the same, but not what shows something besides.
      twins: media.length === 0,
    }),
    look: (_, { from, own }) => look(session, { text, with_media: media.length > 0, from, own }),
    result: ({ ids: [id = ''] }) => receiptOf(session, id),
  })

  if (first_comment === null) return steps
  steps.push({
    name: 'comment',
    effect: 'publishes_once',
    follow_up: true,
    run: (saved) => {
      const reply = { in_reply_to_tweet_id: postId(saved) }
      return create(session, { text: first_comment, reply })
    },
    ours: (saved) => ({
      ...OURS,
      role: 'reply',
      parent: postId(saved),
      text: first_comment,
      media: [],
      has_media: false,
      twins: true,
    }),
    look: (_, { from, own }) =>
      look(session, { text: first_comment, with_media: false, from, own }),
    result: ({ ids: [id = ''] }) => receiptOf(session, id),
  })
  return steps
}

/** `source` tells it by a name that is not ours to know: own posts show it. */
const OURS = { app: null }

async function create(session: Session, json: Record<string, unknown>): Promise<Json> {
  const { data } = await ask(session, {
    purpose: 'publish',
    method: 'POST',
    path: '/2/tweets',
    json,
    answer: Created,
  })
  return receiptOf(session, data.id)
}

function receiptOf(session: Session, id: string): Json {
  return { platform_post_id: id, platform_url: permalink(session, id) } satisfies Receipt
}

function postId(saved: Saved) {
  return Published.parse(saved['post']).platform_post_id
}
