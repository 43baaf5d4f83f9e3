/**
 * A platform that behaves like a stranger, drawn from a seed, with the truth about every post beside what it shows. For property
 * tests and emulators alike: it imports nothing of the service. All times are milliseconds on the platform's clock.
 */
import type { Code } from '#platforms/kit/codes.ts'
import { type Chance, type Manner, mannerOf, render, type Rendered } from './strange-texts.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** What a proof rests on; one that is off may fail. */
export interface Assumptions {
  /** What landed is shown within the settling time after its call. */
  shown: boolean
  /** Media numbers that are shown are true, and nobody else says what differs from ours by a hidden address alone. */
  told_truly: boolean
  /** Nothing lands after the settling time. */
  lands_soon: boolean
  /** Nothing leaves after it was given up. */
  leaves_in_time: boolean
  /** Nobody deletes a post before a look has shown it. */
  left_alone: boolean
}

export const ALL: Assumptions = {
  shown: true,
  told_truly: true,
  lands_soon: true,
  leaves_in_time: true,
  left_alone: true,
}

/** What one platform is like. */
export interface Nature {
  /** 'record': a key chosen by us; 'container': made before, published once, and it says what became of it. */
  key: 'none' | 'record' | 'container'
  names_landed: boolean
  /** A container may be worked on for hours, and may be refused after its call; it says so. */
  slow: boolean
  /** How often it cannot say what became of a key. */
  forgets: number
  media_numbers: boolean
  file_sizes: boolean
  apps: boolean
  authors: boolean
  twins: 'none' | 'text' | 'all'
  names_original: boolean
  remembers: number
  list: boolean
  says_zero: boolean
  /** It comes for our files, under an address that lasts so long. Null: bytes are sent to it. */
  fetches: number | null
  times: 'exact' | 'seconds' | 'missing'
  settle: number
  /** How often an entry is left out of a list while it is new; a list is cut, or empty without a word. */
  flickers: number
  cuts: number
  empties: number
  media_late: boolean
  /** From then on the list as a whole shows what it showed at that moment. Null: it moves on. */
  stands_still: number | null
  /** How often a call arrives, what arrived is refused, and the answer to what landed is heard. */
  arrives: number
  refuses: number
  hears: number
  manner: Manner
}

export function natureOf(chance: Chance): Nature {
  return {
    key: chance.pick(['none', 'none', 'record', 'container']),
    names_landed: chance.odds(0.5),
    slow: chance.odds(0.3),
    forgets: chance.pick([0, 0, 0.3]),
    media_numbers: chance.odds(0.5),
    file_sizes: chance.odds(0.1),
    apps: chance.odds(0.3),
    authors: chance.odds(0.5),
    twins: chance.pick(['none', 'none', 'text', 'all']),
    names_original: chance.odds(0.5),
    remembers: chance.whole(24, 48) * HOUR,
    list: chance.odds(0.85),
    says_zero: chance.odds(0.5),
    fetches: chance.odds(0.15) ? chance.whole(2, 90) * MINUTE : null,
    times: chance.pick(['exact', 'exact', 'seconds', 'missing']),
    settle: chance.pick([5 * MINUTE, 10 * MINUTE]),
    flickers: chance.pick([0, 0.2]),
    cuts: chance.pick([0, 0, 0.2]),
    empties: chance.pick([0, 0, 0.2]),
    media_late: chance.odds(0.3),
    stands_still: null,
    arrives: 0.7,
    refuses: 0.1,
    hears: 0.3,
    manner: mannerOf(chance),
  }
}

/** What somebody publishes. */
export interface Writing {
  /** Who did it in truth: a step of ours and its call, or a stranger. It is on the wire, and never shown. */
  by: string
  text: string
  media: readonly string[]
  app: string | null
  author: 'us' | 'other'
  role: 'post' | 'reply' | 'comment' | 'repost' | 'story' | 'other'
  parent: string | null
  topic: string | null
}

/** The truth about one post. */
export interface Post extends Writing {
  ids: [string, ...string[]]
  /** From then on the platform refuses its twins. */
  known_from: number
  at: number
  shown_from: number
  /** Until then it may flicker in lists. */
  settles_at: number
  media_from: number
  deleted_at: number | null
  key: string | null
}

export interface Call extends Writing {
  /** The container or record; null: the platform has none. */
  key: string | null
  leaves_at: number
  /** When its caller gives it up. */
  ends_at: number
}

interface Arrival {
  key: string | null
  known_from: number
  ends_at: number
}

