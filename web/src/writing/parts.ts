/** A thread while somebody writes it: parts that follow the post. Pure. */
import type { Post } from '@crier/sdk'
import type { File } from './file.ts'

export interface Part {
  /** Of this page, as long as the part is written. */
  key: string
  text: string
}

export type ThreadAs = 'refuse' | 'join' | 'comments'
export type Split = 'none' | 'plain' | 'numbered'

interface Threaded {
  text: string
  parts: readonly Part[]
  files: readonly File[]
}

/** A part as it is read: the post itself has no key. */
export interface Read {
  key: string | undefined
  text: string
  files: readonly File[]
}

/** The most that follow a post. */
export const MOST_PARTS = 24

/** Those of one part, in their order; a file whose part is gone belongs to the post itself. */
export function filesOfPart(
  { parts, files }: Pick<Threaded, 'parts' | 'files'>,
  key: string | undefined,
) {
  const known = new Set(parts.map((part) => part.key))
  return files.filter(
    ({ part }) => (part !== undefined && known.has(part) ? part : undefined) === key,
  )
}

/** The post itself, and what follows it. `text`: of a version, instead of the common one. */
export function chainOf(composition: Threaded, text = composition.text): Read[] {
  const { parts } = composition
  const first = { key: undefined, text, files: filesOfPart(composition, undefined) }
  return [first, ...parts.map((part) => ({ ...part, files: filesOfPart(composition, part.key) }))]
}

/** One post of all texts and files, as the service joins them. */
export function joinedOf(composition: Threaded, text = composition.text): Read {
  const chain = chainOf(composition, text)
  return {
    key: undefined,
    text: chain
      .map((each) => each.text)
      .filter((each) => each.trim() !== '')
      .join('\n\n'),
    files: chain.flatMap(({ files }) => files),
  }
}

/** As the service takes it. */
export function threadOf(composition: Threaded & { thread_as: ThreadAs; split: Split }): {
  thread: { content: string; media_ids: number[] }[]
  thread_as: ThreadAs
  split: Split
} {
  const { parts, thread_as, split } = composition
  return {
    thread: parts.map(({ key, text }) => ({
      content: text,
      media_ids: filesOfPart(composition, key).flatMap(({ id }) => id ?? []),
    })),
    thread_as,
    split,
  }
}

/** `behind`: the part that it comes after; undefined: the post itself. */
export function addPart(parts: readonly Part[], behind: string | undefined, part: Part) {
  return parts.toSpliced(parts.findIndex(({ key }) => key === behind) + 1, 0, part)
}

/** Up (-1) or down (1); the first of them changes places with the post itself. */
export function movePart(composition: Threaded, key: string | undefined, by: -1 | 1) {
  const order = chainOf(composition).map((each) => each.key)
  const from = order.indexOf(key)
  const to = from + by
  if (from < 0 || to < 0 || to >= order.length) return {}
  if (from === 0 || to === 0) return withFirst(composition)
  const moved = composition.parts[from - 1]
  return moved
    ? { parts: composition.parts.toSpliced(from - 1, 1).toSpliced(to - 1, 0, moved) }
    : {}
}

/** The post itself and the part behind it change places: words and files. */
function withFirst(composition: Threaded) {
  const [second, ...rest] = composition.parts
  if (!second) return {}
  const { text } = composition
  const firsts = new Set(filesOfPart(composition, undefined).map((file) => file.key))
  const files = composition.files.map((file): File => {
    const { part, ...own } = file
    if (firsts.has(file.key)) return { ...own, part: second.key }
    return part === second.key ? own : file
  })
  return { text: second.text, parts: [{ key: second.key, text }, ...rest], files }
}

/** Without a part, its files gone with it. */
export function withoutPart({ parts, files }: Pick<Threaded, 'parts' | 'files'>, key: string) {
  return {
    parts: parts.filter((part) => part.key !== key),
    files: files.filter(({ part }) => part !== key),
  }
}

/** What is too long, in the pieces that the service would cut; each file stays with the first piece of its part. */
export function cutInto(
  composition: Threaded,
  texts: readonly { content: string; media_ids: readonly number[] }[],
  newKey: () => string,
) {
  const [first, ...rest] = texts
  if (!first) return {}
  const parts = rest.map(({ content }) => ({ key: newKey(), text: content }))
  const places = new Map(
    rest.flatMap(({ media_ids }, index) => media_ids.map((id) => [id, parts[index]?.key] as const)),
  )
  const files = composition.files.map(({ part, ...file }): File => {
    const now = file.id === undefined ? part : places.get(file.id)
    return now === undefined ? file : { ...file, part: now }
  })
  return { text: first.content, parts, files }
}

/** Keys of parts that were stored: the same whoever opens them. */
export function partsOf(post: Pick<Post, 'thread'>): Part[] {
  return (post.thread ?? []).map(({ content }, index) => ({
    key: `part-${index + 2}`,
    text: content,
  }))
}
