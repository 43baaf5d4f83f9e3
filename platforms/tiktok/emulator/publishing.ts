/** Beginning a post: videos by upload or address, photos by address only ("Direct Post", "Photo Post" references). */
import { z } from 'zod'
import { isPlan } from './chunks.ts'
import { takeSpecial } from './faults.ts'
import { invalid, refusals } from './refusal.ts'
import { check, type Call, type Visit } from './service.ts'
import { isPublic, nextItemId, secret, type Publish } from './state.ts'

const uploadLife = 60 * 60_000
const postsPerDay = 15
const day = 24 * 60 * 60_000
const pullSeconds = 20

/** In UTF-16 units. */
const atMost = (most: number) =>
  z
    .string()
    .refine((text) => text.length <= most, `is longer than ${most}`)
    .default('')

/** Unknown fields are refused, so that a misspelt one is noticed; the documents do not say what TikTok does with them. */
const videoSchema = z.strictObject({
  post_info: z.strictObject({
    title: atMost(2200),
    privacy_level: z.string(),
    disable_comment: z.boolean().optional(),
    disable_duet: z.boolean().optional(),
    disable_stitch: z.boolean().optional(),
    video_cover_timestamp_ms: z.int().min(0).optional(),
    brand_content_toggle: z.boolean().optional(),
    brand_organic_toggle: z.boolean().optional(),
    is_aigc: z.boolean().optional(),
  }),
  source_info: z.discriminatedUnion('source', [
    z.strictObject({
      source: z.literal('FILE_UPLOAD'),
      video_size: z.int(),
      chunk_size: z.int(),
      total_chunk_count: z.int(),
    }),
    z.strictObject({ source: z.literal('PULL_FROM_URL'), video_url: z.url() }),
  ]),
})

const photoSchema = z.strictObject({
  media_type: z.literal('PHOTO'),
  post_mode: z.literal('DIRECT_POST'),
  post_info: z.strictObject({
    title: atMost(90),
    description: atMost(4000),
    privacy_level: z.string(),
    disable_comment: z.boolean().optional(),
    auto_add_music: z.boolean().optional(),
    brand_content_toggle: z.boolean().optional(),
    brand_organic_toggle: z.boolean().optional(),
  }),
  source_info: z.strictObject({
    source: z.literal('PULL_FROM_URL'),
    photo_images: z.array(z.url()).min(1).max(35),
    photo_cover_index: z.int().min(0),
  }),
  is_aigc: z.boolean().optional(),
})

const common = { method: 'POST', scope: 'video.publish', per_minute: 6 } as const

export const publishingCalls: Call[] = [
  { ...common, path: '/v2/post/publish/video/init/', on: 'upload', refuses: 'post', run: video },
  { ...common, path: '/v2/post/publish/content/init/', on: 'post', refuses: 'upload', run: photos },
]

async function video(visit: Visit) {
  const { post_info, source_info } = check(videoSchema, visit.body)
  const { title, privacy_level, ...extra } = post_info
  checkPost(visit, post_info)
  const publish = begin(visit, { kind: 'video', title, privacy_level, extra })
  if (source_info.source === 'PULL_FROM_URL') {
    await pull(visit, publish, [source_info.video_url], /^video\/(mp4|webm|quicktime)$/)
    return { publish_id: publish.publish_id }
  }
  const { video_size: size, chunk_size: chunk, total_chunk_count: chunks } = source_info
  if (!isPlan({ size, chunk, chunks })) {
    visit.world.publishes.delete(publish.publish_id)
    throw invalid('The chunk size is invalid')
  }
  const token = secret('')
  const until = visit.now + uploadLife
  publish.source = 'FILE_UPLOAD'
  publish.upload = { token, size, chunk, chunks, received: 0, until }
  const query = new URLSearchParams({ upload_id: publish.publish_id, upload_token: token })
  const upload_url = `${visit.service.options.url}/upload/video/?${query.toString()}`
  return { publish_id: publish.publish_id, upload_url }
}

