/** What X makes of an upload: kinds, sizes, real types, and the time it takes (docs/facts/x.md §3). */
import { invalid } from './refusal.ts'
import type { Media } from './state.ts'

const MB = 1024 * 1024
const GB = 1024 * MB

export const mediaLife = 86_400
export const mediaTypes = [
  'image/jpeg',
  'image/pjpeg',
  'image/png',
  'image/webp',
  'image/gif',
  'image/bmp',
  'image/tiff',
  'video/mp4',
  'video/webm',
  'video/mp2t',
  'video/quicktime',
  'text/srt',
  'text/vtt',
  'model/gltf-binary',
  'model/vnd.usdz+zip',
] as const

interface Kind {
  types: RegExp
  most: (premium: boolean) => number
  /** The first part of a media key. */
  key: number
  /** How long it is processed, in milliseconds; nothing at all for images. */
  delay: number
}

const image = { types: /^image\//, most: () => 5 * MB, key: 3, delay: 0 }
const gif = { types: /^image\/gif$/, most: () => 15 * MB, key: 16, delay: 2000 }
/** 8 and 16 GB since September 2026. */
const videoSize = (premium: boolean) => (premium ? 16 : 8) * GB
const video = { types: /^video\//, most: videoSize, key: 7, delay: 3000 }

export const kinds = {
  tweet_image: image,
  tweet_gif: gif,
  tweet_video: video,
  amplify_video: { ...video, key: 13 },
  subtitles: { types: /^text\//, most: () => MB, key: 1, delay: 0 },
  dm_image: image,
  dm_gif: gif,
  dm_video: video,
} satisfies Record<string, Kind>

export const categories = [
  'tweet_image',
  'tweet_gif',
  'tweet_video',
  'amplify_video',
  'subtitles',
  'dm_image',
  'dm_gif',
  'dm_video',
] as const
export type Category = (typeof categories)[number]

export function categoryOf(type: string): Category {
  if (type === 'image/gif') return 'tweet_gif'
  if (type.startsWith('image/')) return 'tweet_image'
  return type.startsWith('video/') ? 'tweet_video' : 'subtitles'
}

export function checkKind(category: Category, type: string, bytes: number, premium: boolean) {
  const kind = kinds[category]
  const most = kind.most(premium)
  if (!kind.types.test(type))
    throw invalid(`Media type ${type} is not supported for media category ${category}.`, {
      media_category: [category],
    })
  if (bytes > most)
    throw invalid(`File size exceeds ${most} bytes.`, { total_bytes: [String(bytes)] })
}

const signatures: [RegExp, string][] = [
  [/^ffd8ff/, 'image/jpeg'],
  [/^89504e470d0a1a0a/, 'image/png'],
  [/^47494638/, 'image/gif'],
  [/^52494646.{8}57454250/, 'image/webp'],
  [/^424d/, 'image/bmp'],
  [/^(49492a00|4d4d002a)/, 'image/tiff'],
  [/^.{8}66747970(71742020)/, 'video/quicktime'],
  [/^.{8}66747970/, 'video/mp4'],
  [/^.{8}(6d6f6f76|6d646174|77696465|66726565|736b6970)/, 'video/quicktime'],
  [/^1a45dfa3/, 'video/webm'],
  [/^47/, 'video/mp2t'],
]

/** What the first bytes say it is. */
export function sniff(head: Buffer): string | undefined {
  const hex = head.toString('hex')
  return signatures.find(([signature]) => signature.test(hex))?.[1]
}

const alike = (type: string) =>
  type.replace('pjpeg', 'jpeg').replace('video/quicktime', 'video/mp4')

/** Why it cannot be processed, if so. */
export function faultIn(media: Media): string | undefined {
  if (media.mime_type.startsWith('text/')) return undefined
  const head = Buffer.from(media.head, 'base64')
  const real = sniff(head)
  if (!real || alike(real) !== alike(media.mime_type))
    return media.mime_type.startsWith('video/')
      ? 'Unsupported video format'
      : 'Unsupported image format'
  const tooWide = head.length >= 10 && (head.readUInt16LE(6) > 1280 || head.readUInt16LE(8) > 1080)
  return media.category === 'tweet_gif' && tooWide ? 'GIF dimensions are too large' : undefined
}

export function finalize(media: Media, now: number, failing: boolean) {
  const category = categories.find((name) => name === media.category) ?? 'tweet_image'
  const { delay } = kinds[category]
  const fault = failing ? 'InternalError: the file could not be processed' : faultIn(media)
  if (fault && !delay) throw invalid(fault)
  media.failure = fault ?? null
  media.finalized_at = now
  media.ready_at = now + delay
}

export function isReady(media: Media, now: number): boolean {
  const { finalized_at, failure, ready_at, until } = media
  return finalized_at !== null && failure === null && ready_at <= now && until > now
}

/** A second of "pending", then "in_progress" until it is ready or has failed; nothing for what needs no processing. */
export function processingInfo({ finalized_at, ready_at, failure }: Media, now: number) {
  if (finalized_at === null || ready_at === finalized_at) return {}
  const left = Math.max(1, Math.ceil((ready_at - now) / 1000))
  const progress_percent = Math.floor((100 * (now - finalized_at)) / (ready_at - finalized_at))
  if (now < finalized_at + 1000)
    return { processing_info: { state: 'pending', check_after_secs: 1, progress_percent: 0 } }
  if (failure) {
    const error = { code: 1, name: 'InvalidMedia', message: failure }
    return { processing_info: { state: 'failed', progress_percent: 12, error } }
  }
  if (now < ready_at)
    return { processing_info: { state: 'in_progress', check_after_secs: left, progress_percent } }
  return { processing_info: { state: 'succeeded', progress_percent: 100 } }
}
