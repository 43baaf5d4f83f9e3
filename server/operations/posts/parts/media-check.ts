/** What a platform would say to the files of a post: each with the rule, the limit and what was measured. Pure. */
import { type Said, say, type Who } from '#platforms/kit/checks.ts'
import type { Manifest, MediaRule, MediaRules } from '#platforms/platform.ts'
import type { Detail } from '#rules/finding.ts'
import { areCaptions, fit, type Fitting, type Form, ruleFor, shortSide } from '#rules/fit.ts'
import { broken, unadvised } from '#rules/measure.ts'
import { charactersOf } from '#rules/text.ts'
import type { MediaRow } from '#store/media.ts'

interface Saying {
  add: (field: string, said: Said, detail: Detail) => void
  warn: (said: Said) => void
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
  { who, alt_text }: { who: Who; alt_text: Manifest['alt_text'] },
  { add, warn }: Saying,
) {
  const counts = new Map<MediaRule, number>()
  for (const [index, item] of media.entries()) {
    // Left out there, which is said of the post.
    if (!rules.captions && areCaptions(item)) continue
    const { original_name: file, mime_type, size_bytes } = item
    const rule = ruleFor(mime_type, rules, media)
    const field = `media_ids.${index}`
    const of = { media_ids: [item.id] }
    const fits = fit(item, rule)
    if (typeof fits !== 'string') warn(converted(item, fits, who))
    if (!rule || (fits === 'not at all' && !rule.types.includes(mime_type))) {
      add(field, say('media_type', { type: mime_type, file }, who), { code: 'media_type', ...of })
      continue
    }
    counts.set(rule, (counts.get(rule) ?? 0) + 1)
    if (fits === 'not at all' && size_bytes > rule.max_bytes) {
      const sizes = { limit: rule.max_bytes, type: mime_type, file, measured: size_bytes }
      add(field, say('media_bytes', sizes, who), {
        code: 'media_too_large',
        measured: size_bytes,
        limit: rule.max_bytes,
        unit: 'bytes',
        ...of,
      })
    }
    const { max_short_side: side = Infinity } = rule
    if (fits === 'not at all' && shortSide(item) > side) {
      const sides = { limit: side, file, width: item.width ?? 0, height: item.height ?? 0 }
      add(field, say('media_short_side', sides, who), {
        code: 'media_measures',
        measured: shortSide(item),
        limit: side,
        unit: 'pixels',
        ...of,
      })
    }
    for (const said of broken(item, { who, file }, rule))
      add(field, said, { code: 'media_measures', ...of })
    const advised = unadvised(item, { who, file }, rule)
    if (advised) warn(advised)
    if (alt_text && item.alt_text && charactersOf(item.alt_text) > alt_text.max) {
      add(field, say('media_alt_text', { limit: alt_text.max }, who), {
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
      const same = media.filter(({ mime_type }) => ruleFor(mime_type, rules, media) === rule)
      const many = { limit: rule.max, types: [...rule.types], measured: count }
      add('media_ids', say('media_many', many, who), {
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
    add('media_ids', say('media_mixed', {}, who), {
      code: 'mixed_media',
      media_ids: idsOf(others),
    })
  }
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0)
  if (kinds > 1 && mixed && all > mixed.max) {
    add('media_ids', say('media_many_together', { limit: mixed.max, measured: all }, who), {
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

function converted(
  item: Fitting & { original_name: string },
  { max_short_side: side = Infinity }: Form,
  who: Who,
) {
  const file = item.original_name
  return shortSide(item) > side
    ? say('media_shrunk', { file, limit: side }, who)
    : say('media_converted', { file }, who)
}
