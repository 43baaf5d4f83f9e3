/**
 * What the posts say, from a small pool, so that they meet each other as posts of real people do: the same words again, the
 * same skeleton with another link, quite other words. Nothing in a text tells whose it is.
 */
import { chance } from './chance.ts'

/** What platforms change when they show a text again: links, entities, mentions, space, composed letters. */
const said = [
  'Closed today, see you tomorrow as always.',
  'Salt & butter < bread > air, "quoted".',
  'Two lines of it\n\nand a gap  with   spaces',
  'Zoë drank a café crème 🥐👩‍👩‍👧 at 10°',
  'With @ben.sandbox.test and #bread in it today',
  'Read https://example.com/articles/42?from=crier&lang=en and tell me.',
  'Thank you all, it was a wonderful evening!',
  'We are looking for somebody to help us on Saturdays.',
] as const

const skeletons = [
  (link: string) => `New on the blog: ${link}`,
  (link: string) => `We wrote something down: ${link} (five minutes to read)`,
  (link: string) => `Today at noon ${link} #bread`,
] as const

const comments = ['Thank you for reading this far!', 'What do you think about it?'] as const

const words =
  'anchor apple autumn bakery basket bicycle blanket bridge butter button candle canvas carpet castle cellar cherry chimney cinnamon copper corner cotton curtain dagger daisy desert dinner dragon eagle easel ember engine evening falcon feather fennel ferry field finger flannel forest fountain garden garlic ginger glacier granite hammer harbour harvest hazel honey island ivory jacket jasmine kettle kitchen ladder lantern lemon library linen'.split(
    ' ',
  )

/** In a hundred posts: the same words as others, the same skeleton with a link of its own; the rest has words of its own. */
const SAME = 10
const SKELETON = 35

/** `number` names the post, `version` counts its updates, from 1: no two versions of a post say the same. */
export function textOf(number: number, version: number): string {
  const draw = chance(number)
  const kind = draw.below(100)
  if (version > 1) return `${sentence(number, version)} ${version}.`
  if (kind < SAME) return draw.pick(said) ?? ''
  if (kind >= SAME + SKELETON) return `${sentence(number, version)}.`
  const write = draw.pick(skeletons) ?? skeletons[0]
  return write(`https://example.com/posts/${number}`)
}

export function commentOf(number: number): string {
  const draw = chance(number).of('comment')
  if (draw.below(100) < SAME) return draw.pick(comments) ?? ''
  return `More in the comments: https://example.com/more/${number}`
}

/** Of a thread: some parts say next to nothing, and the same as those of other threads. */
export function partTextOf(number: number, part: number): string {
  const draw = chance(number * 64 + part).of('part')
  if (part > 1 && draw.below(100) < SAME) return `A thread, ${part}/5`
  return `${sentence(number, part + 8)}, ${part} of thread ${number}.`
}

/** What follows the post. */
export function partsOf(number: number, parts: number): string[] {
  return Array.from({ length: parts - 1 }, (_, index) => partTextOf(number, index + 2))
}

const alt_texts = ['Fresh bread', 'Our shop', 'Two loaves', 'At work', 'Croissants'] as const

export function altTextOf(number: number): string {
  return chance(number).of('alt text').pick(alt_texts) ?? ''
}

function sentence(number: number, version: number) {
  const draw = chance(number * 64 + version).of('sentence')
  const drawn = Array.from({ length: 9 }, () => draw.pick(words) ?? '')
  return `${drawn[0]?.slice(0, 1).toUpperCase()}${drawn.join(' ').slice(1)}`
}

/** Which of these texts a platform has: letters and digits alone are compared, in the order in which they stand. */
export function versionOf(received: string, texts: readonly string[]): number | undefined {
  const bare = lettersOf(received)
  const found = texts.findLastIndex((text) => bare.includes(lettersOf(text)))
  return found < 0 ? undefined : found + 1
}

function lettersOf(text: string) {
  return text.normalize('NFKC').replace(/[^\p{L}\p{N}]/gu, '')
}

/** Whether a platform has these words and no others. */
export function saysSame(received: string, text: string): boolean {
  return lettersOf(received) === lettersOf(text)
}
