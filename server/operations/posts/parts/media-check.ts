/** What a platform would say to the files of a post: each with the rule, the limit and what was measured. Pure. */
import type { Manifest, MediaRule, MediaRules } from '#platforms/platform.ts'
import type { Detail } from '#rules/finding.ts'
import { areCaptions, fit, type Fitting, type Form, ruleFor, shortSide } from '#rules/fit.ts'
import { broken, unadvised } from '#rules/measure.ts'
import { charactersOf } from '#rules/text.ts'
import type { MediaRow } from '#store/media.ts'

interface Saying {
  add: (field: string, text: string, detail?: Detail) => void
  warn: (text: string) => void
}

export type CheckedFile = Pick<
  MediaRow,
  | 'id'
  | 'original_name'
  | 'mime_type'
  | 'size_bytes'
  | 'width'
  | 'height'
  | 'duration'
  | 'alt_text'
  | 'animated'
>

export function checkMedia(
  media: readonly CheckedFile[],
  rules: MediaRules,
  { who, alt_text }: { who: string; alt_text: Manifest['alt_text'] },
  { add, warn }: Saying,
) {
  const counts = new Map<MediaRule, number>()
  for (const [index, item] of media.entries()) {
    // Left out there, which is said of the post.
    if (!rules.captions && areCaptions(item)) continue
    const { original_name: name, mime_type, size_bytes } = item
    const rule = ruleFor(mime_type, rules, media)
    const field = `media_ids.${index}`
    const of = { media_ids: [item.id] }
    const fits = fit(item, rule)
    if (typeof fits !== 'string') warn(`${who} gets ${name} as ${jpegOf(item, fits)}.`)
    if (!rule || (fits === 'not at all' && !rule.types.includes(mime_type))) {
      add(field, `${who} does not take ${mime_type} (${name}).`, { code: 'media_type', ...of })
      continue
    }
    counts.set(rule, (counts.get(rule) ?? 0) + 1)
    if (fits === 'not at all' && size_bytes > rule.max_bytes) {
      const taken = `at most ${rule.max_bytes} bytes of ${mime_type}`
      add(field, `${who} takes ${taken}; ${name} has ${size_bytes} bytes.`, {
        code: 'media_too_large',
        measured: size_bytes,
        limit: rule.max_bytes,
        unit: 'bytes',
        ...of,
      })
    }
    const { max_short_side: side = Infinity } = rule
    if (fits === 'not at all' && shortSide(item) > side) {
      const taken = `at most ${side} pixels on the shorter side`
      add(field, `${who} takes ${taken}; ${name} has ${item.width} × ${item.height}.`, {
        code: 'media_measures',
        measured: shortSide(item),
        limit: side,
        unit: 'pixels',
        ...of,
      })
    }
    for (const limit of broken(item, name, rule))
      add(field, `${who} takes ${limit}.`, { code: 'media_measures', ...of })
    const advised = unadvised(item, name, rule)
    if (advised) warn(`${who} is best at ${advised}.`)
    if (alt_text && item.alt_text && charactersOf(item.alt_text) > alt_text.max) {
      add(field, `${who} takes at most ${alt_text.max} characters of alt text.`, {
        code: 'alt_text_too_long',
        measured: charactersOf(item.alt_text),
        limit: alt_text.max,
        unit: 'characters',
        ...of,
      })
    }
  }
  for (const [rule, count] of counts) {
    if (count > rule.max) {
      const taken = `at most ${rule.max} of ${rule.types.join(', ')}`
      const same = media.filter(({ mime_type }) => ruleFor(mime_type, rules, media) === rule)
      add('media_ids', `${who} takes ${taken}; this has ${count}.`, {
        code: 'too_many_media',
        measured: count,
        limit: rule.max,
        unit: 'files',
        media_ids: idsOf(same.slice(rule.max)),
      })
    }
  }
  const { mixed, cover, captions } = rules
  const kinds = [...counts.keys()].filter((rule) => rule !== cover && rule !== captions).length
  if (kinds > 1 && !mixed) {
    const [first] = counts.keys()
    const others = media.filter(({ mime_type }) => ruleFor(mime_type, rules, media) !== first)
    add('media_ids', `${who} does not mix kinds of media in one post.`, {
      code: 'mixed_media',
      media_ids: idsOf(others),
    })
  }
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0)
  if (kinds > 1 && mixed && all > mixed.max) {
    add('media_ids', `${who} takes at most ${mixed.max} files together; this has ${all}.`, {
      code: 'too_many_media',
      measured: all,
      limit: mixed.max,
      unit: 'files',
      media_ids: idsOf(media.slice(mixed.max)),
    })
  }
}

function idsOf(media: readonly Pick<MediaRow, 'id'>[]) {
  return media.map(({ id }) => id)
}

function jpegOf(item: Fitting, { max_short_side: side = Infinity }: Form) {
  return shortSide(item) > side ? `a JPEG of ${side} pixels on the shorter side` : 'a JPEG'
}
