/**
 * A publication as steps: files, a key, the post under that key, who may reply, a first comment. The key is chosen after
 * the files, so that a long video does not date the post back.
 */
import { z } from 'zod'
import type { Ours } from '../evidence.ts'
import {
  type Account,
  Failure,
  type Json,
  type PublishingStep,
  type Publication,
  type PublicationPart,
  type Saved,
  type Step,
  type Tools,
} from '../platform.ts'
import { CARD, cardStep, savedCard } from '../kit/cards.ts'
import { prefixOf, stepOf } from '../kit/thread.ts'
import { linkIn, mentioned } from './facets.ts'
import { lastStep, preparing, upload, uploading } from './files.ts'
import { resolveHandle } from './identity.ts'
import { look, lookInList, NOT_PREPARED } from './look.ts'
import { uploadImage } from './media.ts'
import { Options } from './manifest.ts'
import { quotedOf, quoting } from './quote.ts'
import {
  Blob,
  GATE,
  gateRecord,
  Key,
  POST,
  postRecord,
  QUOTE_GATE,
  quoteGateRecord,
  type Ref,
} from './record.ts'
import { repo as repoOf } from './repo.ts'
import { type PdsSession, session as sessionOf } from './session.ts'
import { tid } from './tid.ts'

/** The receipt, with the hash of the post, which a reply to it names; of one that was looked for it is not kept. */
const Posted = z.object({ platform_post_id: z.string(), cid: z.string().optional() })

