/** Uploads: in one go, or initialize, append, finalize and wait (docs/facts/x.md §3). */
import { z } from 'zod'
import { takeSpecial } from './faults.ts'
import { paramId } from './fields.ts'
import { prices } from './limits.ts'
import * as processing from './processing.ts'
import { invalid, notFound, tooLarge } from './refusal.ts'
import { check, idSchema, isMultipart, readJson, readMultipart, readQuery } from './requests.ts'
import { ok, type Answer, type Call, type Context } from './service.ts'
import { isKept, keep, mediaOf, openMedia, told } from './storage.ts'

const mostChunk = 8 * 1024 * 1024
/** A chunk in base64 with some room around it. */
const bodyLimit = 12 * 1024 * 1024

const category = z.enum(processing.categories)
const owners = z.array(idSchema).max(100).optional()
const bytes = z.union([
  z.instanceof(Buffer),
  z.base64().transform((text) => Buffer.from(text, 'base64')),
])
const digits = z.string().regex(/^\d+$/).transform(Number)

const initializeSchema = z.strictObject({
  media_type: z.enum(processing.mediaTypes),
  total_bytes: z.int().min(1).max(17_179_869_184),
  media_category: category.optional(),
  shared: z.boolean().optional(),
  additional_owners: owners,
})
const appendSchema = z.strictObject({
  media: bytes,
  segment_index: z.union([z.number(), digits]).pipe(z.int().min(0).max(999)),
})
const oneShotSchema = z.strictObject({
  media: bytes,
  media_category: category,
  media_type: z.enum(processing.mediaTypes).optional(),
  shared: z.union([z.boolean(), z.stringbool()]).optional(),
  // A list as text, unlike that of initialize.
  additional_owners: z
    .union([owners, z.string().transform((text) => text.split(','))])
    .pipe(owners),
})
const statusSchema = z.strictObject({ command: z.literal('STATUS').optional(), media_id: idSchema })
/** Open in the specification: other metadata are taken and not played. */
const metadataSchema = z.looseObject({
  id: idSchema,
  metadata: z
    .looseObject({
      alt_text: z
        .looseObject({
          text: z
            .string()
            .refine((text) => Array.from(text).length <= 1000, 'must have at most 1000 characters'),
        })
        .optional(),
    })
    .default({}),
})

const upload = { method: 'POST', on: 'upload', scopes: ['media.write'] } as const

export const mediaCalls: Call[] = [
  { ...upload, path: '/2/media/upload', limit: 'one_shot', bodyLimit, run: oneShot },
  { ...upload, path: '/2/media/upload/initialize', limit: 'chunked', run: initialize },
  { ...upload, path: '/2/media/upload/:id/append', limit: 'chunked', bodyLimit, run: append },
  { ...upload, path: '/2/media/upload/:id/finalize', limit: 'chunked', run: finalize },
  { ...upload, path: '/2/media/metadata', on: 'alt', limit: 'metadata', run: describe },
  { ...upload, method: 'GET', path: '/2/media/upload', on: 'status', limit: 'status', run: status },
]

function initialize(context: Context): Answer {
  const asked = readJson(context.request, initializeSchema)
  const { media_type, total_bytes, additional_owners = [] } = asked
  const media = openMedia(context, {
    mime_type: media_type,
    bytes: total_bytes,
    category: asked.media_category ?? processing.categoryOf(media_type),
    additional_owners,
  })
  const { id, media_key } = media
  return ok({ data: { id, media_key, expires_after_secs: processing.mediaLife } })
}

/** "Appending out of order allowed; same index twice overwrites." */
function append(context: Context): Answer {
  const { request, store } = context
  const { media: chunk, segment_index } = isMultipart(request)
    ? check(appendSchema, Object.fromEntries(readMultipart(request, ['media'])), 'body')
    : readJson(request, appendSchema)
  const media = mediaOf(context, paramId(context))
  if (media.finalized_at !== null) throw invalid('The media is already finalized.')
  if (chunk.length > mostChunk) throw tooLarge()
  media.segments[segment_index] = chunk.length
  if (segment_index === 0) media.head = chunk.subarray(0, 16).toString('base64')
  if (isKept(media)) {
    const chunks = store.chunks.get(media.id) ?? new Map<number, Buffer>()
    store.chunks.set(media.id, chunks.set(segment_index, chunk))
  }
  return ok({ data: { expires_at: Math.floor(media.until / 1000) } })
}

function finalize(context: Context): Answer {
  const { service, store, person, request, now } = context
  readJson(request, z.object({}))
  const media = mediaOf(context, paramId(context))
  if (media.finalized_at === null) {
    const sizes = Object.entries(media.segments)
    const whole = sizes.every(([index]) => Number(index) < sizes.length)
    if (!whole || sizes.reduce((sum, [, size]) => sum + size, 0) !== media.bytes)
      throw invalid('Segments do not add up to provided total file size.')
    const delayed = media.category !== 'tweet_image' && media.category !== 'subtitles'
    const failing = delayed && takeSpecial(service.faults, person, 'media_failed') !== undefined
    processing.finalize(media, now, failing)
    const chunks = [...(store.chunks.get(media.id) ?? [])].toSorted(([one], [other]) => one - other)
    store.chunks.delete(media.id)
    keep(context, media, Buffer.concat(chunks.map(([, chunk]) => chunk)))
  }
  return ok({ data: { ...told(media, now), ...processing.processingInfo(media, now) } })
}

/** "One shot for images and subtitles." */
function oneShot(context: Context): Answer {
  const { request, now } = context
  const asked = isMultipart(request)
    ? check(oneShotSchema, Object.fromEntries(readMultipart(request, ['media'])), 'body')
    : readJson(request, oneShotSchema)
  const { media: content, media_category, media_type, additional_owners = [] } = asked
  if (!['tweet_image', 'dm_image', 'subtitles'].includes(media_category))
    throw invalid(`Media category ${media_category} must be uploaded in chunks.`)
  const text = media_category === 'subtitles'
  const mime_type = media_type ?? (text ? 'text/srt' : processing.sniff(content))
  if (!mime_type) throw invalid('media type unrecognized.')
  const media = openMedia(context, {
    mime_type,
    bytes: content.length,
    category: media_category,
    additional_owners,
  })
  media.head = content.subarray(0, 16).toString('base64')
  processing.finalize(media, now, false)
  keep(context, media, content)
  return ok({ data: told(media, now) })
}

function status(context: Context): Answer {
  const { service, person, request, now } = context
  const media = mediaOf(context, readQuery(request, statusSchema).media_id)
  if (media.finalized_at === null) throw notFound()
  const info = processing.processingInfo(media, now)
  const processed = info.processing_info !== undefined && media.failure === null
  if (processed && takeSpecial(service.faults, person, 'media_slow')) {
    media.ready_at = Math.max(media.ready_at, now + 1000)
    const slow = { state: 'in_progress', check_after_secs: 1, progress_percent: 50 }
    return ok({ data: { ...told(media, now), processing_info: slow } })
  }
  return ok({ data: { ...told(media, now), ...info } })
}

/** Alt text, "after upload, before the post", for images and GIFs. */
function describe(context: Context): Answer {
  const { id, metadata } = readJson(context.request, metadataSchema)
  const media = mediaOf(context, id)
  if (media.finalized_at === null) throw notFound()
  if (metadata.alt_text && !media.mime_type.startsWith('image/'))
    throw invalid('Alt text is for images and GIFs.', { id: [id] })
  media.alt_text = metadata.alt_text?.text ?? media.alt_text
  context.store.spent += prices.metadata
  return ok({ data: { id, associated_metadata: metadata } })
}
