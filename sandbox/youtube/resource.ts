/** What may be said of a video (docs/facts/youtube.md §2), and how YouTube refuses the rest. */
import { z } from 'zod'
import { invalid } from './refusal.ts'
import type { Resource } from './store.ts'

/** Of YouTube's own pages; a few of its eighty. */
export const LANGUAGES: Record<string, string> = {
  de: 'German',
  en: 'English',
  'en-GB': 'English (UK)',
  es: 'Spanish',
  iw: 'Hebrew',
  pt: 'Portuguese (Brazil)',
  'zh-CN': 'Chinese',
}

export const CATEGORIES: Record<string, string> = {
  1: 'Film & Animation',
  2: 'Autos & Vehicles',
  10: 'Music',
  15: 'Pets & Animals',
  17: 'Sports',
  19: 'Travel & Events',
  20: 'Gaming',
  22: 'People & Blogs',
  23: 'Comedy',
  24: 'Entertainment',
  25: 'News & Politics',
  26: 'Howto & Style',
  27: 'Education',
  28: 'Science & Technology',
  29: 'Nonprofits & Activism',
}

/** Listed with the others, but no video may be put into them. */
export const UNASSIGNABLE: Record<string, string> = {
  18: 'Short Movies',
  21: 'Videoblogging',
  30: 'Movies',
  43: 'Shows',
  44: 'Trailers',
}

const text = z.string().optional()
/** "The property value is a BCP-47 language code" (Videos resource). */
const LANGUAGE = /^[a-z]{2,3}(-[A-Za-z0-9]{1,8})*$/i
const flag = z.boolean().optional()
/** Only Google writes it: taken from a caller and not looked at. */
const ignored = z.unknown().optional()

const Snippet = z.object({
  title: text,
  description: text,
  tags: z.array(z.string()).optional(),
  categoryId: text,
  defaultLanguage: text,
  defaultAudioLanguage: text,
})
const Status = z.object({
  privacyStatus: z.enum(['public', 'unlisted', 'private']).optional(),
  publishAt: text,
  selfDeclaredMadeForKids: flag,
  containsSyntheticMedia: flag,
  embeddable: flag,
  license: z.enum(['youtube', 'creativeCommon']).optional(),
  publicStatsViewable: flag,
})

/** All that the description has of a video; unknown names are refused. */
export const VideoBody = z.strictObject({
  id: text,
  kind: text,
  etag: text,
  snippet: z
    .strictObject({
      ...Snippet.shape,
      channelId: ignored,
      channelTitle: ignored,
      liveBroadcastContent: ignored,
      localized: ignored,
      publishedAt: ignored,
      thumbnails: ignored,
    })
    .optional(),
  status: z
    .strictObject({
      ...Status.shape,
      failureReason: ignored,
      madeForKids: ignored,
      rejectionReason: ignored,
      uploadStatus: ignored,
    })
    .optional(),
  recordingDetails: z
    .strictObject({ recordingDate: text, location: ignored, locationDescription: text })
    .optional(),
  ageGating: ignored,
  contentDetails: ignored,
  fileDetails: ignored,
  liveStreamingDetails: ignored,
  localizations: ignored,
  monetizationDetails: ignored,
  paidProductPlacementDetails: ignored,
  player: ignored,
  processingDetails: ignored,
  projectDetails: ignored,
  statistics: ignored,
  suggestions: ignored,
  topicDetails: ignored,
})

/** The resource as it is kept; only the named parts count. */
export function checked(
  body: z.output<typeof VideoBody>,
  parts: ReadonlySet<string>,
  now: number,
): Resource {
  const snippet = parts.has('snippet') ? Snippet.parse(body.snippet ?? {}) : {}
  const status = parts.has('status') ? Status.parse(body.status ?? {}) : {}
  const { title = '', description = '', tags = [], categoryId = '22' } = snippet
  if (title.trim() === '' || title.length > 100 || /[<>]/.test(title))
    throw invalid('invalidTitle', 'The request metadata specifies an invalid or empty video title.')
  if (Buffer.byteLength(description) > 5000 || /[<>]/.test(description))
    throw invalid(
      'invalidDescription',
      'The request metadata specifies an invalid video description.',
    )
  if (lengthOf(tags) > 500 || tags.some((tag) => /[<>]/.test(tag) || tag.trim() === ''))
    throw invalid('invalidTags', 'The request metadata specifies invalid video keywords.')
  if (!(categoryId in CATEGORIES))
    throw invalid('invalidCategoryId', 'The request metadata specifies an invalid category ID.')
  const { defaultLanguage = 'en', defaultAudioLanguage = 'en' } = snippet
  if (!LANGUAGE.test(defaultLanguage) || !LANGUAGE.test(defaultAudioLanguage))
    throw invalid('invalidVideoMetadata', 'The request metadata is invalid.')
  const { privacyStatus = 'public', publishAt } = status
  if (publishAt !== undefined && (privacyStatus !== 'private' || !(Date.parse(publishAt) > now)))
    throw invalid(
      'invalidPublishAt',
      'The request metadata specifies an invalid scheduled publishing time.',
    )
  return {
    snippet: { ...snippet, title, description, tags, categoryId },
    status: {
      license: 'youtube',
      embeddable: true,
      publicStatsViewable: true,
      ...status,
      privacyStatus,
    },
  }
}

/** Commas between tags count, and the quotation marks that YouTube puts around tags with blanks. */
function lengthOf(tags: readonly string[]) {
  const written = tags.map((tag) => (/\s/.test(tag) ? `"${tag}"` : tag))
  return written.join(',').length
}