export function publish(publication: Publication, account: Account, tools: Tools): readonly Step[] {
  const { text, first_comment, media, delivery_id, thread = [] } = publication
  const options = Options.parse(publication.options)
  const { langs, reply_control, quote_control } = options
  const labels = labelsOf(options)
  const session = sessionOf(account, tools)
  const repo = repoOf(session, tools)

  /** `behind`: when the part above was made. Parts of one moment would be one record. */
  const choose = async (role: 'post' | 'comment', words: string, behind = 0): Promise<Json> => {
    const mentions = await resolve(words, tools)
    const usual = langs ? undefined : await usualLangs()
    const now = new Date(Math.max(tools.now().getTime(), behind + 1))
    const key = { rkey: tid(now, delivery_id, role), created_at: now.toISOString(), mentions }
    return { ...key, ...(usual?.length && { langs: usual }) }
  }

  /** As the app does: what was written last is the next post's, unless its author says another. It is worth no failure. */
  const usualLangs = async () => {
    try {
      return await repo.langs(POST)
    } catch (error) {
      const passing = error instanceof Failure && !['expired', 'reconnect'].includes(error.kind)
      if (passing) return undefined
      throw error
    }
  }

  /** A step that writes one record under a key that was chosen before it. */
  const writing = (
    name: string,
    collection: string,
    keyIn: (saved: Saved) => Key | undefined,
    {
      ours,
      write,
      result,
    }: {
      ours: (saved: Saved) => Pick<Ours, 'role' | 'parent' | 'text' | 'has_media'>
      write: (key: Key, saved: Saved) => Promise<Ref>
      result: (ref: { uri: string; cid?: string }) => Json
    },
  ): PublishingStep => ({
    name,
    effect: 'publishes_again',
    async run(saved) {
      const chosen = keyIn(saved)
      // A follow-up goes on after an earlier one failed.
      if (!chosen) throw new Failure('rejected', 'not_prepared', NOT_PREPARED)
      return result(await write(chosen, saved))
    },
    ours: (saved) => ({ ...ours(saved), media: [], app: null, twins: false }),
    look: (saved) => look(repo, collection, keyIn(saved)),
    result: ({ ids: [uri = ''] }) => result({ uri }),
    unsaved: {
      ours: (saved) => ({ ...ours(saved), media: [], app: null, twins: false }),
      look: (_, window) => lookInList(repo, collection, window),
      result: ({ ids: [uri = ''] }) => result({ uri }),
    },
  })

  /** The post or one part behind it: what prepares it, and the step that writes it. */
  const posting = (part: PublicationPart, number: number) => {
    const prefix = prefixOf(number)
    const above = number === 1 ? undefined : stepOf(number - 1)
    const link = part.media.length === 0 ? linkIn(part.text) : undefined
    const card =
      link === undefined ? undefined : cardStep(link, tools, pictureTo(session), prefix + CARD)
    const step = writing(stepOf(number), POST, savedAs(keyOf(number)), {
      ours: (saved) => ({
        role: above === undefined ? 'post' : 'reply',
        parent: above === undefined ? null : uriIn(saved, above),
        text: part.text,
        has_media: part.media.length > 0,
      }),
      async write(key, saved) {
        const reply_to = above === undefined ? undefined : await below(saved, above)
        const quoted = number === 1 ? quotedOf(saved) : undefined
        const record = { text: part.text, key, langs, media: part.media, quoted, labels }
        const put = (blobs: Blob[], preview = savedCard(saved[prefix + CARD], Blob)) =>
          repo.put(
            POST,
            key.rkey,
            postRecord({ ...record, blobs, card: preview, ...(reply_to && { reply_to }) }),
          )
        const named = part.media.map((file, index) => lastStep(file, index, prefix))
        try {
          return await put(named.map((name) => Blob.parse(saved[name])))
        } catch (error) {
          if (!(error instanceof Failure) || error.code !== 'upload_lost') throw error
          // Files that no record names are thrown away after some hours; the same file gives the same reference again.
          const blobs: Blob[] = []
          for (const file of part.media) blobs.push(await upload(file, session, tools))
          const again = card && saved[card.name] ? await card.run({}) : undefined
          return put(blobs, again === undefined ? undefined : savedCard(again, Blob))
        }
      },
      result({ uri, ...hash }) {
        const web = tools.config.hosts['web'] ?? ''
        const platform_url = `${web}/profile/${session.did}/post/${rkeyOf(uri)}`
        return { platform_post_id: uri, platform_url, ...hash }
      },
    })
    const files = part.media.flatMap((file, index) =>
      uploading(file, index, session, tools, prefix),
    )
    const key = preparing(keyOf(number), (saved) => {
      const before = above === undefined ? undefined : Key.safeParse(saved[keyOf(number - 1)]).data
      return choose('post', part.text, before && Date.parse(before.created_at))
    })
    return { files: [...files, ...(card ? [card] : [])], key, step }
  }

  /** What a part stands below: the one above it, and the beginning of its thread. */
  const below = async (saved: Saved, above: string) => {
    const { platform_post_id: root_uri, cid: root_cid } = Posted.parse(saved['post'])
    const parent = await repo.mustHave(POST, rkeyOf(uriIn(saved, above) ?? ''))
    const known = root_cid === undefined ? undefined : { uri: root_uri, cid: root_cid }
    const root = known ?? (await repo.mustHave(POST, rkeyOf(root_uri)))
    if (parent && root) return { root, parent }
    const message = 'What this replies to is no longer on Bluesky, so nothing can follow it.'
    throw new Failure('rejected', 'parent_gone', message)
  }

  const [post, ...parts] = [{ text, media }, ...thread].map((part, index) =>
    posting(part, index + 1),
  )
  if (!post) throw new Error('A thread begins with a post.')

  /** Beside the post: under its key, which its own number tells where nothing else does (a backup was restored). */
  const beside = (saved: Saved): Key | undefined => {
    const chosen = savedAs('key')(saved)
    const uri = uriIn(saved, 'post')
    if (chosen || uri === null) return chosen
    return { rkey: rkeyOf(uri), created_at: tools.now().toISOString(), mentions: {} }
  }
  /** A post that is found tells it: these need not be looked for in lists. */
  const besidePost = (step: PublishingStep): PublishingStep => {
    const { unsaved: _, ...rest } = step
    return rest
  }

  const gate = writing('gate', GATE, beside, {
    ...AN_ENTRY,
    write(key, saved) {
      const { platform_post_id } = Posted.parse(saved['post'])
      return repo.put(GATE, key.rkey, gateRecord(platform_post_id, key, reply_control))
    },
  })

  const quote_gate = writing('quote_gate', QUOTE_GATE, beside, {
    ...AN_ENTRY,
    write(key, saved) {
      const { platform_post_id } = Posted.parse(saved['post'])
      return repo.put(QUOTE_GATE, key.rkey, quoteGateRecord(platform_post_id, key))
    },
  })

  const comment = writing('comment', POST, savedAs('comment_key'), {
    ours: (saved) => ({
      role: 'reply',
      parent: uriIn(saved, 'post'),
      text: first_comment ?? '',
      has_media: false,
    }),
    async write(key, saved) {
      const { platform_post_id: uri, cid } = Posted.parse(saved['post'])
      const reply_to = cid === undefined ? await repo.mustHave(POST, rkeyOf(uri)) : { uri, cid }
      if (!reply_to) {
        throw new Failure('rejected', 'not_found', 'The post is not there any more.')
      }
      const under = { root: reply_to, parent: reply_to }
      const record = postRecord({ text: first_comment ?? '', key, langs, reply_to: under })
      return repo.put(POST, key.rkey, record)
    },
    result: (ref) => ({ ...ref }),
  })
  const comment_key = preparing('comment_key', () => choose('comment', first_comment ?? ''))

  return [
    // Before anything is out: what is refused of a file stops all of it.
    ...quoting(options.quote, tools),
    ...[post, ...parts].flatMap(({ files }) => files),
    post.key,
    post.step,
    ...(reply_control === 'everybody' ? [] : [follow(besidePost(gate))]),
    ...(quote_control === 'everybody' ? [] : [follow(besidePost(quote_gate))]),
    ...parts.flatMap(({ key, step }) => [key, step]),
    ...(first_comment ? [follow(comment_key), follow(comment)] : []),
  ]
}

