/** Publishing: a container, its status, then `media_publish` (docs/facts/instagram.md §2). */
import { takeSpecial } from './faults.ts'
import { flag, readList, type Params } from '../kit/graph-params.ts'
import { pull } from './pictures.ts'
import { checkBeside } from './reel-options.ts'
import { invalid } from '../kit/graph-refusals.ts'
import { media } from './refusal.ts'
import type { Call, Scopes, Context } from './service.ts'
import type { Container, Medium } from './state.ts'
import { statusOf } from './status.ts'
import { nextId, type Store } from './store.ts'

const day = 86_400_000
export const quota = 100
const containersPerDay = 400
export const publishScope: Scopes = {
  instagram: 'instagram_business_content_publish',
  facebook: 'instagram_content_publish',
}

export const containerCalls: readonly Call[] = [
  { method: 'POST', edge: 'media', on: 'upload', scope: publishScope, own: true, run: create },
  // Meta's description of the Instagram login spells it without the underscore; its documents never do.
  ...['media_publish', 'mediapublish'].map((edge): Call => ({
    method: 'POST',
    edge,
    on: 'post',
    scope: publishScope,
    own: true,
    run: publish,
  })),
  {
    method: 'GET',
    edge: 'content_publishing_limit',
    on: 'status',
    scope: publishScope,
    own: true,
    run: ({ service, store, account, now }) => ({
      data: [
        {
          quota_usage: unlimited(service, account) ? 0 : used(store, account?.id, now),
          config: { quota_total: quota, quota_duration: 86_400 },
        },
      ],
    }),
  },
]

async function create(context: Context) {
  const { store, params, now, account, service, version, token } = context
  const { text } = params
  const kind = kindOf(params)
  await checkBeside(params, kind)
  // In which words it refuses more of them is not documented; the number is the one for what is too much of a day.
  if (!unlimited(service, account) && created(store, account?.id, now) >= containersPerDay)
    throw media(9, 2207042, 'You have created the maximum number of containers for 24 hours.')
  const resumable = text.get('upload_type') === 'resumable'
  // "Officially no: the documents restrict it to the Facebook login."
  if (resumable && token.login !== 'facebook')
    throw invalid('upload_type is not supported with Instagram Login')
  const container: Container = {
    id: nextId(store),
    account_id: account?.id ?? '',
    kind,
    caption: kind === 'STORIES' || kind === 'ITEM' ? '' : captionOf(params),
    files: [],
    resumable,
    size: 0,
    received: 0,
    created_at: now,
    looks: 0,
    failure: null,
    media_id: null,
    extra: extraOf(params),
  }
  if (kind === 'CAROUSEL') container.files = childrenOf(context)
  else if (!resumable) await fetchInto(context, container)
  const moving = container.files.some(({ mime_type }) => mime_type.startsWith('video/'))
  if (moving || resumable) container.looks = 1
  if (takeSpecial(service.faults, account, 'media_slow')) container.looks += 3
  if ((moving || resumable) && takeSpecial(service.faults, account, 'media_failed'))
    container.failure = 'Error: Media upload has failed with error code 2207026'
  store.containers.set(container.id, container)
  if (!resumable) return { id: container.id }
  const uri = `${service.options.url}/rupload/ig-api-upload/v${version}.0/${container.id}`
  return { id: container.id, uri }
}

function kindOf(params: Params): Container['kind'] {
  const type = params.text.get('media_type')
  const item = flag(params, 'is_carousel_item', false)
  if (item && (type === undefined || type === 'IMAGE' || type === 'VIDEO')) return 'ITEM'
  if (type === undefined || type === 'IMAGE') return 'IMAGE'
  if (type === 'REELS' || type === 'STORIES' || type === 'CAROUSEL') return type
  // "`media_type=VIDEO` for a single post is dead."
  throw media(100, 2207023, `The media type ${type} is unknown.`)
}

async function fetchInto(context: Context, container: Container) {
  const { store, params, service, account } = context
  const image = params.text.get('image_url')
  const video = params.text.get('video_url')
  if (
    (image === undefined) === (video === undefined) ||
    (container.kind === 'REELS' && image !== undefined)
  )
    throw invalid('The parameter image_url or video_url is required')
  const alt_text = params.text.get('alt_text') ?? null
  if (alt_text !== null && (alt_text.length > 1000 || image === undefined))
    throw invalid('alt_text is for images, at most 1000 characters')
  if (takeSpecial(service.faults, account, 'pull_failed'))
    throw media(9004, 2207052, 'The media could not be fetched from this URI.')
  const story = container.kind === 'STORIES'
  const pulled = await pull(image ?? video ?? '', image === undefined ? 'video' : 'image', story)
  const id = nextId(store)
  const { bytes, mime_type } = pulled
  // "Not for reels or stories."
  container.files.push({ id, mime_type, bytes, alt_text: story ? null : alt_text })
  if (pulled.image && store.images.size < 2000) store.images.set(id, pulled.image)
}

