/** Where the media of a pin come from: inline, from an address, or from an upload (docs/facts/pinterest.md §2). */
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { takeSpecial } from './faults.ts'
import { invalid, refuse } from './refusal.ts'
import type { Context } from './service.ts'
import type { Medium, Pin } from './store.ts'

const type = z.enum(['image/jpeg', 'image/png'])
const about = {
  title: z.string().nullish(),
  description: z.string().nullish(),
  link: z.string().nullish(),
}
const Inline = z.strictObject({ content_type: type, data: z.base64(), ...about })
const ByUrl = z.strictObject({ url: z.url(), ...about })
const several = <Item extends z.ZodType>(item: Item) =>
  z.array(item).min(2, 'constraint: minItems=2').max(5, 'constraint: maxItems=5')
const index = z.int().min(0).nullish()
const is_standard = z.boolean().nullish()

export const Source = z.discriminatedUnion('source_type', [
  z.strictObject({
    source_type: z.literal('image_base64'),
    content_type: type,
    data: z.base64(),
    is_standard,
  }),
  z.strictObject({ source_type: z.literal('image_url'), url: z.url(), is_standard }),
  z.strictObject({
    source_type: z.literal('multiple_image_base64'),
    items: several(Inline),
    index,
  }),
  z.strictObject({ source_type: z.literal('multiple_image_urls'), items: several(ByUrl), index }),
  z.strictObject({
    source_type: z.literal('video_id'),
    media_id: z.string().regex(/^\d+$/),
    cover_image_url: z.url().nullish(),
    cover_image_content_type: type.nullish(),
    cover_image_data: z.base64().nullish(),
    cover_image_key_frame_time: z.int('is not an integer').min(0).nullish(),
    is_standard,
  }),
  z.strictObject({
    source_type: z.literal('pin_url'),
    is_affiliate_link: z.boolean().nullish(),
  }),
])

const MOST_BYTES = 20 * 1024 * 1024
const KEPT = 100

export async function mediaOf(
  context: Context,
  source: z.output<typeof Source>,
  alt_text: string | null,
): Promise<Pick<Pin, 'kind' | 'media'>> {
  switch (source.source_type) {
    case 'image_base64':
      return {
        kind: 'image',
        media: [picture(context, decoded(source), source.content_type, alt_text)],
      }
    case 'image_url': {
      const { bytes, mime_type } = await pulled(context, source.url)
      return { kind: 'image', media: [picture(context, bytes, mime_type, alt_text)] }
    }
    case 'multiple_image_base64': {
      const files = source.items.map((item) => ({
        bytes: decoded(item),
        mime_type: item.content_type,
      }))
      return { kind: 'multiple_images', media: carousel(context, files, alt_text) }
    }
    case 'multiple_image_urls': {
      const files = []
      for (const { url } of source.items) files.push(await pulled(context, url))
      return { kind: 'multiple_images', media: carousel(context, files, alt_text) }
    }
    case 'pin_url':
      // For a few apps only.
      throw refuse(403, 29, 'You are not permitted to access that resource.')
    case 'video_id':
      return { kind: 'video', media: [video(context, source, alt_text)] }
  }
}

interface File {
  bytes: Buffer
  mime_type: string
}

/** One alternative text for all; pictures of one size only. */
function carousel(context: Context, files: readonly File[], alt_text: string | null): Medium[] {
  const sizes = new Set(files.map(({ bytes }) => sizeOf(bytes)).filter(Boolean))
  if (sizes.size > 1) throw invalid('all images of a carousel must have the same dimensions')
  return files.map(({ bytes, mime_type }, at) =>
    picture(context, bytes, mime_type, at === 0 ? alt_text : null),
  )
}

function picture(
  { store }: Context,
  bytes: Buffer,
  mime_type: string,
  alt_text: string | null,
): Medium {
  if (bytes.length > MOST_BYTES) throw invalid('the image is too large')
  if (kindOf(bytes) !== mime_type) throw invalid(`data is no ${mime_type}`)
  const key = randomBytes(12).toString('hex')
  store.images.set(key, bytes)
  for (const old of store.images.keys()) {
    if (store.images.size <= KEPT) break
    store.images.delete(old)
  }
  return { mime_type, bytes: bytes.length, alt_text, key }
}

function video(
  { store, person, now }: Context,
  source: Extract<z.output<typeof Source>, { source_type: 'video_id' }>,
  alt_text: string | null,
): Medium {
  const { cover_image_url, cover_image_data, cover_image_content_type } = source
  const frame = source.cover_image_key_frame_time ?? undefined
  if (!cover_image_url && !(cover_image_data && cover_image_content_type) && frame === undefined)
    throw invalid(
      'one of cover_image_url, cover_image_content_type and cover_image_data, or cover_image_key_frame_time is required',
    )
  if (cover_image_data && kindOf(decoded({ data: cover_image_data })) !== cover_image_content_type)
    throw invalid(`cover_image_data is no ${cover_image_content_type}`)
  const upload = store.uploads.get(source.media_id)
  if (upload?.person_id !== person.id) throw refuse(404, 1, 'Media not found.')
  if (upload.bytes === null || upload.failed || upload.ready_at > now)
    throw invalid('the media are not ready: status must be succeeded')
  return { mime_type: 'video/mp4', bytes: upload.bytes, alt_text, key: null }
}

/** Pinterest fetches the picture while the caller waits. */
async function pulled({ service, person }: Context, url: string): Promise<File> {
  const unreachable = () => invalid('Sorry we could not fetch the image.')
  if (takeSpecial(service.faults, person, 'image_unreachable')) throw unreachable()
  const answer = await fetch(url, { redirect: 'manual' }).catch(() => undefined)
  // It may break off in the middle, too.
  const whole = answer?.status === 200 && (await answer.arrayBuffer().catch(() => undefined))
  if (!whole) throw unreachable()
  const bytes = Buffer.from(whole)
  return { bytes, mime_type: kindOf(bytes) ?? 'unknown' }
}

function decoded({ data }: { data: string }) {
  return Buffer.from(data, 'base64')
}

export function kindOf(bytes: Buffer) {
  const head = bytes.subarray(0, 4).toString('latin1')
  if (head === '\u0089PNG') return 'image/png'
  return head.startsWith('\u00ff\u00d8\u00ff') ? 'image/jpeg' : undefined
}

/** Width and height as a PNG says them. */
function sizeOf(bytes: Buffer) {
  return kindOf(bytes) === 'image/png' ? bytes.subarray(16, 24).toString('hex') : ''
}