function labelsOf({ adult_content, graphic_media }: Options) {
  return [...(adult_content ? [adult_content] : []), ...(graphic_media ? ['graphic-media'] : [])]
}

const keyOf = (part: number) => `${prefixOf(part)}key`

function uriIn(saved: Saved, step: string) {
  return Posted.safeParse(saved[step]).data?.platform_post_id ?? null
}

const savedAs = (name: string) => (saved: Saved) => Key.safeParse(saved[name]).data

/** Beside the post, and without words of its own. */
const AN_ENTRY = {
  ours: () => ({ role: 'other' as const, parent: null, text: '', has_media: false }),
  result: (ref: { uri: string; cid?: string }) => ({ ...ref }),
}

/** Sends the picture of a link's preview; the same picture again is the same blob. */
const pictureTo =
  (session: PdsSession) =>
  ({ bytes }: { bytes: Uint8Array }) =>
    uploadImage(
      { mime_type: 'image/jpeg', size_bytes: bytes.length, open: () => once(bytes) },
      session,
    )

async function* once(bytes: Uint8Array) {
  yield bytes
}

/** The last part of a record's address. */
const rkeyOf = (uri: string) => uri.split('/').at(-1) ?? ''

function follow<Kind extends Step>(step: Kind): Kind {
  return { ...step, follow_up: true }
}

/** Handles that nobody has are left out: their mention stays plain text. */
async function resolve(text: string, tools: Tools): Promise<Record<string, string>> {
  const entries = await Promise.all(
    mentioned(text.toWellFormed()).map(async (handle) => {
      const did = await resolveHandle(handle, tools)
      return did ? [[handle, did] as const] : []
    }),
  )
  return Object.fromEntries(entries.flat())
}
