/**
 * `npm run bench [names] [--check]`: requests, guard, limits, lateness, herd, engine, fairness, workers, start, probe, neighbours, uploads, library,
 * calendar, analytics, publish, house, sign-in, mcp, mcp-cost, bundle, events, batch, create-cost; and by name only event-cost, upload-cost, memory-cost, slow-workers, analytics-of-posts, backup, upgrade, million, ten-million, lists-of-a-million, soak, first-content and web. Times are
 * ratios measured side by side in one run wherever there is something to stand beside; the rest says on which machine it
 * was taken.
 */
import { availableParallelism, cpus } from 'node:os'
import { analytics, analyticsOfPosts } from './analytics.ts'
import { backups } from './backup.ts'
import { batch } from './batch.ts'
import { bundle } from './bundle.ts'
import { calendar } from './calendar.ts'
import { createCost } from './create-cost.ts'
import { eventCost, events } from './events.ts'
import { engine } from './engine.ts'
import { fairness } from './fairness.ts'
import { firstContent } from './first-content.ts'
import { keepFigures, stepsBack } from './goals.ts'
import { guard } from './guard.ts'
import { herd } from './herd.ts'
import { house } from './house.ts'
import { library } from './library.ts'
import { lateness } from './lateness.ts'
import { limits } from './limits.ts'
import { lists } from './lists.ts'
import { mcpCost } from './mcp-cost.ts'
import { mcp } from './mcp.ts'
import { memoryCost } from './memory-cost.ts'
import { million } from './million.ts'
import { neighbours } from './neighbours.ts'
import { probe } from './probe.ts'
import { publish } from './publish.ts'
import { requests } from './requests.ts'
import { signIn } from './sign-in.ts'
import { soak } from './soak.ts'
import { startUp } from './start-up.ts'
import { typing } from './typing.ts'
import { slowWorkers, workers } from './workers.ts'
import { upgrade } from './upgrade.ts'
import { uploadCost } from './upload-cost.ts'
import { uploads } from './uploads.ts'

const all: Record<string, () => Promise<void>> = {
  requests,
  guard,
  limits,
  lateness,
  herd,
  engine: () => engine(),
  'ten-million': () => engine([0, 1_000_000, 10_000_000]),
  million,
  fairness,
  workers: () => workers(),
  'slow-workers': slowWorkers,
  start: startUp,
  probe,
  neighbours,
  uploads,
  'upload-cost': uploadCost,
  library,
  calendar,
  analytics,
  'analytics-of-posts': analyticsOfPosts,
  backup: backups,
  upgrade,
  publish,
  house,
  'sign-in': signIn,
  bundle,
  mcp,
  'mcp-cost': mcpCost,
  events,
  'event-cost': eventCost,
  batch,
  'create-cost': createCost,
  'memory-cost': memoryCost,
  'lists-of-a-million': lists,
  soak: () => soak(),
  'first-content': firstContent,
  web: async () => {
    await typing()
    await firstContent()
  },
}

const given = process.argv.slice(2)
const wanted = given.filter((word) => word !== '--check')
const unknown = wanted.filter((name) => !all[name])
if (unknown.length) {
  process.stderr.write(
    `There is no benchmark ${unknown.join(', ')}. Known: ${Object.keys(all).join(', ')}.\n`,
  )
  process.exit(2)
}
process.stdout.write(
  `Node ${process.version}, ${availableParallelism()} cores (${cpus()[0]?.model ?? 'unknown'})\n`,
)
/** Only when asked for by name. */
const long = new Set([
  'slow-workers',
  'event-cost',
  'analytics-of-posts',
  'backup',
  'upgrade',
  'upload-cost',
  'memory-cost',
  'million',
  'ten-million',
  'lists-of-a-million',
  'soak',
  'first-content',
  'web',
])
for (const name of wanted.length ? wanted : Object.keys(all).filter((each) => !long.has(each))) {
  process.stdout.write(`\n== ${name}\n`)
  await all[name]?.()
}
if (given.includes('--check')) {
  const worse = stepsBack()
  for (const line of worse) process.stdout.write(`worse  ${line}\n`)
  if (worse.length) process.exitCode = 1
} else keepFigures(new Date())
