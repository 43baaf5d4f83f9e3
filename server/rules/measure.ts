/** What a file measures against the limits of a platform: each limit that it breaks, with what was measured. Pure. */

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

/** The limits that are broken, as ends of a sentence: `at least 3 s; clip.mp4 has 1 s`. What was not measured breaks none. */
export function broken(
  { size_bytes, duration, width, height }: Measures,
  name: string,
  limits: Limits,
): string[] {
  const { min_bytes = 0, min_duration, max_duration, max_pixels, ratio } = limits
  const found: string[] = []
  if (size_bytes < min_bytes)
    found.push(`at least ${min_bytes} bytes; ${name} has ${size_bytes} bytes`)
  if (duration !== null) {
    const has = `${name} has ${duration} s`
    if (min_duration && duration < min_duration) found.push(`at least ${min_duration} s; ${has}`)
    if (max_duration && duration > max_duration) found.push(`at most ${max_duration} s; ${has}`)
  }
  if (!width || !height) return found
  const has = `${name} has ${width} × ${height}`
  const { min_width = 0, min_height = 0, max_width = Infinity, max_height = Infinity } = limits
  if (width < min_width || height < min_height)
    found.push(`at least ${sides(min_width, min_height)}; ${has}`)
  if (width > max_width || height > max_height)
    found.push(`at most ${sides(max_width, max_height)}; ${has}`)
  if (max_pixels && width * height > max_pixels)
    found.push(`at most ${max_pixels} pixels; ${name} has ${width * height} (${width} × ${height})`)
  if (ratio && !isWithin({ width, height }, ratio)) {
    const shown = `${name} has ${shownRatio(width, height)} (${width} × ${height})`
    found.push(`width to height from ${ratio.min} to ${ratio.max}; ${shown}. Crop it`)
  }
  return found
}

/** What the platform advises and the file does not have; undefined when it has, or nothing is advised. */
export function unadvised(
  { width, height }: Measures,
  name: string,
  { best_ratio: best }: Limits,
): string | undefined {
  if (!best || !width || !height) return undefined
  if (isWithin({ width, height }, { min: best, max: best })) return undefined
  return `${best}; ${name} has ${shownRatio(width, height)}`
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

function sides(width: number, height: number) {
  const told = [
    width > 0 && width < Infinity ? `${width} pixels wide` : '',
    height > 0 && height < Infinity ? `${height} pixels high` : '',
  ]
  return told.filter(Boolean).join(' and ')
}

/** `0.75:1`. */
function shownRatio(width: number, height: number) {
  return `${Number((width / height).toPrecision(3))}:1`
}
