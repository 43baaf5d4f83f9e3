/** Captions: 2,200 characters, 30 hashtags, 20 tags (docs/facts/instagram.md §4). */
import type { Params } from '../kit/graph-params.ts'
import { media } from './refusal.ts'

export function captionOf({ text }: Params): string {
  const caption = text.get('caption') ?? ''
  if (caption.length > 2200) throw media(36004, 2207010, 'The caption is too long.')
  if ((caption.match(/#[\p{L}\p{N}_]+/gu) ?? []).length > 30)
    throw media(100, 2207040, 'The caption has more than 30 hashtags.')
  if ((caption.match(/(?<![\w.])@[\w.]+/g) ?? []).length > 20)
    throw media(100, 2207040, 'The caption has more than 20 tags.')
  return caption
}
