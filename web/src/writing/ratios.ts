/** Widths to heights: what a picture may be cropped to, and which platforms take that. Pure. */
import type { Capability } from './limits.ts'

export interface Rectangle {
  x: number
  y: number
  width: number
  height: number
}

/** What a platform says of pictures, where it says something. */
export interface PictureRule {
  platform: string
  min?: string | undefined
  max?: string | undefined
  best?: string | undefined
}

/** Those that people know by name. */
const usual = ['1:1', '4:5', '2:3', '9:16', '16:9', '1.91:1']

/** `kind` as the option of the platform has it. */
export function pictureRule(
  platform: string,
  { media, kinds }: Pick<Capability, 'media' | 'kinds'>,
  kind: unknown,
): PictureRule {
  const own = typeof kind === 'string' ? kinds[kind]?.media['image'] : undefined
  const { ratio, best_ratio } = own ?? media['image'] ?? {}
  return { platform, min: ratio?.min, max: ratio?.max, best: best_ratio }
}

/** The usual ones, and those that these platforms name; from tall to wide. */
export function ratiosFor(rules: readonly PictureRule[]) {
  const named = rules.flatMap(({ min, max, best }) => [min, max, best]).filter((each) => each)
  const all = [...usual, ...named.filter((each) => each !== undefined)]
  // What differs by less than anybody sees is one.
  const known = new Map(all.toReversed().map((each) => [valueOf(each).toFixed(2), each]))
  const sensible = [...known.values()].filter((each) => valueOf(each) > 0.4 && valueOf(each) < 3)
  return sensible.toSorted((a, b) => valueOf(a) - valueOf(b))
}

export function valueOf(ratio: string) {
  const [width = 1, height = 1] = ratio.split(':').map(Number)
  return width / height
}

/** One pixel more or less on either side is within, as the service has it. */
export function takes(
  { min, max }: PictureRule,
  { width, height }: Pick<Rectangle, 'width' | 'height'>,
) {
  const widest = (width + 1) / Math.max(1, height - 1)
  const narrowest = Math.max(1, width - 1) / (height + 1)
  return (
    (min === undefined || widest >= valueOf(min)) &&
    (max === undefined || narrowest <= valueOf(max))
  )
}

/** In whole pixels, and nothing beyond the picture. */
export function within(
  { x, y, width, height }: Rectangle,
  picture: { width: number; height: number },
): Rectangle {
  const left = Math.max(0, Math.min(Math.round(x), picture.width - 1))
  const top = Math.max(0, Math.min(Math.round(y), picture.height - 1))
  return {
    x: left,
    y: top,
    width: Math.max(1, Math.min(Math.round(width), picture.width - left)),
    height: Math.max(1, Math.min(Math.round(height), picture.height - top)),
  }
}
