/** Two workers and a third process need the same token refreshed at once, again and again. */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { refreshToken } from '#connecting/refresh.ts'
import { manifests } from '#platforms/catalog.ts'
import { readToken } from '#store/tokens.ts'
import { startCrew } from './crew.ts'
import { entryOf, numberAfter } from './draw.ts'
import { gather } from './evidence.ts'
import { type Gate, isRequest } from './gate.ts'
import { type Ledger, openLedger, type Workspace } from './ledger.ts'
import { platformWire } from './platform-wire.ts'
import { factsOf, isPlatform, type PlatformName } from './platforms/index.ts'
import { seedPosts, seedWorkspaces } from './seed.ts'
import { settle } from './settling.ts'
import { openStage, type Stage } from './stage.ts'
import { stories } from './table.ts'
import { judge } from './verdict.ts'
import { freePort } from '../test/free-port.ts'

export interface RaceOptions {
  /** So many times every token ends. */
  rounds: number
  workspaces: number
  platforms: readonly PlatformName[]
  keep: boolean
  say: (line: string) => void
}

/** Refreshes by the third process, for each account. */
const OTHERS = 3
const SETTLING = 60_000
/** After which also those tokens can be renewed that must be a day old. */
const A_DAY = 25 * 3_600_000

/** Answers whether every refresh reached its platform once, and nobody was disconnected. */
export async function refreshRace(options: RaceOptions): Promise<boolean> {
  const { rounds, platforms, keep, say } = options
  const asked = counter()
  const port = await freePort()
  await using wire = await platformWire(() => port, asked.gate)
  const where = { sandbox_url: wire.url, sandbox_port: port }
  await using stage = await openStage({ lease: 20_000, pace: 20, keep, platforms, ...where })
  const workspaces = await seedWorkspaces(stage, options.workspaces)
  await using crew = await startCrew({ workers: 2, settings: stage.settings, logs: stage.logs })
  await crew.whole()
  const ledger = openLedger()
  const count = countOf(stage, asked.tokens)
  const before = await count()
  const began = Date.now()

  // Days pass for those that renew early, in which the tokens and sign-ins of the others end: they come last, and the others have been
  // counted by then, for whoever collects figures meanwhile has them renewed.
  const early = platforms.filter((platform) => factsOf(platform).refresh.early)
  const others = platforms.filter((platform) => !early.includes(platform))
  const isEarly = (row: { platform: string }) => early.some((platform) => platform === row.platform)
  for (let round = 0; round < rounds; round++)
    await end(stage, workspaces, { platforms: others, round, ledger })
  const counted = (await count()).filter((row) => !isEarly(row))
  for (let round = 0; round < rounds && early.length; round++) {
    await stage.sandbox.advance(A_DAY)
    await end(stage, workspaces, { platforms: early, round, ledger })
  }
  counted.push(...(await count()).filter(isEarly))

  const seconds = Math.round((Date.now() - began) / 1000)
  let good = true
  say(`\nRefresh race: ${rounds} rounds in ${seconds} s`)
  for (const { platform, n, ill, ...after } of counted) {
    const first = before.find((row) => row.platform === platform)
    const fresh = after.refreshed - (first?.refreshed ?? 0)
    const requests = after.requests - (first?.requests ?? 0)
    const ended = n * rounds
    const most = ended * (isPlatform(platform) ? (factsOf(platform).refresh.calls ?? 1) : 1)
    const right = fresh === ended && requests >= ended && requests <= most && ill === 0
    good &&= right
    say(
      `  ${platform}: ${ended} tokens ended, ${fresh} were refreshed with ${requests} requests, ${ill} accounts disconnected: ${right ? 'right' : 'WRONG'}`,
    )
  }
  const evidence = await gather(stage)
  const verdict = judge(ledger, evidence)
  say(`  ${evidence.deliveries.length} deliveries, ${verdict.violations.length} violations`)
  if (verdict.violations.length) say(stories({ verdict, evidence }))
  return good && verdict.violations.length === 0
}