export type Answer =
  | { is: 'ok'; ids: [string, ...string[]] }
  | { is: 'refused' }
  | { is: 'twin'; original: string | null }
  | { is: 'lost'; how: 'silence' | 'server_error' | 'page' }

/** What became of a call, in truth. */
export interface Fate {
  post: Post | undefined
  answer: Answer
}

export type KeyState =
  | { is: 'landed'; ids: string[]; url: string | null }
  | { is: 'open' }
  | { is: 'working'; again: number }
  | { is: 'dead'; code: Code | 'unused'; words: string }
  | { is: 'unknown' }

/** One entry of a list, as the platform shows it. */
export interface Shown {
  ids: [string, ...string[]]
  at: number | null
  author: Writing['author'] | undefined
  app: string | null | undefined
  role: Writing['role']
  parent: string | null
  rendered: Rendered
  media: { ids: string[]; in_full: boolean } | 'none' | undefined
  record: string | null
  size_of: string | null
  topic: string | null
}

export interface Page {
  entries: Shown[]
  reach: 'past_window' | 'end_told' | 'part' | 'no_list'
}

export type StrangePlatform = ReturnType<typeof strangePlatform>

export function strangePlatform(chance: Chance, nature: Nature, assume: Assumptions) {
  const posts: Post[] = []
  /** The first call of each container that arrived, by key. */
  const used = new Map<string, Fate>()
  const fetched = new Map<string, number>()
  /** Containers that are worked on for long. */
  const slow = new Set<string>()

  function publish(writing: Writing, at: number, { key, known_from, ends_at }: Arrival): Post {
    const latest = Math.max(at, ends_at + nature.settle)
    const number = `${writing.by}#${posts.length}`
    const post: Post = {
      ...writing,
      ids: chance.odds(0.2) ? [number, `alias-${number}`] : [number],
      known_from,
      at,
      shown_from: assume.shown
        ? chance.pick([at, at, chance.whole(at, latest)])
        : chance.pick([at, chance.whole(at, latest + HOUR), Number.MAX_VALUE]),
      settles_at: assume.shown ? latest : latest + HOUR,
      media_from: nature.media_late ? chance.whole(at, at + 20 * MINUTE) : at,
      deleted_at: null,
      key,
    }
    posts.push(post)
    return post
  }

  /** An equal post that it still knows, deleted or not. It shows none of a wordless one. */
  function twinOf(writing: Writing, at: number) {
    const counts = nature.twins === 'all' || (nature.twins === 'text' && writing.media.length === 0)
    if (!counts || writing.text === '' || writing.role !== 'post') return undefined
    return posts.find(
      (post) =>
        post.text === writing.text &&
        post.author === 'us' &&
        post.role === 'post' &&
        (nature.twins === 'all' || post.media.length === 0) &&
        post.known_from <= at &&
        at - post.at < nature.remembers,
    )
  }

  return {
    nature,
    posts,

    /** A stranger, who is not lost track of. */
    publish: (writing: Writing, at: number) =>
      publish(writing, at, { key: null, known_from: at, ends_at: at }),

    /** One call of ours. What is done is done at once, in the past of every look that follows. */
    call(call: Call): Fate {
      const how = chance.pick(['silence', 'silence', 'server_error', 'page'] as const)
      const lost: Answer = { is: 'lost', how }
      const before = call.key === null ? undefined : used.get(call.key)
      if (before) {
        // The container was published, or is about to be: it is not published again.
        const { post } = before
        const told = post && post.at <= call.leaves_at && chance.odds(0.5)
        return { post, answer: told ? { is: 'ok', ids: post.ids } : lost }
      }
      const arrives = chance.odds(how === 'page' ? nature.arrives / 3 : nature.arrives)
      if (!arrives) return { post: undefined, answer: lost }
      if (nature.fetches !== null) fetched.set(call.by, call.leaves_at)
      const twin = twinOf(call, call.leaves_at)
      if (twin) {
        const original = nature.names_original ? twin.ids[0] : null
        return { post: undefined, answer: chance.odds(0.8) ? { is: 'twin', original } : lost }
      }
      if (chance.odds(nature.refuses)) {
        const answer: Answer = chance.odds(0.5) ? { is: 'refused' } : lost
        const fate: Fate = { post: undefined, answer }
        if (call.key !== null && nature.key === 'container') used.set(call.key, fate)
        return fate
      }
      const works = nature.key === 'container' && nature.slow && call.key !== null
      if (works && chance.odds(0.4)) {
        const at = call.ends_at + chance.whole(1, 180) * MINUTE
        const fate: Fate = {
          post: publish(call, at, { key: call.key, known_from: call.leaves_at, ends_at: at }),
          answer: lost,
        }
        used.set(call.key ?? '', fate)
        slow.add(call.key ?? '')
        return fate
      }
      const latest = assume.lands_soon ? call.ends_at + nature.settle : call.ends_at + 2 * HOUR
      const at = chance.odds(0.8)
        ? call.leaves_at + chance.whole(0, 2 * SECOND)
        : chance.whole(call.leaves_at, Math.max(call.leaves_at, latest))
      const post = publish(call, at, { ...call, known_from: call.leaves_at })
      const fate: Fate = {
        post,
        answer:
          post.at <= call.ends_at && chance.odds(nature.hears) ? { is: 'ok', ids: post.ids } : lost,
      }
      if (call.key !== null) used.set(call.key, fate)
      return fate
    },

    fetched(by: string, called: number, now: number): boolean | 'expired' | undefined {
      if (nature.fetches === null) return undefined
      const at = fetched.get(by)
      if (at !== undefined && at <= now) return true
      return now >= called + nature.fetches ? 'expired' : false
    },

    /** What it says of a key. */
    keyState(key: string | null, made: number, now: number): KeyState | null {
      if (key === null || nature.key === 'none') return null
      if (!slow.has(key) && chance.odds(nature.forgets)) return { is: 'unknown' }
      const fate = used.get(key)
      if (fate && !fate.post) return { is: 'dead', code: 'media_dimensions', words: 'ERROR' }
      if (!fate?.post) {
        const expired = nature.key === 'container' && now > made + 24 * HOUR
        return expired ? { is: 'dead', code: 'unused', words: 'EXPIRED' } : { is: 'open' }
      }
      if (fate.post.at > now) {
        return slow.has(key) || (nature.key === 'container' && chance.odds(0.5))
          ? { is: 'working', again: now + (slow.has(key) ? 20 * MINUTE : 30 * SECOND) }
          : { is: 'open' }
      }
      return { is: 'landed', ids: nature.names_landed ? [fate.post.ids[0]] : [], url: null }
    },

    /** One look at the account. */
    list(now: number): Page {
      if (!nature.list) return { entries: [], reach: 'no_list' }
      if (chance.odds(nature.empties)) return { entries: [], reach: 'part' }
      const newest = Math.min(now, nature.stands_still ?? now)
      const shown = posts
        .filter((post) => post.shown_from <= newest && (post.deleted_at ?? Number.MAX_VALUE) > now)
        .filter((post) => now >= post.settles_at || !chance.odds(nature.flickers))
      const entries = shown.map((post) => show(post, now))
      if (chance.odds(nature.cuts)) {
        const some = entries.filter(() => chance.odds(0.5))
        return { entries: some, reach: 'part' }
      }
      const shuffled = chance.odds(0.3) ? entries.toReversed() : entries
      if (shuffled.length === 0 && !nature.says_zero) return { entries: [], reach: 'part' }
      return { entries: shuffled, reach: chance.pick(['past_window', 'end_told']) }
    },

    /** Whether a post of that number can be read; who forgets keys says now and then that there is none. */
    canRead(id: string, now: number) {
      if (nature.forgets > 0 && chance.odds(nature.forgets)) return false
      return posts.some(
        (post) =>
          post.ids[0] === id && post.at <= now && (post.deleted_at ?? Number.MAX_VALUE) > now,
      )
    },

    timeOf(id: string) {
      return posts.find((post) => post.ids[0] === id)?.at ?? null
    },
  }

  function show(post: Post, now: number): Shown {
    const times = { exact: post.at, seconds: Math.floor(post.at / SECOND) * SECOND, missing: null }
    const late = post.media.length > 0 && now < post.media_from
    const media =
      assume.told_truly || chance.odds(0.5) ? post.media : post.media.map((id) => `not-${id}`)
    const size = nature.file_sizes ? (post.media[0] ?? null) : null
    return {
      ids: chance.odds(0.3) ? [post.ids[0]] : [...post.ids],
      at: times[nature.times],
      author: nature.authors ? post.author : undefined,
      app: nature.apps ? post.app : undefined,
      role: post.role,
      parent: post.parent,
      rendered: render(post.text, nature.manner, chance),
      media: mediaOf(media, late),
      record: nature.key === 'record' ? post.key : null,
      size_of: size,
      topic: post.topic,
    }
  }

  function mediaOf(media: readonly string[], late: boolean): Shown['media'] {
    if (!nature.media_numbers || late) return undefined
    if (media.length === 0) return 'none'
    return { ids: [...media], in_full: true }
  }
}
