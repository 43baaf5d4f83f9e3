/** Two workers and a third process need the same rotating token refreshed at once, again and again. */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { refreshToken } from '#connecting/refresh.ts'
import { readToken } from '#store/tokens.ts'
import { freePort } from '../bench/service.ts'
import { chance as chanceOf } from './chance.ts'
import { startCrew } from './crew.ts'
import { gather } from './evidence.ts'
import { type Gate, isRequest } from './gate.ts'
import { type Entry, openLedger, type Workspace } from './ledger.ts'
import { platformWire } from './platform-wire.ts'
import { drawEntries, seedPosts, seedWorkspaces } from './seed.ts'
import { settle } from './settling.ts'
import { openStage, type Stage } from './stage.ts'
import { stories } from './table.ts'
import { markerOf } from './texts.ts'
import { judge } from './verdict.ts'

export interface RaceOptions {
  seed: number
  /** So many times every token ends. */
  rounds: number
  keep: boolean
  say: (line: string) => void
}

const WORKSPACES = 12
/** More posts of an account than one worker may carry at once, so that both need its token. */
const POSTS = 4
/** Refreshes by the third process, for each account. */
const OTHERS = 3
const SETTLING = 60_000

/** Answers whether every refresh reached its platform once, and nobody was disconnected. */
export async function refreshRace({ seed, rounds, keep, say }: RaceOptions): Promise<boolean> {
  const asked = counter()
  const port = await freePort()
  await using wire = await platformWire(() => port, asked.gate)
  const options = { lease: 20_000, pace: 20, keep, sandbox_url: wire.url, sandbox_port: port }
  await using stage = await openStage(options)
  await stage.sandbox.clear()
  const workspaces = await seedWorkspaces(stage.doing, WORKSPACES)
  await using crew = await startCrew({ workers: 2, settings: stage.settings, logs: stage.logs })
  await crew.whole()
  const ledger = openLedger()
  const chance = chanceOf(seed)
  const nobody = { help: async () => 0, retried: 0, reconnected: 0 }
  const before = asked.tokens()
  const began = Date.now()

  for (let round = 0; round < rounds; round++) {
    const due_at = new Date()
    const entries = workspaces.flatMap((workspace) =>
      drawEntries([workspace], chance, {
        deliveries: POSTS * 2,
        first: 0,
        from: due_at,
        until: due_at,
      }),
    )
    number(entries, ledger.entries.length)
    ledger.entries.push(...entries)
    await sql`update accounts set token_expires_at = now() where removed_at is null`.execute(
      stage.doing.db,
    )
    await seedPosts(stage.doing, entries)
    await sql`select pg_notify('due', '')`.execute(stage.doing.db)
    await Promise.all(workspaces.flatMap((workspace) => refreshAll(stage, workspace)))
    await settle(stage, nobody, { patience: SETTLING })
  }
  // The last ones read answers that are still under way.
  await sleep(500)

  const seconds = Math.round((Date.now() - began) / 1000)
  const { rows } = await sql<{ platform: string; n: number; versions: number; ill: number }>`
    select platform, count(*) as n, sum(token_version)::int as versions, count(*) filter (where health <> 'healthy') as ill
    from accounts group by platform order by platform`.execute(stage.doing.db)
  const requests = asked.tokens()
  let good = true
  say(`\nRefresh race, seed ${seed}: ${rounds} rounds in ${seconds} s`)
  for (const { platform, n, versions, ill } of rows) {
    const sent = (requests[platform] ?? 0) - (before[platform] ?? 0)
    const wanted = n * rounds
    // Bluesky answers the first call with a nonce when the last one is too old: RFC 9449, section 8.
    const most = platform === 'bluesky' ? wanted * 2 : wanted
    const right = versions === wanted && sent >= wanted && sent <= most && ill === 0
    good &&= right
    say(
      `  ${platform}: ${wanted} tokens ended, ${versions} were refreshed with ${sent} requests, ${ill} accounts disconnected: ${right ? 'right' : 'WRONG'}`,
    )
  }
  const evidence = await gather(stage)
  const verdict = judge(ledger, evidence)
  say(`  ${evidence.deliveries.length} deliveries, ${verdict.violations.length} violations`)
  if (verdict.violations.length) say(stories({ verdict, evidence }))
  return good && verdict.violations.length === 0
}

function number(entries: Entry[], last: number) {
  for (const [index, entry] of entries.entries()) {
    entry.number = last + index + 1
    entry.marker = markerOf(entry.number)
  }
}

/** What the API does when somebody asks it to: the third process. */
async function refreshAll({ doing }: Stage, { id: workspace_id, accounts }: Workspace) {
  const scope = { db: doing.db, workspace_id }
  const signal = AbortSignal.timeout(SETTLING)
  await Promise.all(
    accounts.map(async ({ id }) => {
      const token = await readToken(scope, id)
      if (!token?.token_expires_at || new Date(token.token_expires_at) > new Date()) return
      const asking = Array.from({ length: OTHERS }, () => refreshToken(scope, token, doing, signal))
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
      if (isRequest({ label, occurrence: 1 }) && path.endsWith('/token'))
        counts[platform] = (counts[platform] ?? 0) + 1
      return 'forward'
    },
  }
  return { gate, tokens: () => ({ ...counts }) }
}
