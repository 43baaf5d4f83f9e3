/** English: whom a text may mention, and what else is offered while it is written. */
import { plural } from '../format.ts'

export const words = {
  title: 'People to mention',
  found: (n: number) =>
    `${plural(n, { one: 'person', other: 'people' })} found. Arrows choose, Enter takes, Escape closes.`,
  tags: 'Tags used before',
  tagsFound: (n: number) =>
    `${plural(n, { one: 'tag', other: 'tags' })} found. Arrows choose, Enter takes, Escape closes.`,
  emoji: 'Emoji',
  emojiFound: (n: number) => `${n} emoji found. Arrows choose, Enter takes, Escape closes.`,
}
