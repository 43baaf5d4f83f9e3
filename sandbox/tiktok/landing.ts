/** When all of a post is there: its bytes were sent, or fetched from where it says. */
import { sizeOf } from '../kit/picture-size.ts'
import { takeSpecial } from './faults.ts'
import type { Context } from './service.ts'
import { isPublic, nextItemId, type Publish } from './state.ts'

const pullSeconds = 20
/** Seconds to hours, says the document; nobody wants to wait for that here. */
const MODERATION = 60_000
/** "1080p": of the shorter side. */
const LARGEST_SIDE = 1080
const LARGEST_PHOTO = 20 * 1024 ** 2

/** All is there: from now on it is a post, unless processing gives it up. */
export function land(
  { service, store, person, now }: Pick<Context, 'service' | 'store' | 'person' | 'now'>,
  publish: Publish,
) {
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

/** TikTok fetches by itself; it follows no redirect, and what it cannot fetch fails the post afterwards. */
export async function pull(
  context: Context,
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
