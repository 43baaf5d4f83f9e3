/** A post as X returns it, in either of its two dialects: `tweet` (documented, live) and `post` (specification since August 2026). */
import { z } from 'zod'
import { Id } from './api.ts'

const Urls = z
  .object({
    urls: z
      .array(
        z.object({
          url: z.string().nullish(),
          expanded_url: z.string().nullish(),
          media_key: z.string().nullish(),
        }),
      )
      .nullish(),
  })
  .nullish()
const Note = z.object({ text: z.string(), entities: Urls }).nullish()
const References = z.array(z.object({ type: z.string(), id: Id })).nullish()

export const Post = z
  .object({
    id: Id,
    text: z.string(),
    created_at: z.coerce.date().nullish(),
    source: z.string().nullish().catch(undefined),
    entities: Urls,
    attachments: z.object({ media_keys: z.array(z.string()).nullish() }).nullish(),
    note_tweet: Note,
    note_post: Note,
    referenced_tweets: References,
    referenced_posts: References,
  })
  .transform((post) => {
    const note = post.note_tweet ?? post.note_post
    const references = post.referenced_tweets ?? post.referenced_posts ?? []
    return {
      id: post.id,
      text: note?.text ?? post.text,
      created_at: post.created_at ?? undefined,
      app: post.source || undefined,
      // The note lacks the link to the media, the entities of the post have it.
      urls: [...(note?.entities?.urls ?? []), ...(post.entities?.urls ?? [])],
      media_keys: post.attachments?.media_keys ?? undefined,
      replied_to: references.find(({ type }) => type === 'replied_to')?.id ?? null,
      reposts: references.some(({ type }) => type === 'retweeted'),
    }
  })
export type Post = z.output<typeof Post>
