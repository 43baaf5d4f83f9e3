/** The random experiment: thousands of deliveries, and at random moments everything that can go wrong. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { callAround } from './callers.ts'
import { chance as chanceOf } from './chance.ts'
import { startCrew } from './crew.ts'
import { drawEntries, type Load } from './draw.ts'
import { gather } from './evidence.ts'
import { armFaults } from './faults.ts'
import { openLedger } from './ledger.ts'
import { helpUntil, person } from './person.ts'
import type { PlatformName } from './platforms/index.ts'
import { seedPosts, seedWorkspaces } from './seed.ts'
import { lookAgain, settle, skipTimeUntil } from './settling.ts'
import { openStage } from './stage.ts'
import { estrange, PER_DELIVERY } from './strangers.ts'
import type { Run } from './table.ts'
import { makeTrouble } from './troubles.ts'
import { judge, mistaken } from './verdict.ts'
import { questionsIn } from './why.ts'

export interface RandomOptions {
  deliveries: number
  workers: number
  seed: number
  seconds: number
  workspaces: number
  platforms: readonly PlatformName[]
  /** Kills in relation to a full run's; faults follow the deliveries. */
  rate: number
  keep: boolean
  say: (line: string) => void
  /** Called when all faults are over: from then on there is little to do but to wait. */
  cleared: () => void
}

const LEASE = 2_500
const PACE = 30
/** Faults armed for each delivery; some find nobody. */
const FAULTS = 0.16
/** Deliveries that come in through REST while it goes on, and changes on those that are there. */
const CREATED = 0.12
const CHANGED = 0.13
/** Nothing settles for so long: then it never will. Longer than any time-out or right that a dead worker leaves behind. */
const SETTLING = 210_000
/** Two looks at what was known by its words alone; a worker begins one in 15 seconds. */
const LOOKING = 90_000
/** The longest a platform holds on to a request. */
const LATE = LEASE * 1.5

export async function random(options: RandomOptions): Promise<Run> {
  const { deliveries, workers, seconds, rate, say, platforms, keep } = options
  const chance = chanceOf(options.seed)
  await using stage = await openStage({ lease: LEASE, pace: PACE, keep, platforms })
  if (keep) say(`logs in ${stage.logs}`)
  for (const platform of platforms)
    await estrange(stage.sandbox, platform, chance.of(`${platform} itself`))
  const workspaces = await seedWorkspaces(stage, options.workspaces)
  const accounts = workspaces.flatMap((workspace) => workspace.accounts)
  await using crew = await startCrew({ workers, settings: stage.settings, logs: stage.logs })
  await crew.whole()

  const began = Date.now()
  const until = began + seconds * 1000
  const window = { from: new Date(began + 2_000), until: new Date(until - seconds * 100) }
  const ledger = openLedger()
  const load: Load = new Map()
  const draw = (share: number, first: number) => {
    const wanted = { deliveries: Math.round(deliveries * share), first, ...window }
    return drawEntries(workspaces, chance.of(`posts from ${first}`), wanted, load)
  }
  ledger.entries = draw(1 - CREATED, 1)
  const creations = draw(CREATED, ledger.entries.length + 1)
  await seedPosts(stage.deps, ledger.entries)
  say(
    `${ledger.entries.length} posts are waiting, ${creations.length} more will come; ${seconds} s of trouble begin`,
  )

  const helper = person(stage, workspaces, ledger, chance.of('person'))
  const over = new AbortController()
  const helping = [helpUntil(helper, over.signal), skipTimeUntil(stage, over.signal)]
  const changes = Math.round(deliveries * CHANGED)
  const [troubles, armed] = await Promise.all([
    makeTrouble({ crew, postgres: stage.postgres, lease: LEASE }, chance.of('troubles'), {
      seconds,
      rate,
    }),
    armFaults(stage.sandbox, accounts, chance.of('faults'), {
      until,
      wanted: deliveries * FAULTS,
      strange: deliveries * PER_DELIVERY,
      lease: LEASE,
    }),
    callAround(stage, ledger, chance.of('callers'), { until, creations, changes }),
  ])
  over.abort()
  await Promise.all(helping)
  await stage.sandbox.clear()
  const running = Math.round((Date.now() - began) / 1000)
  say(`all faults are cleared after ${running} s; settling`)

  options.cleared()
  const cleared = Date.now()
  await crew.whole()
  const left = await settle(stage, helper, { patience: SETTLING })
  if (left) say(`${left} deliveries are still under way`)
  // A request that a platform held on to may outlive the worker that sent it.
  await sleep(LATE)
  const settling = Math.round((Date.now() - cleared) / 1000)

  const played = await stage.sandbox.played()
  let evidence = await gather(stage)
  let verdict = judge(ledger, evidence)
  const guessed = mistaken(verdict, ledger, evidence)
  if (guessed.length > 0) {
    say(
      `${guessed.length} are known by the words of somebody else's post; they are looked at again`,
    )
    await lookAgain(stage, guessed, { patience: LOOKING })
    evidence = await gather(stage)
    verdict = judge(ledger, evidence)
  }
  if (keep) await writeFile(join(stage.folder, 'evidence.json'), JSON.stringify(evidence))
  const title = `Random faults, seed ${options.seed}, ${workers} workers`
  return {
    title,
    lease: LEASE,
    troubles,
    armed,
    played,
    ledger,
    person: helper,
    crew,
    evidence,
    verdict,
    ...(keep && { questions: await questionsIn(stage.logs) }),
    seconds: { running, settling },
  }
}
