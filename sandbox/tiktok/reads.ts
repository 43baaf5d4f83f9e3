/** Who the creator is, what became of a post, and what videos there are. */
import { z } from 'zod'
import { faceAt } from '../kit/faces.ts'
import { takeSpecial } from './faults.ts'
import { invalid, refusal, refusals } from './refusal.ts'
import { checkDailyCap } from './caps.ts'
import { check, type Call, type Context } from './service.ts'
import { isPublic, isRefused, type Publish } from './state.ts'

/** How long a post stays in processing. */
const processing = 1000

const userFields: Record<string, string> = {
  open_id: 'user.info.basic',
  union_id: 'user.info.basic',
  avatar_url: 'user.info.basic',
  display_name: 'user.info.basic',
  username: 'user.info.profile',
  follower_count: 'user.info.stats',
  following_count: 'user.info.stats',
  likes_count: 'user.info.stats',
  video_count: 'user.info.stats',
}
const videoFields =
  'id create_time share_url title video_description duration cover_image_url view_count like_count comment_count share_count'.split(
    ' ',
  )

const common = { method: 'POST', on: 'read', scopes: ['video.list'], per_minute: 600 } as const

export const readCalls: Call[] = [
  {
    method: 'GET',
    path: '/v2/user/info/',
    on: 'me',
    scopes: ['user.info.basic'],
    per_minute: 600,
    run: userInfo,
  },
  {
    method: 'POST',
    path: '/v2/post/publish/creator_info/query/',
    on: 'me',
    scopes: ['video.publish'],
    gently: [
      'spam_risk_too_many_posts',
      'spam_risk_user_banned_from_posting',
      'reached_active_user_cap',
    ],
    per_minute: 20,
    run: creatorInfo,
  },
  {
    method: 'POST',
    path: '/v2/post/publish/status/fetch/',
    on: 'status',
    scopes: ['video.publish', 'video.upload'],
    per_minute: 30,
    run: status,
  },
  { ...common, path: '/v2/video/list/', run: list },
  { ...common, path: '/v2/video/query/', run: query },
]

/** "Duet and Stitch are disabled for private accounts." */
function creatorInfo(context: Context) {
  const { person, service } = context
  checkDailyCap(context)
  const shut = !person.privacy_levels.includes('PUBLIC_TO_EVERYONE')
  return {
    creator_avatar_url: faceAt(service.options.url, person.name),
    creator_username: person.username,
    creator_nickname: person.name,
    privacy_level_options: person.privacy_levels,
    comment_disabled: person.comment_disabled,
    duet_disabled: shut,
    stitch_disabled: shut,
    max_video_post_duration_sec: person.max_seconds,
  }
}

function userInfo({ person, grant, store, service, query: { fields = '' } }: Context) {
  const asked = fieldsOf(fields, Object.keys(userFields))
  for (const name of asked)
    if (!grant.scopes.includes(userFields[name] ?? '')) throw refusals.scope_not_authorized()
  const all: Record<string, unknown> = {
    open_id: person.id,
    union_id: `union-${person.id}`,
    avatar_url: faceAt(service.options.url, person.name),
    display_name: person.name,
    username: person.username,
    follower_count: 1204,
    following_count: 80,
    likes_count: 9005,
    video_count: [...store.publishes.values()].filter(({ item_id }) => item_id).length,
  }
  return { user: Object.fromEntries(asked.map((name) => [name, all[name]])) }
}

