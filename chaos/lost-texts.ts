/**
 * Texts of every kind on every platform, each with its answer lost after it had landed, and shown oddly from then on: none may
 * be there twice.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { manifests } from '#platforms/catalog.ts'
import { end } from './aftermath.ts'
import { type Chance, chance as chanceOf } from './chance.ts'
import { entryOf, hasRoom, type Load, takes } from './draw.ts'
import { gather } from './evidence.ts'
import type { Kind } from './kinds.ts'
import { type Entry, openLedger, type Workspace } from './ledger.ts'
import { oddText } from './odd-texts.ts'
import { factsOf, type PlatformName } from './platforms/index.ts'
import { isReady, launch } from './process.ts'
import { seedPosts, seedWorkspaces } from './seed.ts'
import { skipTime } from './settling.ts'
import { openStage, type Stage } from './stage.ts'
import { estrange } from './strangers.ts'
import { storyOf } from './table.ts'
import { laidOut } from './table-platforms.ts'
import { judge } from './verdict.ts'

export interface TextsOptions {
  seed: number
  /** For each platform. */
  texts: number
  platforms: readonly PlatformName[]
  keep: boolean
  say: (line: string) => void
}

const PACE = 20
const LEASE = 20_000
/** Of a platform, under way at once: each account's list is read by all of them. */
const AT_ONCE = 60
/** For each account: some platforms take no more in a day. */
const PER_ACCOUNT = 10
const PATIENCE = 150_000
const FEW = 12
/** How the answer is lost, by turns. */
const losses = ['landed_cut', 'landed_500', 'landed_garbage'] as const
/** No platform has longer texts: Facebook's 63,206 characters. */
const LONGEST = 63_000

/** Answers whether everything was as it should be. */
export async function lostTexts({ seed, texts, platforms, keep, say }: TextsOptions) {
  await using stack = new AsyncDisposableStack()
  const stage = stack.use(await openStage({ lease: LEASE, pace: PACE, keep, platforms }))
  const chance = chanceOf(seed)
  for (const platform of platforms)
    await estrange(stage.sandbox, platform, chance.of(`${platform} itself`))
  const workspaces = await seedWorkspaces(stage, Math.ceil(texts / PER_ACCOUNT))
  for (const role of ['api', 'worker']) {
    const { child, ...process } = launch(
      { ...stage.settings, ROLE: role },
      join(stage.logs, `${role}.log`),
    )
    stack.defer(() => end(child))
    await isReady({ child, ...process })
  }

  const ledger = openLedger()
  const began = Date.now()
  const load: Load = new Map()
  for (let done = 0; done < texts; done += AT_ONCE) {
    const amount = Math.min(AT_ONCE, texts - done)
    const batch = platforms.flatMap((platform) =>
      Array.from({ length: amount }, () =>
        drawEntry(workspaces, platform, chance.of(`${platform} ${done}`), load),
      ),
    )
    for (const platform of platforms) await lose(stage, platform, amount)
    ledger.entries.push(...batch)
    await seedPosts(stage.deps, batch)
    await sql`select pg_notify('due', '')`.execute(stage.deps.db)
    // A few are looked for until nobody can know, which is three minutes: the next do not wait for them.
    await settled(stage, done + amount < texts ? FEW : 0)
  }

  const evidence = await gather(stage)
  if (keep) await writeFile(join(stage.folder, 'evidence.json'), JSON.stringify(evidence))
  const verdict = judge(ledger, evidence)
  const faults = await stage.sandbox.played()
  const rows = platforms.map((platform) => {
    const own = evidence.deliveries.filter((row) => row.platform === platform)
    const count = (kind: string) =>
      verdict.violations.filter((one) => one.kind === kind && one.delivery?.platform === platform)
        .length
    const played = losses.reduce((sum, fault) => sum + (faults.get(platform)?.[fault] ?? 0), 0)
    return [
      platform,
      own.length,
      played,
      own.filter(({ status }) => status === 'published').length,
      own.filter(({ blocked_reason }) => blocked_reason === 'outcome_unknown').length,
      count('duplicate'),
      verdict.violations.filter((one) => one.delivery?.platform === platform).length -
        count('duplicate'),
    ].map(String)
  })
  const head = ['', 'texts', 'answers lost', 'published', 'unknown', 'twice', 'otherwise wrong']
  const seconds = Math.round((Date.now() - began) / 1000)
  say(`\nTexts of every kind, seed ${seed}: ${ledger.entries.length} in ${seconds} s`)
  for (const line of laidOut([head, ...rows])) say(line)
  for (const violation of verdict.violations.slice(0, 10))
    say(`\n${storyOf(violation, evidence, verdict)}`)
  return verdict.violations.length === 0
}

function drawEntry(
  workspaces: readonly Workspace[],
  platform: PlatformName,
  chance: Chance,
  load: Load,
): Entry {
  const account = workspaces
    .flatMap(({ accounts }) => accounts)
    .filter((each) => each.platform === platform && hasRoom(each, load))
    .toSorted((a, b) => (load.get(a.id) ?? 0) - (load.get(b.id) ?? 0))[0]
  const workspace = workspaces.find(({ accounts }) => account && accounts.includes(account))
  if (!account || !workspace) throw new Error(`${platform} takes no more posts.`)
  const number = [...load.values()].reduce((sum, each) => sum + each, 1)
  load.set(account.id, (load.get(account.id) ?? 0) + 1)
  const kind = kindOf(platform)
  const fits = (text: string) => takes(platform, kind, text)
  const most = manifests[platform]?.text().map(({ max }) => max) ?? []
  // Other rules count links, tags or brackets.
  const longest = Math.min(LONGEST, Math.max(...most))
  const text = oddText(chance.of(`text ${number}`), fits, longest)
  return { ...entryOf(workspace, { number, kind, accounts: [account] }), texts: [text] }
}

/** The plainest that has a text. Photos on TikTok, whose list shows them late or never, are asked about for an hour. */
function kindOf(platform: PlatformName): Kind {
  if (platform === 'tiktok') return 'video'
  const wanted = (['text', 'image', 'video'] as const).find(
    (kind) => kind in factsOf(platform).kinds,
  )
  if (!wanted) throw new Error(`${platform} takes no texts.`)
  return wanted
}

/** As many answers as there are posts. */
async function lose({ sandbox }: Stage, platform: PlatformName, amount: number) {
  for (const [turn, fault] of losses.entries()) {
    const times = Math.ceil((amount - turn) / losses.length)
    if (times > 0) await sandbox.arm(platform, { account: '*', fault, on: 'post', times })
  }
}

/** Resolves when no more than `few` are under way, or when for long nothing has ended. */
async function settled(stage: Stage, few: number) {
  let least = Number.POSITIVE_INFINITY
  let since = Date.now()
  while (Date.now() - since < PATIENCE) {
    await skipTime(stage)
    // Not one call that publishes is answered here: one post a pause would be asked with, for hours.
    await sql`delete from circuits`.execute(stage.deps.db)
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from deliveries where status in ('pending', 'publishing')`.execute(
      stage.deps.db,
    )
    const left = rows[0]?.n ?? 0
    if (left <= few) return
    if (left < least) since = Date.now()
    least = Math.min(least, left)
    await sleep(200)
  }
}
