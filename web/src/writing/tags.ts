/** Tags that a workspace used, by what its posts say. Pure. */

const TAG = /(?<![\p{L}\p{N}_&/#])#([\p{L}\p{N}_]+)/gu

interface Said {
  content: string
  first_comment?: string | null | undefined
  platform_content?: readonly { content?: string | null | undefined }[] | null | undefined
  thread?: readonly { content: string }[] | null | undefined
}

/** Those that begin so, without their sign: what most posts use first, and of as many the one that was used last. */
export function tagsIn(posts: readonly Said[], letters: string): string[] {
  const begin = letters.toLocaleLowerCase()
  const used = new Map<string, Map<string, number>>()
  for (const post of posts) {
    const there = new Map(wordsOf(post).map((word) => [word.toLocaleLowerCase(), word]))
    for (const [tag, word] of there) {
      if (!tag.startsWith(begin)) continue
      const spelt = used.get(tag) ?? new Map<string, number>()
      used.set(tag, spelt.set(word, (spelt.get(word) ?? 0) + 1))
    }
  }
  return [...used.values()]
    .map((spelt) => ({
      word: mostOf(spelt),
      posts: [...spelt.values()].reduce((sum, each) => sum + each, 0),
    }))
    .toSorted((a, b) => b.posts - a.posts)
    .map(({ word }) => word)
}

function wordsOf({ content, first_comment, platform_content, thread }: Said): string[] {
  const texts = [
    content,
    first_comment,
    ...(platform_content ?? []).map((each) => each.content),
    ...(thread ?? []).map((each) => each.content),
  ]
  return texts.flatMap((text) => [...(text ?? '').matchAll(TAG)].map(([, word = '']) => word))
}

/** As it is written most. */
function mostOf(spelt: ReadonlyMap<string, number>) {
  const [[word] = ['']] = [...spelt].toSorted(([, a], [, b]) => b - a)
  return word
}
