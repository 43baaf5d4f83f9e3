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
  type Saved,
  type Step,
  type Tools,
} from '../platform.ts'
import { mentioned } from './facets.ts'
import { lastStep, preparing, upload, uploading } from './files.ts'
import { resolveHandle } from './identity.ts'
import { look, NOT_PREPARED } from './look.ts'
import { Options } from './manifest.ts'
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
import { session as sessionOf } from './session.ts'
import { tid } from './tid.ts'

/** The receipt, with the hash of the post, which a reply to it names; of one that was looked for it is not kept. */
const Posted = z.object({ platform_post_id: z.string(), cid: z.string().optional() })

export function publish(publication: Publication, account: Account, tools: Tools): readonly Step[] {
  const { text, first_comment, media, delivery_id } = publication
  const { langs, reply_control, quote_control } = Options.parse(publication.options)
  const session = sessionOf(account, tools)
  const repo = repoOf(session, tools)

  const choose = async (role: 'post' | 'comment', words: string): Promise<Key> => {
    const mentions = await resolve(words, tools)
    const now = tools.now()
    return { rkey: tid(now, delivery_id, role), created_at: now.toISOString(), mentions }
  }

  /** A step that writes one record under the key that the step `key` saved. */
  const writing = (
    name: string,
    collection: string,
    key: string,
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
      const chosen = Key.safeParse(saved[key]).data
      // A follow-up goes on after an earlier one failed.
      if (!chosen) throw new Failure('rejected', 'not_prepared', NOT_PREPARED)
      return result(await write(chosen, saved))
    },
    ours: (saved) => ({ ...ours(saved), media: [], app: null, twins: false }),
    look: (saved) => look(repo, collection, Key.safeParse(saved[key]).data),
    result: ({ ids: [uri = ''] }) => result({ uri }),
  })

  const post = writing('post', POST, 'key', {
    ours: () => ({ role: 'post', parent: null, text, has_media: media.length > 0 }),
    async write(key, saved) {
      const put = (blobs: Blob[]) =>
        repo.put(POST, key.rkey, postRecord({ text, key, langs, media, blobs }))
      try {
        return await put(media.map((file, index) => Blob.parse(saved[lastStep(file, index)])))
      } catch (error) {
        if (!(error instanceof Failure) || error.code !== 'upload_lost') throw error
        // Files that no record names are thrown away after some hours; the same file gives the same reference again.
        const blobs: Blob[] = []
        for (const file of media) blobs.push(await upload(file, session, tools))
        return put(blobs)
      }
    },
    result({ uri, ...hash }) {
      const web = tools.config.hosts['web'] ?? ''
      const platform_url = `${web}/profile/${session.did}/post/${rkeyOf(uri)}`
      return { platform_post_id: uri, platform_url, ...hash }
    },
  })

  const gate = writing('gate', GATE, 'key', {
    ...AN_ENTRY,
    write(key, saved) {
      const { platform_post_id } = Posted.parse(saved['post'])
      return repo.put(GATE, key.rkey, gateRecord(platform_post_id, key, reply_control))
    },
  })

  const quote_gate = writing('quote_gate', QUOTE_GATE, 'key', {
    ...AN_ENTRY,
    write(key, saved) {
      const { platform_post_id } = Posted.parse(saved['post'])
      return repo.put(QUOTE_GATE, key.rkey, quoteGateRecord(platform_post_id, key))
    },
  })

  const comment = writing('comment', POST, 'comment_key', {
    ours: (saved) => ({
      role: 'reply',
      parent: Posted.safeParse(saved['post']).data?.platform_post_id ?? null,
      text: first_comment ?? '',
      has_media: false,
    }),
    async write(key, saved) {
      const { platform_post_id: uri, cid } = Posted.parse(saved['post'])
      const reply_to = cid === undefined ? await repo.get(POST, rkeyOf(uri)) : { uri, cid }
      if (!reply_to) {
        throw new Failure('rejected', 'not_found', 'The post is not there any more.')
      }
      const record = postRecord({ text: first_comment ?? '', key, langs, reply_to })
      return repo.put(POST, key.rkey, record)
    },
    result: (ref) => ({ ...ref }),
  })
  const comment_key = preparing('comment_key', () => choose('comment', first_comment ?? ''))

  return [
    ...media.flatMap((file, index) => uploading(file, index, session, tools)),
    preparing('key', () => choose('post', text)),
    post,
    ...(reply_control === 'everybody' ? [] : [follow(gate)]),
    ...(quote_control === 'everybody' ? [] : [follow(quote_gate)]),
    ...(first_comment ? [follow(comment_key), follow(comment)] : []),
  ]
}

/** Beside the post, and without words of its own. */
const AN_ENTRY = {
  ours: () => ({ role: 'other' as const, parent: null, text: '', has_media: false }),
  result: (ref: { uri: string; cid?: string }) => ({ ...ref }),
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
