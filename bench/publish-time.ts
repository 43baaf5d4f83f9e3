/**
 * Time that our side adds to a publish, platforms answering without delay: from the claim to the stored result, less the
 * time in which a call to the platform was out (heard at the sockets of the worker, which is the real process) and that of
 * pauses between two looks. Posts go
 * one after the other, each with the least that the platform takes. Beside every post, as yardstick: nothing but as many
 * statements and commits as a text takes, over one connection to the same database.
 */
import { sql } from 'kysely'
import { catalog } from '#platforms/catalog.ts'
import { makeMp4 } from '#probing/testing-mp4.ts'
import type { Db } from '#store/schema.ts'
import { makePng } from '../test/png.ts'
import { type Apart, openApart } from './apart.ts'
import type { Carried, Hired, Wait } from './hired.ts'
import { percentile, say } from './service.ts'

const POSTS = 200
const WARM_UP = 10
const PEOPLE = 2
/** They take a few posts a minute and account: the sandbox's clock goes ahead between two posts. */
const perMinute = new Set(['google_business', 'tiktok'])
const A_SIXTH = 10_000

/** `posts` and `platforms`: fewer, to try it. */
export async function publishTime(posts = POSTS, platforms = Object.keys(catalog)) {
  await using apart = await openApart()
  await using worker = await apart.hire()
  const all: number[] = []
  const bareAll: number[] = []
  await sql`create table if not exists bench_yardstick as select 1 as n`.execute(apart.db)
  for (const platform of platforms) {
    const before = await worker.cpu()
    const { ours, bare, theirs, calls, late, most } = await measure(apart, worker, platform, posts)
    const cpu = ((await worker.cpu()) - before) / most
    all.push(...ours)
    bareAll.push(...bare)
    say(
      `${platform.padEnd(16)} ours ${line(ours)} (bare ${line(bare)}); ${cpu.toFixed(1)} ms of processor; waiting for the platform p50 ${percentile(theirs, 0.5).toFixed(1)} ms in ${percentile(calls, 0.5)} calls; ${ours.length} posts${late ? `, ${late} not published` : ''}`,
    )
  }
  const ratio = percentile(all, 0.5) / percentile(bareAll, 0.5)
  say(
    `${'all'.padEnd(16)} ours ${line(all)} (bare ${line(bareAll)}), ratio ${ratio.toFixed(2)} at p50`,
  )
}

async function measure(apart: Apart, worker: Hired, platform: string, posts: number) {
  const accounts = await apart.connect(platform, PEOPLE)
  const media_ids = await mediaFor(apart, platform)
  const perDay = catalog[platform]?.manifest.limits.per_account_per_day ?? Infinity
  const most = Math.min(posts + WARM_UP, perDay * accounts.length)
  const bare: number[] = []
  const published: Carried[] = []
  let late = 0
  for (let index = 0; index < most; index++) {
    const social_account_ids = [accounts[index % accounts.length]]
    const content = `Number ${index} of ${most}`
    if (perMinute.has(platform)) await apart.pass(A_SIXTH)
    const carried = await worker.carried(
      await apart.publish({ content, social_account_ids, media_ids }),
    )
    if (carried.outcome !== 'published') late += 1
    // Connections are opened, statements prepared, pictures converted.
    else if (index >= Math.min(WARM_UP, most / 3)) published.push(carried)
    bare.push(await yardstick(apart.db))
  }
  const spans = []
  const waits = await worker.waits()
  for (const carried of published) {
    const from = await claimedAt(apart.db, carried)
    spans.push(spanOf(from, carried.ended_at, waits))
  }
  const theirs = spans.map(({ waited }) => waited)
  const ours = spans.map(({ ms, waited }) => ms - waited)
  return { ours, bare, theirs, calls: spans.map(({ calls }) => calls), late, most }
}

/** Of one text: the claim, the point of no return and the result are committed; the rest reads. */
const COMMITS = 3
const STATEMENTS = 9

async function yardstick(db: Db) {
  const began = performance.now()
  for (let commit = 0; commit < COMMITS; commit++)
    await sql`update bench_yardstick set n = n + 1`.execute(db)
  for (let statement = 0; statement < STATEMENTS; statement++) await sql`select 1`.execute(db)
  return performance.now() - began
}

/** How long it took, and how much of that it could do nothing but wait. */
function spanOf(from: number, to: number, waits: readonly Wait[]) {
  const within = waits.filter((wait) => wait.from >= from && wait.to <= to + 1)
  let waited = 0
  let until = 0
  for (const wait of within.toSorted((one, other) => one.from - other.from)) {
    waited += Math.max(0, wait.to - Math.max(wait.from, until))
    until = Math.max(until, wait.to)
  }
  return { ms: to - from, waited, calls: within.filter(({ call }) => call).length }
}

async function claimedAt(db: Db, { delivery, attempt }: Carried) {
  const { started_at } = await db
    .selectFrom('attempts')
    .select('started_at')
    .where('delivery_id', '=', delivery)
    .where('number', '=', attempt)
    .executeTakeFirstOrThrow()
  return new Date(started_at).getTime()
}

/** The least that the platform takes no post without. */
async function mediaFor({ base_url, token }: Apart, platform: string): Promise<number[]> {
  const { media_required, media } = catalog[platform]?.manifest ?? {}
  if (!media_required) return []
  const form = new FormData()
  const film = makeMp4({ samples: 150, video: { width: 1080, height: 1920 } })
  const image = makePng({ width: 640, height: 640, seed: 1 })
  const file =
    media?.image && platform !== 'tiktok'
      ? { bytes: image, name: 'a.png' }
      : { bytes: film, name: 'a.mp4' }
  form.append('file', new Blob([new Uint8Array(file.bytes)]), file.name)
  const headers = { authorization: `Bearer ${token}`, accept: 'application/json' }
  const response = await fetch(`${base_url}/api/media`, { method: 'POST', headers, body: form })
  const text = await response.text()
  if (!response.ok) throw new Error(text)
  return [Number(JSON.parse(text).id)]
}

function line(times: readonly number[]) {
  const of = (share: number) => percentile(times, share).toFixed(1)
  return `p50 ${of(0.5)} ms, p99 ${of(0.99)} ms`
}
