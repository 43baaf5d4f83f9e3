/**
 * `npm run chaos -- [--short] [--seed 1] [--deliveries 10000] [--workers 4] [--seconds 240] [--stops 30] [--minutes 60] [--part 1/8] [--lanes 2] [--match text] [--only random|steps|singles|threads|texts|refresh|dispatch|uploads|events|power|restore] [--texts 1000] [--platforms x,threads] [--keep]`:
 * tries to make Crier post twice or lose a post. Ends with 1 when it did.
 */
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { say } from '../bench/service.ts'
import { doubleDispatch } from './double-dispatch.ts'
import { isPlatform, platforms } from './platforms/index.ts'
import { powerCuts } from './power.ts'
import { random } from './random.ts'
import { lostTexts } from './lost-texts.ts'
import { killedWebhooks } from './webhooks.ts'
import { interruptedUploads } from './uploads.ts'
import { refreshRace } from './refresh-race.ts'
import { steps } from './steps.ts'
import { singles, threads } from './threads.ts'
import { restoreElsewhere } from './restore.ts'
import { stories, table } from './table.ts'

const FULL = {
  deliveries: 10_500,
  seconds: 300,
  rounds: 17,
  workspaces: 12,
  pairs: 1_000,
  keys: 50,
  uploads: 50,
  told: 6_700,
  kills: 60,
  restored: 500,
  texts: 1_000,
  rows: 100_000,
  cuts: 5,
}
const SHORT = {
  deliveries: 500,
  seconds: 20,
  stops: 20,
  rounds: 3,
  workspaces: 3,
  pairs: 100,
  keys: 5,
  uploads: 6,
  told: 60,
  kills: 8,
  restored: 60,
  texts: 24,
  rows: 4_000,
  cuts: 2,
}

const { values } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
    seed: { type: 'string' },
    deliveries: { type: 'string' },
    workers: { type: 'string' },
    seconds: { type: 'string' },
    stops: { type: 'string' },
    minutes: { type: 'string' },
    part: { type: 'string' },
    texts: { type: 'string' },
    lanes: { type: 'string' },
    match: { type: 'string' },
    only: { type: 'string' },
    platforms: { type: 'string' },
  },
})
const number = z.coerce.number().int().min(1)
const form = values.short ? SHORT : FULL
const options = z
  .object({
    short: z.boolean(),
    keep: z.boolean(),
    // Without a seed it is another run every time; the seed is printed, so that it can be had again.
    lanes: number.default(2),
    seed: number.default(() => Date.now() % 1_000_000),
    deliveries: number.default(form.deliveries),
    workers: number.default(4),
    seconds: number.default(form.seconds),
    stops: number.optional(),
    minutes: number.optional(),
    part: z
      .string()
      .regex(/^[1-9]\d*\/[1-9]\d*$/, 'must be like 1/8')
      .transform((text) => {
        const [which = 1, of = 1] = text.split('/').map(Number)
        return { number: which, of }
      })
      .refine((part) => part.number <= part.of, 'must be one of that many')
      .optional(),
    texts: number.default(form.texts),
    match: z.string().optional(),
    only: z
      .enum([
        'random',
        'steps',
        'singles',
        'threads',
        'texts',
        'refresh',
        'dispatch',
        'uploads',
        'events',
        'power',
        'restore',
      ])
      .optional(),
    platforms: z
      .string()
      .transform((text) => text.split(','))
      .pipe(z.array(z.string().refine(isPlatform, 'must be platforms, with commas between them')))
      .default([...platforms]),
  })
  .parse(values)

/** Which parts found something wrong, and the stories that they have not told yet: they end the output, where a log is read first. */
const failed: string[] = []
const untold: string[] = []
const hold = (part: string, held: boolean) => held || failed.push(part)
say(`seed ${options.seed}`)
const wants = (part: NonNullable<typeof options.only>) => (options.only ?? part) === part
const { seed, keep } = options
const cleared = Promise.withResolvers<void>()

async function playRandom() {
  if (!wants('random')) return cleared.resolve()
  const { deliveries, seconds } = options
  const run = await random({
    ...options,
    workspaces: Math.max(8, Math.min(60, Math.round(deliveries / 150))),
    rate: seconds / FULL.seconds,
    say,
    cleared: cleared.resolve,
  })
  say(`\n${table(run)}`)
  if (run.verdict.violations.length) untold.push(stories(run))
  hold('random', run.verdict.violations.length === 0)
}

/** While what the random faults have left behind is settling. */
async function loseTexts() {
  await cleared.promise
  if (!wants('texts')) return
  const { texts } = options
  hold('texts', await lostTexts({ seed, texts, platforms: options.platforms, keep, say }))
}

await Promise.all([playRandom(), loseTexts()])
const ofSteps = { minutes: options.minutes, part: options.part, match: options.match }
if (wants('steps')) {
  const stops = options.stops ?? (values.short ? SHORT.stops : undefined)
  hold('steps', await steps({ ...options, ...ofSteps, stops, say }))
}
// Both are among the steps.
if (options.only === 'singles' || options.only === 'threads') {
  const some = { singles, threads }[options.only]
  hold(options.only, await some({ ...options, ...ofSteps, stops: options.stops, say }))
}
if (wants('refresh')) {
  const { rounds, workspaces } = form
  const race = { keep, rounds, workspaces, platforms: options.platforms, say }
  hold('refresh', await refreshRace(race))
}
if (wants('dispatch')) {
  const { pairs, keys } = form
  hold('dispatch', await doubleDispatch({ seed, keep, pairs, keys, say }))
}
// Tests interrupt uploads too; the short form leaves it at those.
if (wants('uploads') && (options.only || !options.short)) {
  hold('uploads', await interruptedUploads({ seed, keep, uploads: form.uploads, say }))
}
// Tests kill a few as well; the short form leaves it at those.
if (wants('events') && (options.only || !options.short)) {
  const { told: posts, kills } = form
  const { workers } = options
  hold('events', await killedWebhooks({ seed, keep, posts, kills, workers, say }))
}
// By name only: it is long, and the tests restore a few.
if (options.only === 'restore') {
  const { workers, platforms: named } = options
  const wanted = values.deliveries === undefined ? form.restored : options.deliveries
  hold(
    'restore',
    await restoreElsewhere({ seed, deliveries: wanted, workers, platforms: named, keep, say }),
  )
}
// It mounts a disk: by name only.
if (options.only === 'power') {
  const { rows, cuts } = form
  hold('power', await powerCuts({ seed, rows, cuts, say }))
}
for (const story of untold) say(`\n${story}`)
say(
  failed.length
    ? `FAILED: ${failed.join(', ')}`
    : 'passed: nothing twice, nothing lost, nothing stuck, nothing wrongly reported',
)
process.exitCode = failed.length ? 1 : 0
