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
import { judge, kindsOfViolation, type Violation } from './verdict.ts'

export interface StepsOptions {
  seed: number
  /** So many stops, drawn from all; undefined: every one. */
  stops: number | undefined
  /** Only those whose description begins so: 'x, text, lost at "POST'. A star stands for anything, a bar for or. */
  match: string | undefined
  lanes: number
  platforms: readonly PlatformName[]
  keep: boolean
  say: (line: string) => void
}

/** Of so many stops each is worth rehearsing it, where not all are wanted. */
const OF_A_PATH = 2

interface Stop {
  path: Way
  point: Point
  ending: Ending
}

/** Answers whether everything was as it should be. */
export async function steps(options: StepsOptions) {
  const { seed, stops: wanted, match = '', lanes, keep, platforms, say } = options
  await using stack = new AsyncDisposableStack()
  const opened: Lane[] = []
  for (let lane = 0; lane < lanes; lane++)
    opened.push(stack.use(await openLane({ keep, platforms })))
  const [first] = opened
  if (!first) throw new Error('At least one lane is needed.')

  const wishes = match.split('|')
  const all: Stop[] = []
  const chance = chanceOf(seed)
  const enough = Math.ceil((wanted ?? Infinity) / platforms.length / OF_A_PATH)
  const paths = platforms.flatMap((platform) =>
    shuffled(factsOf(platform).paths, chance)
      .slice(0, enough)
      .map((kind): Way => ({ platform, kind })),
  )
  for (const path of paths) {
    if (!wishes.some((wish) => alike(wish, `${path.platform}, ${path.kind}, `))) continue
    const points = await first.rehearse(path)
    say(`${path.platform}, ${path.kind}: ${points.length} points`)
    for (const point of points)
      for (const ending of endings)
        if (isRequest(point) || !ending.startsWith('cut')) all.push({ path, point, ending })
  }
  const fitting = all.filter((stop) => wishes.some((wish) => fits(wish, describe(stop))))
  const stops = wanted === undefined ? fitting : draw(fitting, wanted, chance)
  const amount = stops.length
  const began = Date.now()
  const violations = (await Promise.all(opened.map((lane) => work(lane, stops)))).flat()
  const seconds = Math.round((Date.now() - began) / 1000)

  say(`\nEvery step, seed ${seed}: ${amount} stops of ${all.length} in ${seconds} s`)
  for (const kind of kindsOfViolation)
    say(
      `  ${kind.toUpperCase().padEnd(17)} ${violations.filter((each) => each.kind === kind).length}`,
    )
  return violations.length === 0

  async function work(lane: Lane, queue: Stop[]): Promise<Violation[]> {
    const stopped = new Map<string, string>()
    let missed = 0
    for (let stop = queue.shift(); stop; stop = queue.shift()) {
      const { marker, reached } = await lane.publish(stop.path, stop.point, stop.ending)
      stopped.set(marker, describe(stop, reached))
      if (!reached) missed += 1
    }
    if (missed) say(`${missed} points were not passed`)
    const evidence = await gather(lane.stage)
    const verdict = judge(lane.ledger, evidence)
    for (const violation of verdict.violations)
      say(
        `\n${stopped.get(violation.marker) ?? 'rehearsal'}\n${storyOf(violation, evidence, verdict)}`,
      )
    return verdict.violations
  }
}

function describe({ path, point, ending }: Stop, reached = true) {
  const where = `${path.platform}, ${path.kind}, ${ending} at "${point.label}" no. ${point.occurrence}`
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
