/** The parameters that reads share. */
import { z } from 'zod'
import { takeSpecial } from './faults.ts'
import { invalid } from './refusal.ts'
import { idSchema } from './requests.ts'
import type { Context } from './service.ts'

/** Any of these may be asked for; those a view does not know are accepted and absent, as for most posts. */
export const tweetFields =
  `article article_title attachments author_id card_uri community_id context_annotations conversation_id
  created_at display_text_range edit_controls edit_history_tweet_ids edit_history_post_ids entities geo id
  in_reply_to_user_id lang matched_media_notes media_metadata non_public_metrics note_tweet note_post
  note_request_suggestions organic_metrics paid_partnership possibly_sensitive promoted_metrics public_metrics
  referenced_tweets referenced_posts reply_settings scopes source suggested_source_links
  suggested_source_links_with_counts text username withheld`.split(/\s+/)

export const userFields =
  `affiliation confirmed_email connection_status created_at description entities id is_identity_verified
  location most_recent_tweet_id most_recent_post_id name parody pinned_tweet_id pinned_post_id profile_banner_url
  profile_image_url protected public_metrics receives_your_dm subscribes_to_you subscription subscription_type url username verified verified_followers_count
  verified_type withheld`.split(/\s+/)

export const timeSchema = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text))

/** Either name of the parameter, as both are in use. */
export const asked = { 'tweet.fields': z.string().optional(), 'post.fields': z.string().optional() }

export function readTweetFields(
  { service, person }: Context,
  query: z.output<z.ZodObject<typeof asked>>,
) {
  if (query['tweet.fields'] !== undefined && takeSpecial(service.faults, person, 'new_names'))
    throw invalid('The query parameter [tweet.fields] is not one of [id,post.fields]', {
      'tweet.fields': [query['tweet.fields']],
    })
  const text = [query['tweet.fields'], query['post.fields']].filter(Boolean).join(',')
  const without = takeSpecial(service.faults, person, 'no_source')
  return readFields('tweet.fields', text, without ? tweetFields.filter(isKept) : tweetFields)
}

const isKept = (field: string) => field !== 'source'

export function readFields(parameter: string, text: string | undefined, known: readonly string[]) {
  const fields = new Set(text?.split(',').filter(Boolean))
  for (const field of fields)
    if (!known.includes(field))
      throw invalid(
        `The \`${parameter}\` query parameter value [${field}] is not one of [${known.join(',')}]`,
        { [parameter]: [text] },
      )
  return fields
}

export function readIds(text: string): string[] {
  const ids = text.split(',')
  const wrong = ids.find((id) => !idSchema.safeParse(id).success)
  if (wrong !== undefined)
    throw invalid(`The \`ids\` query parameter value [${wrong}] is not valid`, { ids: [text] })
  if (ids.length > 100)
    throw invalid(
      'The number of values in the `ids` query parameter list is not between 1 and 100',
      {
        ids: [text],
      },
    )
  return ids
}

export function paramId({ request }: Context): string {
  const { id } = z.object({ id: z.string() }).parse(request.params)
  if (!idSchema.safeParse(id).success)
    throw invalid(`The \`id\` query parameter value [${id}] is not valid`, { id: [id] })
  return id
}
