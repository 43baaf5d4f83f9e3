/** One world by its seed: a strange platform, strangers on the account, and one to three steps of ours among them. */
import type { Plan } from './engine-evidence.ts'
import { type Course, run } from './engine-loop.ts'
import {
  ALL,
  type Assumptions,
  type Nature,
  natureOf,
  type Post,
  strangePlatform,
  type Writing,
} from './strange-platform.ts'
import { type Chance, chanceOf, POOL, type Said } from './strange-texts.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const NOON = Date.UTC(2026, 10, 22, 12)

export interface World extends Course {
  seed: number
  nature: Nature
  posts: readonly Post[]
}

export interface Wanted {
  assume?: Partial<Assumptions>
  /** What the platform is like in any case. */
  nature?: Partial<Nature>
  /** Every post has media. */
  media?: true
  /** A twin of the first step is sent while the first is looked for the last time. */
  meeting?: true
  /** The account posts something else within the next hour or so. */
  company?: true
}

/**
 * Plays one world to its end. In every other one in which the platform comes for our files, somebody else shows a picture with our
 * words while ours is on its way, for which nobody may have come yet.
 */
export function play(
  seed: number,
  { assume: some = {}, nature: like = {}, media, meeting, company }: Wanted = {},
): World {
  const chance = chanceOf(seed)
  const assume = { ...ALL, ...some }
  const nature = { ...natureOf(chance), ...like }
  const platform = strangePlatform(chance, nature, assume)
  // What is drawn beside the world leaves other worlds as they are.
  const aside = chanceOf(~seed)
  const echo = nature.fetches !== null && aside.odds(0.5)
  const said = Array.from({ length: chance.whole(1, 3) }, () => chance.pick(POOL))
  const role = chance.odds(0.15) ? ('comment' as const) : ('post' as const)
  const plans = said.map((one, index) => {
    const plan = planOf(chance, one, { name: `ours-${index}`, role })
    return media || echo ? { ...plan, media: [`file-${plan.name}`] } : plan
  })
  const [first] = plans
  if (echo && first) {
    const { text, parent, topic, app, starts_at } = first
    const same = { text, role, parent, topic, app, author: 'us', media: ['file-echo'] } as const
    const at = starts_at + aside.whole(0, 120) * SECOND
    platform.publish({ ...same, by: 'stranger-echo' }, at)
  }
  if (meeting && first) {
    const starts_at = first.starts_at + nature.settle + chance.whole(20, 100) * SECOND
    const uploads = first.media.map(() => 'file-ours-late')
    plans.push({ ...first, name: 'ours-late', media: uploads, starts_at, races: true })
  }
  if (company && first) {
    const text = 'Our baker is on holiday until the second week of next month'
    const starts_at = first.starts_at + chance.whole(20, 80) * MINUTE
    plans.push({ ...first, name: 'ours-besides', text, media: [], starts_at, races: true })
  }
  for (let number = chance.whole(0, 4); number > 0; number--) {
    const writing = strangerOf(chance, said, { by: `stranger-${number}`, role, assume })
    platform.publish(writing, NOON + chance.whole(-60, 30) * MINUTE + chance.whole(0, 60) * SECOND)
  }
  return { seed, nature, posts: platform.posts, ...run({ platform, plans, chance, assume }) }
}

function planOf(
  chance: Chance,
  { text }: Said,
  { name, role }: { name: string; role: Plan['role'] },
): Plan {
  const app = chance.pick(['Crier', 'Crier', 'Old'])
  return {
    name,
    text,
    media: text === '' || chance.odds(0.3) ? [`file-${name}`] : [],
    role,
    parent: role === 'comment' ? 'p1' : null,
    topic: chance.pick([null, null, 'offer']),
    app,
    later_app: chance.odds(0.1) ? 'New' : app,
    starts_at: NOON + chance.whole(0, 10) * chance.pick([SECOND, MINUTE, HOUR / 2]),
    error: chance.pick([5, 8, 600]) * SECOND,
    policy: chance.odds(0.9) ? 'look_then_send' : 'ask',
    deleted_at: chance.odds(0.1) ? NOON + chance.whole(0, 60) * MINUTE : null,
    races: chance.odds(0.3),
  }
}

/** Somebody else on the account: a person, another app, another Crier; or somebody else’s post that the list shows too. */
function strangerOf(
  chance: Chance,
  ours: readonly Said[],
  { by, role, assume }: { by: string; role: Plan['role']; assume: Assumptions },
): Writing {
  const drawn = chance.pick([...POOL, ...ours])
  const texts = new Set(
    ours.filter(({ skeleton }) => skeleton === drawn.skeleton).map(({ text }) => text),
  )
  const [only] = texts
  // What differs from ours by an address alone is ours, to whom addresses are hidden.
  const text =
    !assume.told_truly || texts.size === 0 ? drawn.text : texts.size === 1 ? (only ?? '') : ''
  const other = chance.pick(['post', 'reply', 'comment', 'repost', 'story'] as const)
  const kind = chance.odds(0.8) ? role : other
  return {
    by,
    text,
    media: chance.odds(0.4) ? [`file-${by}`] : [],
    app: chance.pick([null, 'Crier', 'Other']),
    author: chance.odds(0.85) ? 'us' : 'other',
    role: kind,
    parent: kind === 'comment' ? chance.pick(['p1', 'p2']) : null,
    topic: chance.pick([null, null, 'offer']),
  }
}
