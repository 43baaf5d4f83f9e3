import type { Account, Publication } from '../platform.ts'
import type { Options } from './manifest.ts'
import { familyOf } from './media.ts'
import { little, titleOf } from './text.ts'

/** What is posted to /rest/posts. The same publication gives the same bytes: a twin must be known for one. */
export function bodyOf(
  publication: Publication,
  account: Pick<Account, 'platform_account_id'>,
  { visibility, poll }: Options,
  urns: readonly string[],
  card: SavedCard,
) {
  const content = contentOf(publication, urns) ?? pollOf(poll) ?? articleOf(card)
  return {
    author: account.platform_account_id,
    commentary: little(publication.text),
    visibility,
    distribution: {
      feedDistribution: 'MAIN_FEED',
      targetEntities: [],
      thirdPartyDistributionChannels: [],
    },
    ...(content && { content }),
    lifecycleState: 'PUBLISHED',
    isReshareDisabledByAuthor: false,
  }
}

function pollOf(poll: Options['poll']) {
  if (!poll) return undefined
  const { question, options, duration } = poll
  return { poll: { question, options: options.map((text) => ({ text })), settings: { duration } } }
}

/** LinkedIn makes no preview of a link by itself ("Posts API", 2026). */
export type SavedCard =
  | { url: string; title: string; description: string; picture: { urn: string } | null }
  | undefined

function articleOf(card: SavedCard) {
  if (!card) return undefined
  const { url: source, title, description, picture } = card
  return {
    article: {
      source,
      title,
      ...(description && { description }),
      ...(picture && { thumbnail: picture.urn }),
    },
  }
}

function contentOf({ text, media }: Publication, urns: readonly string[]) {
  const [first] = media
  if (!first) return undefined
  const images = media.map(({ alt_text }, index) => ({
    id: urns[index],
    ...(alt_text && { altText: alt_text }),
  }))
  if (media.length > 1) return { multiImage: { images } }
  if (familyOf(first) === 'image') return { media: images[0] }
  const fallback = familyOf(first) === 'video' ? 'Video' : 'Document'
  return { media: { id: urns[0], title: titleOf(text) || fallback } }
}
