/** What looks showed, as it is kept with a delivery between attempts, and read again for the judge. */
import { z } from 'zod'
import type { Looked, Ours, Shown } from '#platforms/evidence.ts'
import { codes } from '#platforms/kit/codes.ts'
import type { Candidate } from '#rules/delivery.ts'
import type { Clock, Entry } from '#rules/progress.ts'
import type { Seen } from './evidence.ts'
import { beginsOurs, gradeOf, seenOf } from './sights.ts'
import type { Grade } from './words.ts'

const Ids = z.tuple([z.string()], z.string())
const Known = z.discriminatedUnion('is', [
  z.object({ is: z.literal('landed'), ids: z.array(z.string()), url: z.string().nullable() }),
  z.object({ is: z.literal('open') }),
  z.object({ is: z.literal('working'), again: z.number() }),
  z.object({
    is: z.literal('dead'),
    code: z.enum([...codes, 'unused']).catch('refused'),
    words: z.string(),
  }),
  z.object({ is: z.literal('unknown') }),
])

/** An entry that may matter, with the beginning of its words for a person to know it by. */
const KeptSeen = z.object({
  ids: Ids,
  at: z.number().nullable(),
  url: z.string().nullable(),
  author: z.enum(['us', 'other']).optional(),
  app: z.string().nullable().optional(),
  role: z.enum(['post', 'reply', 'comment', 'repost', 'story', 'other']),
  parent: z.string().nullable(),
  words: z.enum(['same', 'alike', 'maybe', 'other']),
  begins: z.boolean().optional(),
  media: z
    .union([z.literal('none'), z.object({ ids: z.array(z.string()), in_full: z.boolean() })])
    .optional(),
  key: z.union([z.boolean(), z.literal('size')]),
  contradicts: z.string().nullable(),
  by_number: z.boolean().optional(),
  shown: z.object({
    text: z.string(),
    links: z
      .array(z.object({ as: z.string().nullable(), address: z.string().nullable() }))
      .optional(),
    mentions: z.array(z.object({ as: z.string(), of: z.array(z.string()).optional() })).optional(),
  }),
})

const KeptLook = z.object({
  /** Ours. */
  at: z.iso.datetime(),
  clock: z.object({ offset: z.number(), round_trip: z.number() }).nullable(),
  known: Known.nullable(),
  seen: z.array(KeptSeen),
  reach: z.enum(['past_window', 'end_told', 'part', 'no_list']),
  canary: z.boolean().nullable(),
  /** What the platform calls our app, as it stands beside posts of ours. */
  app: z.string().optional(),
  /** More was shown than is kept. */
  cut: z.boolean().optional(),
  /** The original of a refused twin was asked for again: whether it is there. */
  there: z.boolean().optional(),
})
export type KeptLook = z.infer<typeof KeptLook>

/** So much of an entry's words is shown to a person. */
const SHOWN = 200
/** No platform takes longer texts. */
const LONGEST = 70_000
/** Of one look; the newest, which the time of a lost call is nearest to. */
const MOST = 200
/** So many are kept apart; what the older ones showed is kept with the first. */
const MOST_LOOKS = 24

export function looksOf({ looked = [] }: Entry): KeptLook[] {
  return looked.flatMap((look) => readLook(look) ?? [])
}

/** Each is read by several questions of one attempt, and never changed. */
const read = new WeakMap<object, KeptLook>()

function readLook(look: unknown): KeptLook | undefined {
  const known = typeof look === 'object' && look !== null ? read.get(look) : undefined
  if (known) return known
  const { data } = KeptLook.safeParse(look)
  if (data && typeof look === 'object' && look !== null) read.set(look, data)
  return data
}

interface Taken {
  at: Date
  clock: Clock | null
  receipts: ReadonlySet<string>
  /** A second call was lost: then it matters what it is that tells entries apart. */
  twice: boolean
}

/**
 * What is kept of it. After a first call entries of quite other words, which nothing else ties to us, never matter again; after
 * a second one their beginning is kept.
 */
export function keptLook(
  looked: Looked,
  ours: Ours,
  { at, clock, receipts, twice }: Taken,
): KeptLook {
  const { own = [] } = looked
  const known = own.filter((one) => !looked.seen.some(({ ids }) => ids[0] === one.ids[0]))
  const sights = [...known, ...looked.seen]
  const seen = seenOf(sights, ours).map((one, index) => ({
    ...one,
    ...(index < known.length && { by_number: true }),
    shown: shownOf(sights[index]?.shown),
  }))
  const mattering = seen.filter((one) => matters(one, ours, receipts))
  const strange = twice ? seen.filter((one) => !mattering.includes(one)) : []
  const apps = new Set(own.flatMap(({ app }) => app ?? []))
  const [app, ...others] = apps
  return {
    at: at.toISOString(),
    clock,
    known: looked.known,
    seen: [...mattering.slice(0, MOST), ...strange.slice(0, MOST).map(inShort)],
    reach: looked.reach,
    canary: null,
    ...(Math.max(mattering.length, strange.length) > MOST && { cut: true }),
    // Of two names either may be an app's that was in use before.
    ...(app !== undefined && others.length === 0 && { app }),
  }
}

/** As the connector reported it: another step may ask how its own words fit. */
function shownOf(shown: Shown = { text: '' }): KeptLook['seen'][number]['shown'] {
  const { text, links, mentions } = shown
  return {
    text: text.slice(0, LONGEST),
    ...(links && { links: [...links] }),
    ...(mentions && {
      mentions: mentions.map(({ as, of }) => ({ as, ...(of && { of: [...of] }) })),
    }),
  }
}

function inShort({ shown, ...one }: KeptLook['seen'][number]) {
  return { ...one, shown: { text: shown.text.slice(0, SHOWN) } }
}

/** The same looks, as another step of the account would have read them. Each of them shows the same entries: those are graded once. */
export function regraded(looks: readonly KeptLook[], ours: Ours): KeptLook[] {
  const grades = new Map<string, Grade>()
  const grade = (one: KeptLook['seen'][number]) => {
    const { shown, role, parent, author } = one
    const same = JSON.stringify([shown, role, parent, author])
    const known = grades.get(same) ?? gradeOf(one, ours)
    grades.set(same, known)
    return known
  }
  return looks.map((look) => ({
    ...look,
    seen: look.seen.map((one) => {
      const words = grade(one)
      const begins = beginsOurs(words, one.shown, ours)
      return { ...one, words, begins, key: false, contradicts: null }
    }),
  }))
}

function matters({ words, key, media, ids }: Seen, ours: Ours, receipts: ReadonlySet<string>) {
  const own =
    media !== undefined && media !== 'none' && media.ids.some((id) => ours.media.includes(id))
  return words !== 'other' || key !== false || own || ids.some((id) => receipts.has(id))
}

export function addLook(entry: Entry, look: KeptLook) {
  const all = [...(entry.looked ?? []), look]
  if (all.length <= MOST_LOOKS) {
    entry.looked = all
    return
  }
  const [first, second, ...rest] = looksOf({ looked: all })
  const merged = first && second && { ...first, seen: [...first.seen, ...second.seen] }
  entry.looked = merged ? [merged, ...rest] : rest
}

export function candidatesFor(
  seen: readonly Seen[],
  looks: readonly KeptLook[],
  offset: number,
): Candidate[] {
  const all = looks.flatMap((look) => look.seen)
  return seen.map(({ ids, url, at }) => ({
    id: ids[0],
    url,
    text: (all.find((one) => one.ids.includes(ids[0]))?.shown.text ?? '').slice(0, SHOWN),
    at: at === null ? null : new Date(at - offset).toISOString(),
  }))
}
