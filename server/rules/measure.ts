/** What a file measures against the limits of a platform: each limit that it breaks, with what was measured. Pure. */
import { type Said, say, type Who } from '#platforms/kit/checks.ts'

/** `4:5`, width by height. */
type Ratio = `${number}:${number}`

export interface Limits {
  min_bytes?: number
  min_duration?: number
  max_duration?: number
  ratio?: { min: Ratio; max: Ratio }
  best_ratio?: Ratio
  min_width?: number
  min_height?: number
  max_width?: number
  max_height?: number
  max_pixels?: number
  max_short_side?: number
}

export interface Measures {
  size_bytes: number
  duration: number | null
  width: number | null
  height: number | null
}

/** The limits that are broken, each as a sentence. What was not measured breaks none. */
export function broken(
  { size_bytes, duration, width, height }: Measures,
  { who, file }: { who: Who; file: string },
  limits: Limits,
): Said[] {
  const { min_bytes = 0, min_duration, max_duration, max_pixels, ratio } = limits
  const found: Said[] = []
  if (size_bytes < min_bytes)
    found.push(say('media_bytes_least', { limit: min_bytes, file, measured: size_bytes }, who))
  if (duration !== null) {
    const of = { file, measured: duration }
    if (min_duration && duration < min_duration)
      found.push(say('media_seconds_least', { limit: min_duration, ...of }, who))
    if (max_duration && duration > max_duration)
      found.push(say('media_seconds', { limit: max_duration, ...of }, who))
  }
  if (!width || !height) return found
  const has = { file, width, height }
  const { min_width = 0, min_height = 0, max_width = Infinity, max_height = Infinity } = limits
  if (width < min_width || height < min_height)
    found.push(sides(LEAST, { width: min_width, height: min_height }, has, who))
  if (width > max_width || height > max_height)
    found.push(sides(MOST, { width: max_width, height: max_height }, has, who))
  if (max_pixels && width * height > max_pixels)
    found.push(say('media_pixels', { limit: max_pixels, measured: width * height, ...has }, who))
  if (ratio && !isWithin({ width, height }, ratio)) {
    const measured = shownRatio(width, height)
    const { min: least, max: limit } = ratio
    found.push(say('media_ratio', { least, limit, measured, ...has }, who))
  }
  return found
}

/** What the platform advises and the file does not have; undefined when it has, or nothing is advised. */
export function unadvised(
  { width, height }: Measures,
  { who, file }: { who: Who; file: string },
  { best_ratio: best }: Limits,
): Said | undefined {
  if (!best || !width || !height) return undefined
  if (isWithin({ width, height }, { min: best, max: best })) return undefined
  return say('media_ratio_best', { limit: best, file, measured: shownRatio(width, height) }, who)
}

/** Pixels are whole: one more or less on either side would be within, so it is. */
function isWithin(
  { width, height }: { width: number; height: number },
  { min, max }: { min: Ratio; max: Ratio },
) {
  const widest = (width + 1) / Math.max(1, height - 1)
  const narrowest = Math.max(1, width - 1) / (height + 1)
  return widest >= valueOf(min) && narrowest <= valueOf(max)
}

export function valueOf(ratio: Ratio): number {
  const [width = 1, height = 1] = ratio.split(':').map(Number)
  return width / height
}

const LEAST = {
  width: 'media_width_least',
  height: 'media_height_least',
  both: 'media_sides_least',
} as const
const MOST = { width: 'media_width', height: 'media_height', both: 'media_sides' } as const

/** Of the sides those that are limited. */
function sides(
  checks: typeof LEAST | typeof MOST,
  limits: { width: number; height: number },
  has: { file: string; width: number; height: number },
  who: Who,
) {
  const isLimited = (side: number) => side > 0 && side < Infinity
  const { width, height } = limits
  if (!isLimited(height)) return say(checks.width, { limit: width, ...has }, who)
  if (!isLimited(width)) return say(checks.height, { limit: height, ...has }, who)
  return say(checks.both, { limit: width, limit_height: height, ...has }, who)
}

/** `0.75:1`. */
function shownRatio(width: number, height: number) {
  return `${Number((width / height).toPrecision(3))}:1`
}
