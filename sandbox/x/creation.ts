/** What a post may be made of (docs/facts/x.md §2, §4). */
import { z } from 'zod'
import { forbidden, invalid, tooLong } from './refusal.ts'
import { idSchema } from './requests.ts'
import { weightedLength } from './weight.ts'

const flag = z.boolean().optional()
const reply_settings = z.enum(['following', 'mentionedUsers', 'subscribers', 'verified']).optional()

export const createSchema = z.strictObject({
  text: z.string().default(''),
  media: z
    .strictObject({
      media_ids: z.array(idSchema).min(1).max(4),
      tagged_user_ids: z.array(idSchema).max(10).optional(),
      // For video and Amplify content, specification 2.167.
      title: z.string().optional(),
      description: z.string().optional(),
      embeddable: flag,
      preview_media_id: idSchema.optional(),
      call_to_actions: z
        .strictObject({
          app_install: z
            .strictObject({
              app_store_id: z.string().optional(),
              ipad_app_store_id: z.string().optional(),
              play_store_id: z.string().optional(),
            })
            .optional(),
          visit_site: z.strictObject({ url: z.string() }).optional(),
          watch_now: z.strictObject({ url: z.string() }).optional(),
        })
        .optional(),
    })
    .optional(),
  reply: z
    .strictObject({
      in_reply_to_tweet_id: idSchema,
      exclude_reply_user_ids: z.array(idSchema).optional(),
      auto_populate_reply_metadata: flag,
    })
    .optional(),
  reply_settings,
  quote_tweet_id: idSchema.optional(),
  poll: z
    .strictObject({
      options: z.array(z.string().min(1).max(25)).min(2).max(4),
      duration_minutes: z.int().min(5).max(10_080),
      reply_settings,
    })
    .optional(),
  community_id: idSchema.optional(),
  share_with_followers: flag,
  made_with_ai: flag,
  paid_partnership: flag,
  nullcast: flag,
  for_super_followers_only: flag,
  edit_options: z.strictObject({ previous_post_id: idSchema }).optional(),
  geo: z.strictObject({ place_id: z.string() }).optional(),
  card_uri: z.string().optional(),
  direct_message_deep_link: z.string().optional(),
})
export type Creation = z.output<typeof createSchema>

const exclusive = ['media', 'poll', 'quote_tweet_id', 'card_uri'] as const

export function checkContent(creation: Creation, text: string, premium: boolean) {
  const given = exclusive.filter((name) => creation[name] !== undefined)
  if (given.length > 1)
    throw invalid(`[${given.join(', ')}] are mutually exclusive.`, { [given[0] ?? '']: [] })
  const otherContent =
    creation.media ?? creation.poll ?? creation.card_uri ?? creation.quote_tweet_id
  if (!text.trim() && (creation.poll || otherContent === undefined))
    throw invalid('The `text` body parameter is required unless media is present.', {
      text: [creation.text],
    })
  if (weightedLength(text) > (premium ? 25_000 : 280)) throw tooLong()
  // "More than one cashtag per post refused on self-serve", changelog of February 2026.
  const cashtags = text.match(/(?<![\p{L}\p{N}_$])\$[a-z]{1,6}(?:[._][a-z]{1,2})?(?![a-z0-9_])/giu)
  if ((cashtags?.length ?? 0) > 1) throw forbidden('Posts may not contain more than one cashtag.')
}
