/** What a read shows beside the posts it was asked for: `expansions` and their fields, by both specifications (2.159 and 2.167). */
import { z } from 'zod'
import { faceAt } from '../kit/faces.ts'
import { readFields, userFields } from './fields.ts'
import { pollViews } from './polls.ts'
import type { Member, Context } from './service.ts'
import type { Media, Tweet } from './state.ts'

const words = (text: string) => text.split(/\s+/)

const KNOWN = {
  expansions: words(
    `article.cover_media article.media_entities attachments.media_keys attachments.media_source_tweet
    attachments.poll_ids author_id edit_history_tweet_ids edit_history_post_ids entities.mentions.username
    entities.note.mentions.username geo.place_id in_reply_to_user_id referenced_posts referenced_tweets.id
    referenced_tweets.id.attachments.media_keys referenced_tweets.id.author_id username`,
  ),
  'media.fields': words(
    `alt_text duration_ms height media_key non_public_metrics organic_metrics preview_image_url
    promoted_metrics public_metrics type url variants width`,
  ),
  'place.fields': words('contained_within country country_code full_name geo id name place_type'),
  'poll.fields': words('duration_minutes end_datetime id options voting_status'),
  'user.fields': userFields,
}

const text = z.string().optional()
export const expanding = {
  expansions: text,
  'media.fields': text,
  'place.fields': text,
  'poll.fields': text,
  'user.fields': text,
}

/** `includes`, each thing once; absent when nothing was to be expanded. */
export function includesOf(
  { service: { people, options }, now }: Context,
  tweets: readonly Tweet[],
  query: z.output<z.ZodObject<typeof expanding>>,
): { includes?: object } {
  const asked = (name: keyof typeof KNOWN) => readFields(name, query[name], KNOWN[name])
  const expansions = asked('expansions')
  const [mediaFields, ofUsers] = [asked('media.fields'), asked('user.fields')]
  asked('place.fields')
  const ofPolls = asked('poll.fields')
  const users = expansions.has('author_id')
    ? people.filter(({ id }) => tweets.some(({ author_id }) => author_id === id))
    : []
  const media = expansions.has('attachments.media_keys') ? tweets.flatMap((one) => one.media) : []
  const polls = expansions.has('attachments.poll_ids') ? pollViews(tweets, ofPolls, now) : []
  const includes = {
    ...(users.length && { users: users.map((person) => userView(person, ofUsers, options.url)) }),
    ...(media.length && { media: media.map((one) => mediaView(one, mediaFields)) }),
    ...(polls.length && { polls }),
  }
  return Object.keys(includes).length ? { includes } : {}
}

/** A user with the fields that were asked for. */
export function userView(
  { id, name, username, premium }: Member,
  fields: ReadonlySet<string>,
  /** Where the emulator is mounted. */
  url: string,
  counted?: { followers_count: number; following_count: number; tweet_count: number },
): object {
  const optional = {
    verified: premium,
    verified_type: premium ? 'blue' : 'none',
    subscription_type: premium ? 'Premium' : 'None',
    protected: false,
    profile_image_url: faceAt(url, name),
    created_at: '2015-03-21T20:50:14.000Z',
    ...(counted && { public_metrics: { ...counted, listed_count: 0 } }),
  }
  const chosen = Object.entries(optional).filter(([field]) => fields.has(field))
  return { id, name, username, ...Object.fromEntries(chosen) }
}

function mediaView(
  { media_key, mime_type, alt_text }: Pick<Media, 'media_key' | 'mime_type' | 'alt_text'>,
  fields: ReadonlySet<string>,
) {
  const still = mime_type === 'image/gif' ? 'animated_gif' : 'photo'
  const type = mime_type.startsWith('video/') ? 'video' : still
  return { media_key, type, ...(fields.has('alt_text') && alt_text && { alt_text }) }
}
