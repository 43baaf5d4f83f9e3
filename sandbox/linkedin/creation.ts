/** What a post may be made of ("Posts API", docs/facts/linkedin.md §3). */
import { z } from 'zod'
import { shown } from './little.ts'
import { badContent, notReady, tooLong } from './refusal.ts'
import type { Context } from './service.ts'
import type { Media, Post } from './store.ts'

const image = z.string().regex(/^urn:li:image:[\w-]+$/)
const altText = z.string().max(4086).optional()

export const creationSchema = z.strictObject({
  author: z.string().regex(/^urn:li:(person:[\w-]+|organization:\d+)$/),
  commentary: z.string(),
  visibility: z.enum(['PUBLIC', 'CONNECTIONS', 'LOGGED_IN']),
  distribution: z.strictObject({
    feedDistribution: z.enum(['MAIN_FEED', 'NONE']),
    targetEntities: z.array(z.unknown()).optional(),
    thirdPartyDistributionChannels: z.array(z.string()).max(0).optional(),
  }),
  lifecycleState: z.literal('PUBLISHED'),
  isReshareDisabledByAuthor: z.boolean().optional(),
  contentLandingPage: z.url().optional(),
  contentCallToActionLabel: z.string().optional(),
  reshareContext: z
    .strictObject({ parent: z.string().regex(/^urn:li:(share|ugcPost):\d+$/) })
    .optional(),
  content: z
    .union([
      z.strictObject({
        media: z.strictObject({
          id: z.string().regex(/^urn:li:(image|video|document):[\w-]+$/),
          title: z.string().max(400).optional(),
          altText,
        }),
      }),
      z.strictObject({
        multiImage: z.strictObject({
          images: z
            .array(z.strictObject({ id: image, altText }))
            .min(2)
            .max(20),
        }),
      }),
      z.strictObject({
        article: z.strictObject({
          source: z.url(),
          title: z.string().max(400),
          description: z.string().max(4086).optional(),
          thumbnail: image.optional(),
        }),
      }),
      z.strictObject({
        poll: z.strictObject({
          question: z.string().min(1).max(140),
          options: z
            .array(z.strictObject({ text: z.string().min(1).max(30) }))
            .min(2)
            .max(4),
          settings: z.strictObject({
            duration: z.enum(['ONE_DAY', 'THREE_DAYS', 'SEVEN_DAYS', 'FOURTEEN_DAYS']),
            voteSelectionType: z.literal('SINGLE_VOTE').optional(),
            // "isVoterVisibleToAuthor=false is not supported".
            isVoterVisibleToAuthor: z.literal(true).optional(),
          }),
        }),
      }),
    ])
    .optional(),
})
export type Creation = z.output<typeof creationSchema>

const LONGEST = 3000

/** What readers will see of a text; refused when it is too long or nothing. */
export function textOf({ commentary, content }: Pick<Creation, 'commentary' | 'content'>): string {
  // The whole of it counts, also what readers will not see because a sign ends it.
  const plain = commentary.replace(/\\([\\|{}@[\]()<>#*_~])/g, '$1')
  if (plain.length > LONGEST) throw tooLong(plain, LONGEST)
  if (!commentary.trim() && !content)
    throw badContent(422, 'Post must have commentary or content', {
      description: 'commentary is required when there is no content',
      code: 'MISSING_FIELD',
    })
  return shown(commentary).text
}

export function checkAuthor({ author, visibility, distribution }: Creation) {
  const wrong = (field: string) =>
    badContent(422, `/${field} is not valid for this author`, {
      description: `/${field} is not valid for this author`,
      code: 'INVALID_VALUE_FOR_FIELD',
    })
  if (author.startsWith('urn:li:organization:') && visibility === 'CONNECTIONS')
    throw wrong('visibility')
  if (distribution.feedDistribution === 'NONE') throw wrong('distribution/feedDistribution')
}

/** Each must be there, the author's own, and through with processing. */
export function mediaOf(context: Context, { content, author }: Creation): Post['media'] {
  return namedIn(content).map(({ id, altText: alt }) => {
    const media = context.store.media.find(({ urn }) => urn === id)
    if (!media || media.owner !== author)
      throw badContent(400, `Media ${id} does not exist or is not owned by ${author}`, {
        description: 'The media is not owned by the author',
        code: 'INVALID_URN_ID',
      })
    const status = statusOf(media, context.now)
    if (status === 'PROCESSING_FAILED')
      throw badContent(422, `Media ${id} is in PROCESSING_FAILED`, {
        description: 'Media asset could not be processed',
        code: 'MEDIA_ASSET_PROCESSING_FAILED',
      })
    if (status === 'WAITING_UPLOAD')
      throw badContent(422, `Media ${id} is in WAITING_UPLOAD`, {
        description: 'Media asset was not uploaded',
        code: 'MEDIA_ASSET_WAITING_UPLOAD',
      })
    if (status !== 'AVAILABLE') throw notReady(id)
    const shownAlt = media.kind === 'image' ? (alt ?? null) : null
    return { urn: id, mime_type: media.mime_type, bytes: media.bytes, alt_text: shownAlt }
  })
}

export function statusOf({ status, ready_at }: Media, now: number) {
  return status === 'PROCESSING' && ready_at <= now ? 'AVAILABLE' : status
}

function namedIn(content: Creation['content']): { id: string; altText?: string | undefined }[] {
  if (!content) return []
  if ('media' in content) return [content.media]
  if ('multiImage' in content) return content.multiImage.images
  if ('article' in content && content.article.thumbnail) return [{ id: content.article.thumbnail }]
  return []
}