async function photos(visit: Visit) {
  const { post_info, source_info, is_aigc } = check(photoSchema, visit.body)
  const { title, description, privacy_level, ...extra } = post_info
  checkPost(visit, post_info)
  if (source_info.photo_cover_index >= source_info.photo_images.length)
    throw invalid('photo_cover_index is out of range')
  const facts = { kind: 'photo' as const, title, description, privacy_level }
  const publish = begin(visit, { ...facts, extra: { ...extra, is_aigc } })
  await pull(visit, publish, source_info.photo_images, /^image\/(jpeg|webp)$/)
  return { publish_id: publish.publish_id }
}

function checkPost(
  { service, world, person, now }: Visit,
  info: { privacy_level: string; brand_content_toggle?: boolean | undefined },
) {
  if (!person.privacy_levels.includes(info.privacy_level))
    throw refusals.privacy_level_option_mismatch()
  if (info.brand_content_toggle && info.privacy_level === 'SELF_ONLY')
    throw invalid('Branded content visibility cannot be set to private.')
  const recent = [...world.publishes.values()].filter(
    ({ open_id, landed_at }) =>
      open_id === person.id && landed_at !== null && landed_at > now - day,
  )
  const counted = !takeSpecial(service.faults, person, 'no_limits')
  if (counted && recent.length >= postsPerDay) throw refusals.spam_risk_too_many_posts()
}

function begin(
  { world, person, now }: Visit,
  facts: Pick<Publish, 'kind' | 'title' | 'privacy_level' | 'extra'> & { description?: string },
): Publish {
  const where = facts.kind === 'video' ? 'v_pub_file~v2.' : 'p_pub_url~v2.'
  const publish: Publish = {
    description: '',
    ...facts,
    publish_id: `${where}${nextItemId(world, now)}`,
    open_id: person.id,
    source: 'PULL_FROM_URL',
    upload: null,
    media: [],
    begun_at: now,
    landed_at: null,
    item_id: null,
    fail_reason: null,
  }
  world.publishes.set(publish.publish_id, publish)
  return publish
}

/** All is there: from now on it is a post, unless processing gives it up. */
export function land(
  { service, world, person, now }: Omit<Visit, 'grant' | 'query' | 'body'>,
  publish: Publish,
) {
  if (takeSpecial(service.faults, person, 'failed')) publish.fail_reason = 'internal'
  if (takeSpecial(service.faults, person, 'file_refused'))
    publish.fail_reason = 'file_format_check_failed'
  if (publish.fail_reason) return
  publish.landed_at = now
  if (isPublic(publish)) publish.item_id = nextItemId(world, now)
}

/** TikTok fetches by itself; it follows no redirect, and what it cannot fetch fails the post afterwards. */
async function pull(visit: Visit, publish: Publish, urls: readonly string[], types: RegExp) {
  const failed = publish.kind === 'photo' ? 'photo_pull_failed' : 'video_pull_failed'
  if (takeSpecial(visit.service.faults, visit.person, 'pull_failed')) {
    publish.fail_reason = failed
    return
  }
  for (const url of urls) {
    const found = await fetched(url)
    if (!found) publish.fail_reason = failed
    else if (!types.test(found.mime_type)) publish.fail_reason = 'file_format_check_failed'
    if (!found || publish.fail_reason) return
    const id = nextItemId(visit.world, visit.now)
    publish.media.push({ id, mime_type: found.mime_type, bytes: found.bytes.length })
    if (publish.kind === 'photo') visit.world.images.set(id, found)
  }
  land(visit, publish)
}

async function fetched(url: string) {
  try {
    const signal = AbortSignal.timeout(pullSeconds * 1000)
    const answer = await fetch(url, { redirect: 'manual', signal })
    const bytes = Buffer.from(await answer.arrayBuffer())
    const mime_type = answer.headers.get('content-type')?.split(';')[0] ?? ''
    return answer.status === 200 ? { mime_type, bytes } : undefined
  } catch {
    return undefined
  }
}
