/** When all of a post is there: its bytes were sent, or fetched from where it says. */
import { sizeOf } from '../kit/picture-size.ts'
import { takeSpecial } from './faults.ts'
import type { Context, Service } from './service.ts'
import { isPublic, nextItemId, type Publish } from './state.ts'

const pullSeconds = 20
/** Seconds to hours, says the document; nobody wants to wait for that here. */
const MODERATION = 60_000
/** "1080p": of the shorter side. */
const LARGEST_SIDE = 1080
const PHOTOS = /^image\/(jpeg|webp)$/
const LARGEST_PHOTO = 20 * 1024 ** 2

type Place = Pick<Context, 'service' | 'store' | 'person' | 'now'>

/** All is there: from now on it is a post, unless processing gives it up. */
export function land({ service, store, person, now }: Place, publish: Publish) {
  if (takeSpecial(service.faults, person, 'failed')) publish.fail_reason = 'internal'
  if (takeSpecial(service.faults, person, 'file_refused'))
    publish.fail_reason = 'file_format_check_failed'
  if (publish.fail_reason) return
  publish.landed_at = now
  const refusal = takeSpecial(service.faults, person, 'taken_down')
  if (refusal) publish.refused_at = now + (refusal.ms || MODERATION)
  if (isPublic(publish)) publish.item_id = nextItemId(store, now)
  service.options.made?.(publish.item_id ?? publish.publish_id)
}

/** At once, unless TikTok has other work. */
export async function pullPhotos(context: Context, publish: Publish, urls: readonly string[]) {
  const late = takeSpecial(context.service.faults, context.person, 'late_pull')
  if (!late) return pull(context, publish, urls, PHOTOS)
  publish.to_fetch = { urls: [...urls], at: context.now + late.ms }
}

/** What waited for its time is fetched before anything is said of it. */
export async function pullDue(service: Service) {
  const { store, options, people } = service
  const now = options.now().getTime()
  for (const publish of store.publishes.values()) {
    const { to_fetch, open_id } = publish
    const person = people.find(({ id }) => id === open_id)
    if (!person || !to_fetch || to_fetch.at > now) continue
    publish.to_fetch = null
    await pull({ service, store, person, now }, publish, to_fetch.urls, PHOTOS)
  }
}

/** TikTok fetches by itself; it follows no redirect, and what it cannot fetch fails the post afterwards. */
export async function pull(
  context: Place,
  publish: Publish,
  urls: readonly string[],
  types: RegExp,
) {
  const failed = publish.kind === 'photo' ? 'photo_pull_failed' : 'video_pull_failed'
  if (takeSpecial(context.service.faults, context.person, 'pull_failed')) {
    publish.fail_reason = failed
    return
  }
  for (const url of urls) {
    const found = await fetched(url)
    if (!found) publish.fail_reason = failed
    else if (!types.test(found.mime_type)) publish.fail_reason = 'file_format_check_failed'
    else if (publish.kind === 'photo' && isTooLarge(found.bytes))
      publish.fail_reason = 'picture_size_check_failed'
    if (!found || publish.fail_reason) return
    const id = nextItemId(context.store, context.now)
    publish.media.push({ id, mime_type: found.mime_type, bytes: found.bytes.length })
    if (publish.kind === 'photo') context.store.images.set(id, found)
  }
  land(context, publish)
}

function isTooLarge(bytes: Buffer) {
  const { width = 0, height = 0 } = sizeOf(bytes) ?? {}
  return bytes.length > LARGEST_PHOTO || Math.min(width, height) > LARGEST_SIDE
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
