/** The steps of a publication: uploads, alt texts, the post, the parts of its thread, its first comment. */
import { z } from 'zod'
import { prefixOf, stepOf } from '../kit/thread.ts'
import {
  Failure,
  type Account,
  type Json,
  type Publication,
  type PublishingStep,
  type Receipt,
  type Saved,
  type Step,
  type Tools,
} from '../platform.ts'
import { ask, Id, type Access } from './api.ts'
import { look } from './look.ts'
import { Options } from './manifest.ts'
import { permalink } from './permalink.ts'
import {
  type Files,
  lostUploads,
  savedUploads,
  stillThere,
  uploads,
  withoutUploads,
} from './uploads.ts'

const Created = z.object({ data: z.object({ id: Id }) })
const Published = z.object({ platform_post_id: Id })

export function publish(publication: Publication, account: Account, tools: Tools): readonly Step[] {
  const access = { tools, account }
  const { text, first_comment, media, thread = [] } = publication
  const options = Options.parse(publication.options)
  const { reply_settings: _, poll: __, ...disclosed } = options
  const all = [
    { name: 'post', text, media, prefix: '', below: undefined, body: options },
    ...thread.map((part, index) => ({
      ...part,
      name: stepOf(index + 2),
      prefix: prefixOf(index + 2),
      below: stepOf(index + 1),
      // Who may reply is decided with the first one, and it alone has the poll.
      body: disclosed,
    })),
  ]
  return [
    // Before anything is out: what X refuses of a file stops all of it.
    ...all.flatMap((one) => uploads(access, one)),
    ...all.map((one) => posting(access, one)),
    ...(first_comment === null ? [] : [comment(access, first_comment)]),
  ]
}

interface Posting extends Files {
  name: string
  text: string
  /** The step that makes what it replies to. */
  below: string | undefined
  body: Record<string, unknown>
}

function posting(
  access: Access,
  { name, text, body: beside, below, ...files }: Posting,
): PublishingStep {
  const with_media = files.media.length > 0
  const { tools } = access
  const about = (saved: Saved) => ({
    ...OURS,
    role: below === undefined ? ('post' as const) : ('reply' as const),
    parent: below === undefined ? null : idIn(saved, below),
    text,
    has_media: with_media,
    // It refuses what says the same, but not what shows something besides.
    twins: !with_media && !('poll' in beside),
  })
  const found: Pick<PublishingStep, 'look' | 'result'> = {
    look: (_, { from, own }) => look(access, { text, with_media, from, own }),
    result: ({ ids: [id = ''] }) => receiptOf(access, id),
  }
  return {
    name,
    effect: 'publishes_once',
    run: async (saved) => {
      const reply = below && { reply: { in_reply_to_tweet_id: idIn(saved, below) } }
      // Empty of a post without words: told rather than left to the default, which the dialects of X need not share.
      const body = { text, ...beside, ...reply }
      const send = (json: Record<string, unknown>) =>
        create(access, json).catch((error: unknown) => {
          throw name.startsWith('part_') ? parentGone(error) : error
        })
      if (!with_media) return send(body)
      const ids = stillThere(files, saved, tools.now())
      if (!ids) throw lostUploads(files, tools.now())
      return send({ ...body, media: { media_ids: ids } }).catch((error: unknown) => {
        throw withoutUploads(error, files)
      })
    },
    ours: (saved) => ({
      ...about(saved),
      media: savedUploads(files, saved).flatMap(({ media_id, media_key }) =>
        media_key === null ? [media_id] : [media_id, media_key],
      ),
    }),
    ...found,
    unsaved: { ours: (saved) => ({ ...about(saved), media: [] }), ...found },
  }
}

function comment(access: Access, text: string): PublishingStep {
  const none = { media: [], prefix: 'comment_', body: {} }
  const step = posting(access, { name: 'comment', text, below: 'post', ...none })
  return { ...step, follow_up: true }
}

/** What a part replies to was taken down meanwhile: nothing can follow it. */
function parentGone(error: unknown) {
  if (!(error instanceof Failure) || error.code !== 'not_found') return error
  const { kind, words } = error
  const message = 'What this replies to is no longer on X, so nothing can follow it.'
  return new Failure(kind, 'parent_gone', message, { words, cause: error })
}

/** `source` tells it by a name that is not ours to know: own posts show it. */
const OURS = { app: null }

async function create(access: Access, json: Record<string, unknown>): Promise<Json> {
  const { data } = await ask(access, {
    purpose: 'publish',
    method: 'POST',
    path: '/2/tweets',
    json,
    answer: Created,
  })
  return receiptOf(access, data.id)
}

function receiptOf(access: Access, id: string): Json {
  return { platform_post_id: id, platform_url: permalink(access, id) } satisfies Receipt
}

function idIn(saved: Saved, step: string) {
  return Published.parse(saved[step]).platform_post_id
}
