/** The steps of a publication: uploads, waiting for them where that can be seen, the post, what its author says below it. */
import { z } from 'zod'
import {
  type Account,
  Failure,
  type Json,
  type Publication,
  type PublishingStep,
  type Saved,
  type Step,
  type Tools,
} from '../platform.ts'
import { createdId, receiptOf, send, type Access } from './api.ts'
import { bodyOf } from './body.ts'
import { lookForComment, lookForPost, UNSEEN } from './look.ts'
import { Options } from './manifest.ts'
import { awaitSettled, upload, Uploaded } from './media.ts'
import { CARD, cardStep, savedCard } from '../kit/cards.ts'
import { firstLink } from '../kit/links.ts'
import { commentsOf } from '../kit/thread.ts'
import { isThere, withOriginal } from './original.ts'

const Published = z.object({ platform_post_id: z.string() })

export function publish(publication: Publication, account: Account, tools: Tools): readonly Step[] {
  const access = { tools, account }
  const { media } = publication
  const page = account.settings['kind'] === 'page'
  const options = Options.parse(publication.options)
  const with_poll = options.poll !== undefined
  if (page && options.visibility !== 'PUBLIC') {
    const message =
      'A Page has no connections: its posts are for everyone. Set visibility to PUBLIC.'
    throw new Failure('rejected', 'privacy_not_allowed', message)
  }

  const steps: Step[] = media.map((one, index) => ({
    name: `upload_${index}`,
    effect: 'prepares',
    run: () => upload(access, one),
  }))
  if (page && media.length > 0) {
    const run = async (saved: Saved) => {
      for (const urn of urnsOf(publication, saved)) await awaitSettled(access, urn)
      return { ready: true }
    }
    steps.push({ name: 'ready', effect: 'prepares', run })
  }
  const link = media.length === 0 && !with_poll ? firstLink(publication.text) : undefined
  if (link !== undefined) {
    const step = cardStep(link, tools, async ({ bytes }) => {
      const { urn } = await upload(access, {
        mime_type: 'image/jpeg',
        size_bytes: bytes.length,
        open: () => once(bytes),
      })
      if (page) await awaitSettled(access, urn)
      return { urn }
    })
    steps.push(step)
  }
  const about = {
    ...OURS,
    role: 'post' as const,
    parent: null,
    text: publication.text,
    // Of texts there are reports; whether a picture or a poll makes it another post is not known.
    twins: media.length === 0 && !with_poll,
  }
  const found: Pick<PublishingStep, 'look' | 'result'> = {
    // A member's posts are shown to nobody's API; the identical call is refused with the first one's URN.
    look: async (_, { from, denied }) => {
      const looked = page ? await lookForPost(access, { from, with_poll }) : UNSEEN
      return denied === undefined ? looked : { ...looked, there: await isThere(access, denied) }
    },
    result: ({ ids: [id = ''] }) => receiptOf(access, id),
  }
  steps.push({
    name: 'post',
    effect: 'publishes_once',
    run: async (saved) => {
      const create = (card = cardOf(saved)) => {
        const json = bodyOf(publication, account, options, urnsOf(publication, saved), card)
        return send(access, { purpose: 'publish', method: 'POST', path: '/rest/posts', json })
      }
      const answer = await create().catch(async (error: unknown) => {
        if (!(error instanceof Failure)) throw error
        const card = cardOf(saved)
        // Refused for its preview's picture: nothing is out, and without it it may go.
        if (error.code === 'media_rejected' && card?.picture)
          return create({ ...card, picture: null })
        throw await withOriginal(access, error)
      })
      return receiptOf(access, createdId(answer, access))
    },
    ours: (saved) => ({
      ...about,
      link: cardOf(saved)?.url,
      media: [...urnsOf(publication, saved), ...thumbnailOf(saved)],
      has_media: media.length > 0 || thumbnailOf(saved).length > 0,
    }),
    ...found,
    unsaved: { ours: () => ({ ...about, media: [], has_media: media.length > 0 }), ...found },
  })
  // A part without the permission is LinkedIn's to refuse: left out, nobody would hear of it.
  const may = account.settings['comments'] !== false
  const said = commentsOf(publication).filter(({ follow_up }) => may || !follow_up)
  const comments = said.map(({ text, ...step }): PublishingStep => ({
    ...step,
    effect: 'publishes_once',
    run: (saved) => comment(access, postOf(saved), text),
    ours: (saved) => ({
      ...OURS,
      role: 'comment',
      parent: postOf(saved),
      text,
      media: [],
      has_media: false,
      twins: false,
    }),
    look: async (saved, { from }) => (page ? lookForComment(access, postOf(saved), from) : UNSEEN),
    result: ({ ids: [id = ''] }) => ({ platform_post_id: id, platform_url: null }),
  }))
  return [...steps, ...comments]
}

/** LinkedIn shows no app. */
const OURS = { app: null }

/** Comments are plain text, not "little". */
async function comment(access: Access, post: string, text: string): Promise<Json> {
  const answer = await send(access, {
    purpose: 'comment',
    method: 'POST',
    path: `/rest/socialActions/${encodeURIComponent(post)}/comments`,
    json: { actor: access.account.platform_account_id, object: post, message: { text } },
  })
  return { platform_post_id: createdId(answer, access), platform_url: null }
}

function urnsOf({ media }: Publication, saved: Saved) {
  return media.map((_, index) => Uploaded.parse(saved[`upload_${index}`]).urn)
}

function cardOf(saved: Saved) {
  return savedCard(saved[CARD], Uploaded)
}

function thumbnailOf(saved: Saved) {
  const urn = cardOf(saved)?.picture?.urn
  return urn === undefined ? [] : [urn]
}

async function* once(bytes: Uint8Array) {
  yield bytes
}

function postOf(saved: Saved) {
  return Published.parse(saved['post']).platform_post_id
}
