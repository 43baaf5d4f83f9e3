/** What other people and other apps post beside a post of ours, drawn by seed: most of all what could be taken for it. */
import type { Appearance } from './emulator.ts'
import { chanceOf, seedOf, type Chance } from './oddities.ts'

const own = [
  'Closed today, see you tomorrow',
  'New on the blog: https://blog.example/posts/',
  'Thank you!',
]

/** From a small pool, so that two of them meet: as ours, with another link, with other words, without any. */
const kinds: readonly ((text: string, chance: Chance) => string)[] = [
  (text) => text,
  (text, chance) =>
    text.replace(/https?:\/\/\S+/g, () => `https://other.example/${Math.floor(chance() * 9)}`),
  (_text, chance) => own[Math.floor(chance() * own.length)] ?? '',
  () => '',
]

/** One or two; `id` is that of the post beside which they appear. The first four seeds are one kind each. */
export function drawOthers(text: string, seed: number, id: string): Omit<Appearance, 'account'>[] {
  const chance = chanceOf(seedOf(seed, id))
  const first = kinds[seed] ?? kinds[Math.floor(chance() * kinds.length)]
  const second = chance() < 0.3 ? kinds[Math.floor(chance() * kinds.length)] : undefined
  return [first, seed < kinds.length ? undefined : second].flatMap((kind) =>
    kind
      ? [
          {
            text: kind(text, chance),
            by: chance() < 0.7 ? ('other_app' as const) : ('other_person' as const),
          },
        ]
      : [],
  )
}
