/** The moment of a video that stands for it, in the words of each platform. Pure. */
import type { Composition } from './composition.ts'

type Options = Composition['options']

/** In milliseconds. */
export const coverFields: Readonly<Record<string, string>> = {
  instagram: 'thumb_offset',
  tiktok: 'video_cover_timestamp_ms',
}

/** In seconds; of each platform where one was chosen. */
export function moments(options: Options) {
  return Object.entries(coverFields).flatMap(([platform, field]) => {
    const value = options[platform]?.[field]
    return typeof value === 'number' ? [value / 1000] : []
  })
}

export function withCover(
  options: Options,
  platforms: readonly string[],
  seconds: number,
): Options {
  const set = platforms.flatMap((platform) => {
    const field = coverFields[platform]
    if (field === undefined) return []
    return [[platform, { ...options[platform], [field]: Math.round(seconds * 1000) }]]
  })
  return { ...options, ...Object.fromEntries(set) }
}
