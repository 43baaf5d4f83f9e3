import { z } from 'zod'
import type { Manifest } from '../platform.ts'
import { objects } from './objections.ts'
import { angleBrackets, bytes, LONGEST_TITLE, tagsLength } from './text.ts'
import { Captions, LANGUAGE } from './tracks.ts'

const plain = (text: string) => angleBrackets(text) === 0
const NO_BRACKETS = 'YouTube takes no < or > here.'

/** 400 of the 10,000 units that a project has a day, each. */
const MOST_CAPTIONS = 10

export const Options = z.strictObject({
  title: z
    .string()
    .trim()
    .min(1)
    .max(LONGEST_TITLE)
    .refine(plain, NO_BRACKETS)
    .optional()
    .describe('Title of the video. Absent: the first line of the text, up to 100 characters.'),
  privacy: z
    .enum(['public', 'unlisted', 'private'])
    .optional()
    .describe('Who may watch. Absent: public.'),
  made_for_kids: z
    .boolean()
    .optional()
    .describe(
      'Whether the video is made for children, which YouTube must be told by law. Absent: no.',
    ),
  category: z
    .string()
    .regex(/^[0-9]{1,3}$/, 'The number of a category, as text.')
    .optional()
    .describe('Number of the category. Absent: 22, People & Blogs.'),
  tags: z
    .array(z.string().trim().min(1).refine(plain, NO_BRACKETS))
    .refine((tags) => tagsLength(tags) <= 500, 'All tags together have at most 500 characters.')
    .optional()
    .describe('Tags, at most 500 characters together; commas between them count.'),
  playlist_id: z
    .string()
    .regex(/^[\w-]{2,64}$/, 'The id of a playlist, such as PL… in its address.')
    .optional()
    .describe('A playlist of the channel that the video is added to. Absent: none.'),
  playlist: z
    .string()
    .trim()
    .min(1)
    .max(150)
    .optional()
    .describe('Instead of playlist_id: the playlist by its name, in whatever case.'),
  language: z
    .string()
    .regex(LANGUAGE, 'must be a language tag such as en or pt-BR')
    .optional()
    .describe('The language of title and text, as BCP 47 tag. Absent: what YouTube makes of them.'),
  audio_language: z
    .string()
    .regex(LANGUAGE, 'must be a language tag such as en or pt-BR')
    .optional()
    .describe('The language that is spoken in the video, as BCP 47 tag.'),
  captions: z
    .array(Captions)
    .min(1)
    .max(MOST_CAPTIONS)
    .optional()
    .describe('Captions, of files that are in media_ids, each with its language.'),
  notify_subscribers: z
    .boolean()
    .optional()
    .describe('Whether subscribers are told of the video. Absent: yes.'),
  made_with_ai: z
    .boolean()
    .optional()
    .describe('Discloses realistic content that was altered or made with AI.'),
})

const GB = 1024 ** 3
const scope = (name: string) => `https://www.googleapis.com/auth/${name}`
export const UPLOAD_SCOPE = scope('youtube.upload')
export const COMMENT_SCOPE = scope('youtube.force-ssl')

export const manifest: Manifest = {
  id: 'youtube',
  name: 'YouTube',
  account_kinds: ['channel'],
  text: () => [
    { max: 5000, counts: 'bytes', unit: 'bytes', measure: bytes },
    { max: 0, counts: 'occurrences', unit: 'angle brackets', measure: angleBrackets },
  ],
  media: {
    video: {
      types: ['video/mp4', 'video/quicktime', 'video/webm', 'video/x-m4v'],
      max: 1,
      max_bytes: 256 * GB,
      // A channel that is not verified stops at 15 minutes, which is asked when it is published (length.ts).
      max_duration: 12 * 3600,
    },
    // The thumbnail. 50 MB since September 2026 by one page of the documents, 2 MB by the others and by the description.
    cover: { types: ['image/jpeg', 'image/png'], max: 1, max_bytes: 2_097_152 },
    // "Maximum file size: 100MB" (Captions: insert); the library takes 2 MB of them.
    captions: { types: ['text/srt', 'text/vtt'], max: MOST_CAPTIONS, max_bytes: 100 * 1024 ** 2 },
  },
  media_required: true,
  text_optional: false,
  first_comment: true,
  thread: { as: 'comments' },
  no_comments: ({ privacy, made_for_kids }) =>
    privacy === 'private' || made_for_kids === true ? 'closed' : undefined,
  objects,
  removal: { by: 'api', replies: 'with_post' },
  // The text is its description.
  editing: { options: Options.pick({ title: true, privacy: true }) },
  alt_text: null,
  options: Options,
  scopes: [UPLOAD_SCOPE, scope('youtube.readonly'), COMMENT_SCOPE],
  hosts: {
    accounts: 'https://accounts.google.com',
    oauth: 'https://oauth2.googleapis.com',
    api: 'https://www.googleapis.com',
    web: 'https://www.youtube.com',
  },
  // 100 uploads a day is what Google gives to a whole project, so to all channels of this instance together.
  limits: { concurrent_per_account: 2, per_account_per_day: 100 },
  look_after: [5000, 30_000, 120_000],
  // The list of uploads lags.
  settle: 10 * 60_000,
  // Shares are told by another API only, days later.
  metrics: { offers: ['impressions', 'likes', 'comments', 'engagements'], per_call: 50 },
  audience: { offers: ['followers', 'posts', 'views'] },
  // "Revoking … the user's access for the project", all scopes of it (Google's OAuth 2.0 for web server applications, 2026).
  one_consent_for: ['youtube', 'google_business'],
  client: 'required',
  needs: [
    'a Google Cloud project with the YouTube Data API v3 switched on and an OAuth client of the type “web application”, our callback address among its redirect URIs',
    'Google’s verification of the consent screen (while it is in “Testing”, people must connect again every seven days)',
    'the compliance audit of the project: until then YouTube locks every upload as private',
  ],
}