function status({ service, store, person, now, body }: Context) {
  const { publish_id } = check(z.strictObject({ publish_id: z.string().max(64) }), body)
  const publish = store.publishes.get(publish_id)
  if (!publish) throw refusal(400, 'invalid_publish_id', 'The publish_id does not exist.')
  if (publish.open_id !== person.id)
    throw refusal(
      401,
      'token_not_authorized_for_specified_publish_id',
      'The access token is not authorized for this publish_id.',
    )
  const upload = publish.source === 'FILE_UPLOAD'
  const bytes = publish.upload?.received ?? publish.media.reduce((sum, each) => sum + each.bytes, 0)
  const progress = upload ? { uploaded_bytes: bytes } : { downloaded_bytes: bytes }
  if (isRefused(publish, now)) publish.fail_reason = 'spam_risk'
  if (publish.fail_reason)
    return { status: 'FAILED', fail_reason: publish.fail_reason, ...progress }
  const busy =
    publish.landed_at === null ||
    now < publish.landed_at + processing ||
    takeSpecial(service.faults, person, 'slow_processing')
  if (busy) return { status: upload ? 'PROCESSING_UPLOAD' : 'PROCESSING_DOWNLOAD', ...progress }
  if (publish.inbox) return { status: 'SEND_TO_USER_INBOX', ...progress }
  const late = takeSpecial(service.faults, person, 'late_id')
  if (late?.ms) publish.public_at = now + late.ms
  const told = !late && publish.public_at <= now
  const ids = publish.item_id && told ? [`int64:${publish.item_id}`] : []
  // The document's own spelling.
  return {
    status: 'PUBLISH_COMPLETE',
    ...(ids.length ? { publicaly_available_post_id: ids } : {}),
    ...progress,
  }
}

const listSchema = z.strictObject({
  cursor: z.int().optional(),
  max_count: z.int().min(1).max(20).default(10),
})

/** Public posts only, the newest first; the cursor is a time in milliseconds. */
function list(context: Context) {
  const { cursor = Number.MAX_SAFE_INTEGER, max_count } = check(listSchema, context.body)
  const fields = fieldsOf(context.query['fields'], videoFields)
  const all = shownOf(context)
    .toReversed()
    .filter((publish) => (publish.landed_at ?? 0) < cursor)
  const seen = context.look.list(all, ({ publish_id: id, landed_at }) => ({
    id,
    created_at: landed_at ?? 0,
  }))
  const page = seen.slice(0, max_count)
  const videos = page.map((publish) => shown(context, publish, fields))
  return { videos, cursor: page.at(-1)?.landed_at ?? 0, has_more: seen.length > page.length }
}

const idsSchema = z.strictObject({
  filters: z.strictObject({ video_ids: z.array(z.string()).min(1).max(20) }),
})

/** Ids that belong to nothing are left out. */
function query(context: Context) {
  const { video_ids } = check(idsSchema, context.body).filters
  const fields = fieldsOf(context.query['fields'], videoFields)
  const found = shownOf(context).filter(({ item_id }) => video_ids.includes(item_id ?? ''))
  return { videos: found.map((publish) => shown(context, publish, fields)) }
}

function shownOf({ store, person, now }: Context) {
  return [...store.publishes.values()].filter(
    (publish) =>
      publish.open_id === person.id &&
      publish.landed_at !== null &&
      isPublic(publish) &&
      publish.public_at <= now &&
      !isRefused(publish, now),
  )
}

function fieldsOf(given: string | undefined, known: readonly string[]): string[] {
  const fields = (given ?? '').split(',').filter(Boolean)
  const wrong = fields.find((name) => !known.includes(name))
  if (!fields.length || wrong !== undefined) throw invalid(`fields is invalid: ${wrong ?? 'empty'}`)
  return fields
}

/** Numbers follow from the id and grow with the age. */
function shown(
  { service, person, now, look }: Context,
  publish: Publish,
  fields: readonly string[],
) {
  const { item_id, landed_at, kind } = publish
  const title = look.text(publish.title, publish.publish_id)
  const description = look.text(publish.description, `${publish.publish_id} description`)
  const age = Math.max(0, now - (landed_at ?? now))
  const views = Math.floor(
    (50 + Number(BigInt(item_id ?? 0) % 4001n)) * (1 - Math.exp(-age / (12 * 3_600_000))),
  )
  const all: Record<string, unknown> = {
    id: item_id,
    create_time: Math.floor((landed_at ?? 0) / 1000),
    share_url: `${service.options.url}/web/@${person.username}/${kind}/${item_id}?utm_campaign=x`,
    title: title.slice(0, 150),
    video_description: kind === 'photo' ? description : title,
    duration: kind === 'video' ? 12 : 0,
    cover_image_url: 'https://p16-sign.tiktokcdn-us.com/cover.jpeg',
    view_count: views,
    like_count: Math.floor(views * 0.11),
    comment_count: Math.floor(views * 0.012),
    share_count: Math.floor(views * 0.02),
  }
  return Object.fromEntries(fields.map((name) => [name, all[name]]))
}
