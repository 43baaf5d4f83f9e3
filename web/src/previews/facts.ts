import type { words } from '../words/write.ts'

/** What people do with a post there. */
export type Act = keyof typeof words.preview.acts

/**
 * What a preview rests on. Platforms document few of these: a fold without a source was seen on their pages and apps in
 * 2026 and is promised by nobody. Previews look about like the post, and say so.
 */
export interface Facts {
  /** How the post is built: words above pictures, pictures above words, or a frame that a video fills. */
  layout: 'words' | 'picture' | 'frame'
  /** UTF-16 units before “more”, and lines. */
  fold?: { units: number; lines: number }
  /** How several pictures stand: beside one another, or one behind the other. */
  pictures: 'grid' | 'carousel'
  /** Of a picture or video, width to height; undefined: its own. */
  ratio?: 'square' | 'portrait' | 'pin' | 'wide' | 'upright'
  /** It draws a card for a link, in posts without files. */
  card: boolean
  /** Under the post. */
  actions: readonly Act[]
}

/** As most of those do that put words above pictures. */
const feed = { layout: 'words', pictures: 'grid', card: true } as const
/** As most of those do that put pictures above words. */
const gallery = { layout: 'picture', pictures: 'carousel', card: false } as const

export const facts: Readonly<Record<string, Facts>> = {
  // Posts of up to 280 are shown whole; longer ones of subscribers fold there (docs.x.com, counting characters).
  x: {
    ...feed,
    fold: { units: 280, lines: 12 },
    actions: ['reply', 'repost', 'like', 'share'],
  },
  bluesky: { ...feed, actions: ['reply', 'repost', 'like'] },
  threads: {
    ...feed,
    pictures: 'carousel',
    actions: ['like', 'reply', 'repost', 'send'],
  },
  // Seen: about three lines.
  linkedin: {
    ...feed,
    fold: { units: 210, lines: 3 },
    actions: ['like', 'comment', 'repost', 'send'],
  },
  // Seen: about 477 characters or five lines.
  facebook: {
    ...feed,
    fold: { units: 477, lines: 5 },
    actions: ['like', 'comment', 'share'],
  },
  // Seen: 125 characters; a carousel takes the ratio of its first item (docs/facts/instagram.md).
  instagram: {
    ...gallery,
    fold: { units: 125, lines: 2 },
    ratio: 'portrait',
    actions: ['like', 'comment', 'share'],
  },
  // "2:3 aspect ratio" is what Pinterest recommends (docs/facts/pinterest.md).
  pinterest: {
    ...gallery,
    ratio: 'pin',
    actions: ['save'],
  },
  youtube: {
    ...gallery,
    fold: { units: 150, lines: 2 },
    ratio: 'wide',
    actions: ['like', 'share', 'save'],
  },
  tiktok: {
    layout: 'frame',
    fold: { units: 90, lines: 2 },
    pictures: 'carousel',
    ratio: 'upright',
    card: false,
    actions: [],
  },
  google_business: {
    ...gallery,
    fold: { units: 300, lines: 6 },
    ratio: 'wide',
    actions: [],
  },
}

export const plain: Facts = { layout: 'words', pictures: 'grid', card: false, actions: [] }
