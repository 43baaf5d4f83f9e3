/** Beginning a post: videos by upload or address, photos by address only ("Direct Post", "Photo Post" references). */
import { z } from 'zod'
import { checkDailyCap, checkPendingCap } from './caps.ts'
import { isPlan } from './chunks.ts'
import { pull, pullPhotos } from './landing.ts'
import { invalid, refusals } from './refusal.ts'
import { check, needScope, type Call, type Context } from './service.ts'
import { nextItemId, secret, type Publish } from './state.ts'

const uploadLife = 60 * 60_000

/** In UTF-16 units. */
const atMost = (most: number) =>
  z
    .string()
    .refine((text) => text.length <= most, `is longer than ${most}`)
    .default('')

/** What either kind of post knows: clients are seen to send the one what belongs to the other, and TikTok takes it. */
const info = {
  // "Not specified": `privacy_level_option_mismatch`, not an invalid parameter.
  privacy_level: z.string().default(''),
  disable_comment: z.boolean().optional(),
  disable_duet: z.boolean().optional(),
  disable_stitch: z.boolean().optional(),
  video_cover_timestamp_ms: z.int().min(0).optional(),
  auto_add_music: z.boolean().optional(),
  brand_content_toggle: z.boolean().optional(),
  brand_organic_toggle: z.boolean().optional(),
  is_aigc: z.boolean().optional(),
}

export const videoSource = z.discriminatedUnion('source', [
  z.strictObject({
    source: z.literal('FILE_UPLOAD'),
    video_size: z.int(),
    chunk_size: z.int(),
    total_chunk_count: z.int(),
  }),
  z.strictObject({ source: z.literal('PULL_FROM_URL'), video_url: z.url() }),
])

/** Names that no document knows are refused, so that a misspelt one is noticed; the documents do not say what TikTok does with them. */
const videoSchema = z.strictObject({
  post_info: z.strictObject({ title: atMost(2200), ...info }),
  source_info: videoSource,
})

const photoSchema = z.strictObject({
  media_type: z.literal('PHOTO'),
  post_mode: z.enum(['DIRECT_POST', 'MEDIA_UPLOAD']),
  post_info: z.strictObject({ title: atMost(90), description: atMost(4000), ...info }),
  source_info: z.strictObject({
    source: z.literal('PULL_FROM_URL'),
    photo_images: z.array(z.url()).min(1).max(35),
    photo_cover_index: z.int().min(0),
  }),
  is_aigc: z.boolean().optional(),
})

const common = { method: 'POST', per_minute: 6 } as const

export const publishingCalls: Call[] = [
  {
    ...common,
    path: '/v2/post/publish/video/init/',
    on: 'upload',
    refuses: 'post',
    scopes: ['video.publish'],
    run: video,
  },
  {
    ...common,
    path: '/v2/post/publish/content/init/',
    on: 'post',
    refuses: 'upload',
    scopes: ['video.publish', 'video.upload'],
    run: photos,
  },
]

async function video(context: Context) {
  const { post_info, source_info } = check(videoSchema, context.body)
  const { title, privacy_level, ...extra } = post_info
  checkPost(context, post_info)
  return sendVideo(
    context,
    begin(context, { kind: 'video', title, privacy_level, extra }),
    source_info,
  )
}

/** Where the bytes go, or come from. */
export async function sendVideo(
  context: Context,
  publish: Publish,
  source_info: z.output<typeof videoSource>,
) {
  if (source_info.source === 'PULL_FROM_URL') {
    await pull(context, publish, [source_info.video_url], /^video\/(mp4|webm|quicktime)$/)
    return { publish_id: publish.publish_id }
  }
  const { video_size: size, chunk_size: chunk, total_chunk_count: chunks } = source_info
  if (!isPlan({ size, chunk, chunks })) {
    context.store.publishes.delete(publish.publish_id)
    throw invalid('The chunk size is invalid')
  }
  const token = secret('')
  const until = context.now + uploadLife
  publish.source = 'FILE_UPLOAD'
  publish.upload = { token, size, chunk, chunks, received: 0, until }
  const query = new URLSearchParams({ upload_id: publish.publish_id, upload_token: token })
  const upload_url = `${context.service.options.url}/upload/video/?${query.toString()}`
  return { publish_id: publish.publish_id, upload_url }
}

async function photos(context: Context) {
  const { post_mode, post_info, source_info, is_aigc } = check(photoSchema, context.body)
  const { title, description, privacy_level, ...extra } = post_info
  const inbox = post_mode === 'MEDIA_UPLOAD'
  needScope(context.grant, [inbox ? 'video.upload' : 'video.publish'])
  if (inbox) checkPendingCap(context)
  else checkPost(context, post_info)
  if (source_info.photo_cover_index >= source_info.photo_images.length)
    throw invalid('photo_cover_index is out of range')
  const seen = inbox ? '' : privacy_level
  const facts = { kind: 'photo' as const, title, description, privacy_level: seen, inbox }
  const publish = begin(context, { ...facts, extra: { ...extra, is_aigc } })
  await pullPhotos(context, publish, source_info.photo_images)
  return { publish_id: publish.publish_id }
}

function checkPost(
  context: Context,
  info: { privacy_level: string; brand_content_toggle?: boolean | undefined },
) {
  if (!context.person.privacy_levels.includes(info.privacy_level))
    throw refusals.privacy_level_option_mismatch()
  if (info.brand_content_toggle && info.privacy_level === 'SELF_ONLY')
    throw invalid('Branded content visibility cannot be set to private.')
  checkDailyCap(context)
}

export function begin(
  { store, person, now }: Context,
  facts: Pick<Publish, 'kind' | 'title' | 'privacy_level' | 'extra'> &
    Partial<Pick<Publish, 'description' | 'inbox'>>,
): Publish {
  const where = facts.kind === 'video' ? 'v_pub_file~v2.' : 'p_pub_url~v2.'
  const publish: Publish = {
    description: '',
    inbox: false,
    ...facts,
    publish_id: `${where}${nextItemId(store, now)}`,
    open_id: person.id,
    source: 'PULL_FROM_URL',
    upload: null,
    media: [],
    to_fetch: null,
    begun_at: now,
    landed_at: null,
    item_id: null,
    public_at: 0,
    refused_at: null,
    fail_reason: null,
  }
  store.publishes.set(publish.publish_id, publish)
  return publish
}
