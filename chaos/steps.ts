/**
 * The systematic experiment: for every way to publish, the worker is stopped at every message that it exchanges with
 * PostgreSQL or the platform between the claim and the end, in each of the three ways, and another one takes over.
 */
import { chance as chanceOf, type Chance } from './chance.ts'
import { gather } from './evidence.ts'
import { type Ending, endings, isRequest, type Point } from './gate.ts'
import type { Way } from './draw.ts'
import { type Lane, openLane } from './lane.ts'
import { factsOf, type PlatformName } from './platforms/index.ts'
import { storyOf } from './table.ts'
import { judge } from './verdict.ts'
import { kindsOfViolation, type Violation } from './violation.ts'

export interface StepsOptions {
  seed: number
  /** So many stops, drawn from all; undefined: every one. */
  stops: number | undefined
  /** Those that fit into so many minutes, drawn from all; undefined: until every one was played. */
  minutes: number | undefined
  /** One of so many parts of all, which together are all: of a night, or of several machines. */
  part: { number: number; of: number } | undefined
  /** Only those whose description begins so: 'x, text, lost at "POST'. A star stands for anything, a bar for or. */
  match: string | undefined
  lanes: number
  platforms: readonly PlatformName[]
  keep: boolean
  say: (line: string) => void
}

/** After so many stops it is told how many were played: all of them take more than an hour. */
const TOLD_EVERY = 250

/** Of so many stops each is worth rehearsing it, where not all are wanted. */
const OF_A_PATH = 2

interface Stop {
  path: Way
  point: Point
  ending: Ending
}

/** Answers whether everything was as it should be. */
export async function steps(options: StepsOptions) {
  const {
    seed,
    stops: wanted,
    minutes = Infinity,
    part = { number: 1, of: 1 },
    match = '',
    lanes,
    keep,
    platforms,
    say,
  } = options
  await using stack = new AsyncDisposableStack()
  const opening = Array.from({ length: lanes }, async () => openLane({ keep, platforms }))
  const opened = (await Promise.all(opening)).map((lane) => stack.use(lane))

  const wishes = match.split('|')
  const all: Stop[] = []
  const chance = chanceOf(seed)
  const enough = Math.ceil((wanted ?? Infinity) / platforms.length / OF_A_PATH)
  const wished = platforms.flatMap((platform) =>
    shuffled(factsOf(platform).paths, chance)
      .map((kind): Way => ({ platform, kind }))
      .filter((path) => wishes.some((wish) => alike(wish, `${nameOf(path)}, `)))
      .slice(0, enough),
  )
  const points = await rehearse(opened, wished)
  for (const path of wished) {
    const passed = points.get(path) ?? []
    say(`${nameOf(path)}: ${passed.length} points`)
    for (const point of passed)
      for (const ending of endings)
        if (isRequest(point) || !ending.startsWith('cut')) all.push({ path, point, ending })
  }
  const fitting = all
    .map((stop) => ({ stop, name: describe(stop) }))
    .filter(({ name }) => wishes.some((wish) => fits(wish, name)))
    // The same parts whatever the seed, as far as each rehearsal passes the same points.
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ stop }) => stop)
    .filter((_, index) => index % part.of === part.number - 1)
  if (!fitting.length) throw new Error('There is no such stop: nothing was tried.')
  const isDrawn = wanted !== undefined || Number.isFinite(minutes)
  const stops = isDrawn ? draw(fitting, wanted ?? fitting.length, chance) : fitting
  const amount = stops.length
  const began = Date.now()
  let played = 0
  const isOver = () => Date.now() - began > minutes * 60_000
  const violations = (await Promise.all(opened.map((lane) => work(lane, stops)))).flat()
  const seconds = Math.round((Date.now() - began) / 1000)

  const which = part.of > 1 ? `, part ${part.number} of ${part.of}` : ''
  say(
    `\nEvery step, seed ${seed}${which}: ${amount - stops.length} stops of ${all.length} in ${seconds} s`,
  )
  for (const kind of kindsOfViolation)
    say(
      `  ${kind.toUpperCase().padEnd(17)} ${violations.filter((each) => each.kind === kind).length}`,
    )
  return violations.length === 0

  async function work(lane: Lane, queue: Stop[]): Promise<Violation[]> {
    const stopped = new Map<number | undefined, string>()
    let missed = 0
    for (let stop = queue.shift(); stop; stop = isOver() ? undefined : queue.shift()) {
      const { post_id, reached } = await lane.publish(stop.path, stop.point, stop.ending)
      stopped.set(post_id, describe(stop, reached))
      if (!reached) missed += 1
      if (++played % TOLD_EVERY === 0) say(`${played} of ${amount} stops played`)
    }
    if (missed) say(`${missed} points were not passed`)
    const evidence = await gather(lane.stage)
    const verdict = judge(lane.ledger, evidence)
    for (const violation of verdict.violations)
      say(
        `\n${stopped.get(violation.post_id) ?? 'rehearsal'}\n${storyOf(violation, evidence, verdict)}`,
      )
    return verdict.violations
  }
}

/** Undisturbed, all lanes at once. */
async function rehearse(lanes: readonly Lane[], paths: readonly Way[]) {
  const points = new Map<Way, Point[]>()
  const queue = [...paths]
  await Promise.all(
    lanes.map(async (lane) => {
      for (let path = queue.shift(); path; path = queue.shift())
        points.set(path, await lane.rehearse(path))
    }),
  )
  return points
}

const nameOf = ({ platform, kind }: Way) => `${platform}, ${kind}`

function describe({ path, point, ending }: Stop, reached = true) {
  const where = `${nameOf(path)}, ${ending} at "${point.label}" no. ${point.occurrence}`
  return reached ? where : `${where} (not passed)`
}

/** By turns of every platform. */
function draw(all: readonly Stop[], wanted: number, chance: Chance) {
  const groups = Map.groupBy(shuffled(all, chance), ({ path }) => path.platform)
  return [...groups.values()]
    .flatMap((stops) => stops.map((stop, turn) => ({ stop, turn })))
    .sort((a, b) => a.turn - b.turn)
    .slice(0, wanted)
    .map(({ stop }) => stop)
}

function shuffled<Item>(items: readonly Item[], chance: Chance) {
  return items
    .map((item) => ({ item, turn: chance.next() }))
    .sort((a, b) => a.turn - b.turn)
    .map(({ item }) => item)
}

/** Whether one begins with the other. */
function alike(one: string, other: string) {
  return one.startsWith(other) || other.startsWith(one)
}

function fits(wish: string, description: string) {
  const [first = '', ...others] = wish.split('*')
  let at = first.length
  if (!description.startsWith(first)) return false
  return others.every((part) => {
    const found = description.indexOf(part, at)
    at = found + part.length
    return found >= 0
  })
}