function childrenOf({ store, params, account, now }: Context) {
  const given = params.text.get('children') ?? ''
  const ids = given.startsWith('[') ? readList(given).map(String) : given.split(',').filter(Boolean)
  if (ids.length < 2 || ids.length > 10)
    throw media(
      100,
      2207028,
      'Your post won’t work as a carousel. Carousels need at least 2 photos/videos and no more than 10.',
    )
  return ids.flatMap((id) => {
    const child = store.containers.get(id.trim())
    if (child?.kind !== 'ITEM' || child.account_id !== account?.id)
      throw media(24, 2207008, 'The media builder does not exist.')
    if (statusOf(child, now) === 'EXPIRED') throw media(-2, 2207020, 'The media has expired.')
    if (child.looks > 0 || child.failure !== null) throw notReady()
    return child.files
  })
}

const notReady = () =>
  media(9007, 2207027, 'The media is not ready for publishing, please wait for a moment.')

const extras = [
  'share_to_feed',
  'location_id',
  'collaborators',
  'user_tags',
  'is_ai_generated',
  'thumb_offset',
  'cover_url',
  'audio_name',
  'trial_params',
]

function extraOf(params: Params): Record<string, string> {
  const collaborators = params.text.get('collaborators')
  if (collaborators !== undefined && readList(collaborators).length > 3)
    throw invalid('collaborators must have at most 3 elements')
  return Object.fromEntries(
    extras.flatMap((name) => {
      const value = params.text.get(name)
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

function publish({ store, params, account, now, service }: Context) {
  const container = store.containers.get(params.text.get('creation_id') ?? '')
  if (!container || container.account_id !== account?.id || container.kind === 'ITEM')
    throw media(24, 2207008, 'The media builder does not exist.')
  const status = statusOf(container, now)
  if (status === 'EXPIRED') throw media(-2, 2207020, 'The media has expired.')
  // "A container publishes once"; in which words it refuses to do so again is from memory.
  if (status !== 'FINISHED') throw notReady()
  if (!unlimited(service, account) && used(store, account.id, now) >= quota)
    throw media(9, 2207042, 'You have reached the maximum number of posts for 24 hours.')
  const { kind, caption, files, extra } = container
  const id = nextId(store)
  const shortcode = `D${BigInt(id).toString(36).toUpperCase()}`
  const medium: Medium = {
    id,
    shortcode,
    account_id: account.id,
    kind,
    caption,
    files,
    extra,
    created_at: now,
  }
  store.media.set(id, medium)
  container.media_id = id
  service.options.made?.(id)
  // "May nonetheless be live."
  if (takeSpecial(service.faults, account, 'landed_spam'))
    throw media(4, 2207051, 'We restrict certain activity to protect our community.')
  return { id }
}

const unlimited = ({ faults }: Context['service'], account: Context['account']) =>
  takeSpecial(faults, account, 'no_limits')

function used({ media: all }: Store, account_id: string | undefined, now: number) {
  const own = [...all.values()].filter((each) => each.account_id === account_id)
  return own.filter(({ created_at }) => created_at > now - day).length
}

function created({ containers }: Store, account_id: string | undefined, now: number) {
  const own = [...containers.values()].filter((each) => each.account_id === account_id)
  return own.filter(({ created_at }) => created_at > now - day).length
}

/** Captions: 2,200 characters, 30 hashtags, 20 tags (docs/facts/instagram.md §4). */
function captionOf({ text }: Params): string {
  const caption = text.get('caption') ?? ''
  if (caption.length > 2200) throw media(36004, 2207010, 'The caption is too long.')
  if ((caption.match(/#[\p{L}\p{N}_]+/gu) ?? []).length > 30)
    throw media(100, 2207040, 'The caption has more than 30 hashtags.')
  if ((caption.match(/(?<![\w.])@[\w.]+/g) ?? []).length > 20)
    throw media(100, 2207040, 'The caption has more than 20 tags.')
  return caption
}