interface Round {
  platforms: readonly PlatformName[]
  round: number
  ledger: Ledger
}

/** All tokens of these platforms, while everybody needs them. */
async function end(stage: Stage, all: readonly Workspace[], { platforms, round, ledger }: Round) {
  const { db } = stage.deps
  const workspaces = all.map(({ accounts, ...workspace }) => ({
    ...workspace,
    accounts: accounts.filter(({ platform }) => platforms.includes(platform)),
  }))
  let last = ledger.entries.at(-1)?.number ?? 0
  const entries = workspaces
    .flatMap((workspace) => postsOf(workspace, round))
    .map(({ workspace, platform, kind, accounts }) => {
      last = numberAfter(last, { platform, kind })
      return entryOf(workspace, { number: last, kind, accounts })
    })
  ledger.entries.push(...entries)
  const ids = workspaces.flatMap(({ accounts }) => accounts.map(({ id }) => id))
  await db
    .updateTable('accounts')
    .set({ token_expires_at: new Date() })
    .where('id', 'in', ids)
    .execute()
  await seedPosts(stage.deps, entries)
  await sql`select pg_notify('due', '')`.execute(db)
  await Promise.all(workspaces.map((workspace) => refreshAll(stage, workspace)))
  const nobody = { help: async () => 0, retried: 0, reconnected: 0 }
  await settle(stage, nobody, { patience: SETTLING })
}

/** Of each platform: its accounts, how often their tokens were renewed so far, and with how many requests. */
function countOf({ deps }: Stage, requests: () => Record<string, number>) {
  return async () => {
    // The last ones read answers that are still under way.
    await sleep(500)
    const { rows } = await sql<{ platform: string; n: number; refreshed: number; ill: number }>`
      select platform, count(*)::int as n, sum(token_version)::int as refreshed,
        count(*) filter (where health <> 'healthy')::int as ill
      from accounts group by platform order by platform`.execute(deps.db)
    const sent = requests()
    return rows.map((row) => ({ ...row, requests: sent[row.platform] ?? 0 }))
  }
}

/**
 * More posts of each account than one worker may carry at once, so that both need its token; fewer in all than it may
 * publish in a day.
 */
function postsOf(workspace: Workspace, round: number) {
  return workspace.accounts.flatMap((account) => {
    const { platform } = account
    const [kind = 'text'] = factsOf(platform).paths
    const limits = manifests[platform]?.limits
    const posts = Math.min(4, 2 * (limits?.concurrent_per_account ?? 1))
    const left = (limits?.per_account_per_day ?? Infinity) - (round + 1) * posts
    return Array.from({ length: left < 0 ? 0 : posts }, () => ({
      workspace,
      platform,
      kind,
      accounts: [account],
    }))
  })
}

/** What the API does when somebody asks it to: the third process. */
async function refreshAll({ deps }: Stage, { id: workspace_id, accounts }: Workspace) {
  const scope = { db: deps.db, workspace_id }
  const signal = AbortSignal.timeout(SETTLING)
  await Promise.all(
    accounts.map(async ({ id }) => {
      const token = await readToken(scope, id)
      if (!token?.token_expires_at || new Date(token.token_expires_at) > new Date()) return
      const asking = Array.from({ length: OTHERS }, () => refreshToken(scope, token, deps, signal))
      await Promise.all(asking)
    }),
  )
}

/** Counts requests for tokens instead of holding any. */
function counter() {
  const counts: Record<string, number> = {}
  const gate: Gate = {
    arm() {},
    trace: () => [],
    next: async () => {},
    async pass(label) {
      const path = label.split(' ')[1] ?? ''
      const platform = path.split('/')[1] ?? ''
      if (isRequest({ label, occurrence: 1 }) && /(token|accessToken)\/?$/.test(path))
        counts[platform] = (counts[platform] ?? 0) + 1
      return 'forward'
    },
  }
  return { gate, tokens: () => ({ ...counts }) }
}
