/** How much room a text has left, by the rules of the platforms it goes to. */
import type { GetCapabilitiesAnswer } from '@crier/sdk'
import { measure, type Unit } from '@crier/sdk/measure'
import type { File } from './composition.ts'

export type Capability = GetCapabilitiesAnswer['platforms'][string]

export interface TextLimit {
  platform: string
  max: number
  unit: Unit
}

export interface Measured extends TextLimit {
  used: number
}

const families: readonly (readonly [start: string, family: string])[] = [
  ['image/gif', 'gif'],
  ['image/', 'image'],
  ['video/', 'video'],
  ['application/pdf', 'document'],
]

export function familyOf({ type }: Pick<File, 'type'>) {
  return families.find(([start]) => type.startsWith(start))?.[1]
}

/** What a platform allows beside these files. */
export function ruleFor(
  platform: string,
  { text }: Pick<Capability, 'text'>,
  files: readonly File[],
  /** Of accounts that are allowed more, or less. */
  own: readonly { max: number; unit: Unit }[] = [],
): TextLimit {
  const [family, ...others] = [...new Set(files.map(familyOf))]
  const special = family !== undefined && !others.length ? text.with_media[family] : undefined
  const usual = special ?? text
  const { max, unit } = own.length
    ? own.reduce((least, each) => (each.max < least.max ? each : least))
    : usual
  return { platform, max, unit }
}

export function measured(rule: TextLimit, text: string): Measured {
  return { ...rule, used: measure(rule.platform, rule.unit, text) }
}

/** The longest beginning of the text that a rule takes, in UTF-16 units; all of it when it fits. */
export function fitting({ platform, unit, max }: TextLimit, text: string): number {
  let fits = 0
  // Of a long text only as much is weighed as could fit.
  let over = Math.min(text.length, Math.max(64, max * 2))
  while (measure(platform, unit, text.slice(0, over)) <= max) {
    if (over === text.length) return over
    over = Math.min(text.length, over * 2)
  }
  while (over - fits > 1) {
    const middle = (fits + over) >> 1
    if (measure(platform, unit, text.slice(0, middle)) <= max) fits = middle
    else over = middle
  }
  // Not through the middle of a character; what stands far before it is not looked at.
  const from = Math.max(0, fits - 64)
  for (const { index, segment } of new Intl.Segmenter().segment(text.slice(from, fits + 64))) {
    if (from + index + segment.length > fits) return from + index
  }
  return fits
}
