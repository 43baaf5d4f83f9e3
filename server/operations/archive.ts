/**
 * Everything of a workspace, as its owner takes it along: what operations answer, a page at a time, and the files as they were
 * sent. What lets anybody in is no answer of an operation that reads, but for links to connect accounts, which are left out.
 */
import { z } from 'zod'
import { plainName } from '#rules/filenames.ts'
import { filesAfter } from '#store/library.ts'
import { listMembers } from '#store/members.ts'
import { beginningOf, findWorkspace } from '#store/workspaces.ts'
import { listAccountSets } from './account-sets/list-account-sets.ts'
import { getAccounts } from './accounts/get-accounts.ts'
import { getAudience } from './analytics/get-audience.ts'
import { listPostAnalytics } from './analytics/list-post-analytics.ts'
import { listCalendars } from './calendars/list-calendars.ts'
import type { Context } from './context.ts'
import { listApiKeys } from './keys/list-api-keys.ts'
import { listLabels } from './labels/list-labels.ts'
import { listMedia } from './media/list-media.ts'
import type { Operation } from './operation.ts'
import { fileOf } from './file-of.ts'
import { perform } from './perform.ts'
import { exportPosts } from './posts/export-posts.ts'
import { listPosts } from './posts/list-posts.ts'
import { listQueues } from './queues/list-queues.ts'
import { listSeries } from './series/list-series.ts'
import { listSnippets } from './snippets/list-snippets.ts'
import { getUtmTemplates } from './utm/get-utm-templates.ts'
import { listWebhooks } from './webhooks/list-webhooks.ts'

export interface Entry {
  name: string
  bytes: AsyncIterable<Uint8Array | string>
  /** Pictures and films are small already. */
  packed: boolean
}

const PAGE = 200

/** `again` is asked before every page: who loses the right meanwhile gets no more of it. */
export async function* entriesOf(
  context: Context,
  again: () => Promise<void>,
): AsyncGenerator<Entry> {
  const asked = async (operation: Operation, raw: Record<string, unknown> = {}) => {
    await again()
    context.signal.throwIfAborted()
    const call = { operation, dialect: undefined, raw, idempotency_key: undefined }
    return withoutLinks(
      (await perform(call, { ...context, now: context.environment.now() })).output,
    )
  }
  const whole = (name: string, look: () => Promise<unknown>): Entry => ({
    name,
    bytes: onePiece(look),
    packed: false,
  })
  const lines = (name: string, pages: AsyncIterable<unknown[]>): Entry => ({
    name,
    bytes: linesOf(pages),
    packed: false,
  })

  yield whole('about.txt', async () => ABOUT)
  yield whole('workspace.json', () => findWorkspace(context))
  yield whole('members.json', async () =>
    (await listMembers(context)).map(({ person: { name, email }, ...rest }) => ({
      name,
      email,
      ...rest,
    })),
  )
  for (const [name, operation] of lists) yield whole(name, () => asked(operation))
  yield lines('series.jsonl', pagesOf(asked, listSeries, { state: 'active,paused,ended' }))
  yield lines('posts.jsonl', pagesOf(asked, listPosts, {}))
  yield lines('deleted-posts.jsonl', pagesOf(asked, listPosts, { deleted: 'true' }))
  yield { name: 'posts.csv', bytes: tableOf(asked), packed: false }
  yield lines('analytics.jsonl', numbersOf(asked, context))
  yield lines('audience.jsonl', audienceOf(asked, context))
  yield lines('media.jsonl', pagesOf(asked, listMedia, {}))
  yield* filesOf(context, again)
}

/** What is told whole. */
const lists: readonly [string, Operation][] = [
  ['accounts.json', getAccounts],
  ['account-sets.json', listAccountSets],
  ['queues.json', listQueues],
  ['snippets.json', listSnippets],
  ['labels.json', listLabels],
  ['links.json', getUtmTemplates],
  ['keys.json', listApiKeys],
  ['webhooks.json', listWebhooks],
  ['calendars.json', listCalendars],
]

type Ask = (operation: Operation, raw?: Record<string, unknown>) => Promise<unknown>

const Page = z.object({
  data: z.array(z.unknown()),
  next_cursor: z.string().nullish(),
  next_page_url: z.string().nullish(),
})

/** By cursor where there is one, else by number. */
async function* pagesOf(ask: Ask, operation: Operation, raw: Record<string, unknown>) {
  for (let next: Record<string, unknown> | undefined = { ...raw, per_page: PAGE }; next;) {
    const { data, next_cursor, next_page_url }: z.output<typeof Page> = Page.parse(
      await ask(operation, next),
    )
    yield data
    const page: unknown = next['page'] ?? 1
    if (next_cursor) next = { ...raw, per_page: PAGE, cursor: next_cursor }
    else if (next_cursor === undefined && next_page_url)
      next = { ...raw, per_page: PAGE, page: Number(page) + 1 }
    else next = undefined
  }
}

const Piece = z.object({ text: z.string(), next_cursor: z.string().nullable() })

async function* tableOf(ask: Ask) {
  for (let cursor: string | null | undefined; cursor !== null;) {
    const piece: z.output<typeof Piece> = Piece.parse(
      await ask(exportPosts, { ...(cursor && { cursor }) }),
    )
    yield piece.text
    cursor = piece.next_cursor
  }
}

const DAY = 86_400_000
const YEAR = 365 * DAY

/** Since it began, to a day ahead of now, which it is somewhere already; a year each, the oldest first. */
async function* windowsOf(context: Context) {
  const created_at = await beginningOf(context)
  const end = context.environment.now().getTime() + DAY
  for (let from = new Date(created_at).getTime() - DAY; from <= end; from += YEAR) {
    const to = Math.min(end, from + YEAR - DAY)
    yield { from: dayOf(from), to: dayOf(to) }
  }
}

/** Of each post since it went out. */
async function* numbersOf(ask: Ask, context: Context) {
  for await (const window of windowsOf(context)) yield* pagesOf(ask, listPostAnalytics, window)
}

const Audience = z.object({
  accounts: z.array(
    z.object({
      account_id: z.int(),
      platform: z.string(),
      username: z.string(),
      days: z.array(z.looseObject({ date: z.string() })),
    }),
  ),
})

/** Of each account, a line for every day on which it told something. */
async function* audienceOf(ask: Ask, context: Context) {
  for await (const window of windowsOf(context)) {
    const { accounts } = Audience.parse(await ask(getAudience, window))
    yield accounts.flatMap(({ days, ...account }) => days.map((day) => ({ ...account, ...day })))
  }
}

function dayOf(time: number) {
  return new Date(time).toISOString().slice(0, 10)
}

/** As they were sent, also those in the bin. What was asked for and is not there is said at the end. */
async function* filesOf(context: Context, again: () => Promise<void>): AsyncGenerator<Entry> {
  const { blobs } = context.environment.intake
  const missing: string[] = []
  for (let after = 0; ;) {
    await again()
    const files = await filesAfter(context, after, PAGE)
    for (const { id, original_name, blob_key } of files) {
      const name = `media/${id}-${plainName(original_name)}`
      const bytes = await fileOf(blobs, blob_key)
      if (bytes) yield { name, bytes, packed: true }
      else missing.push(name)
    }
    const last = files.at(-1)
    if (!last || files.length < PAGE) break
    after = last.id
  }
  if (missing.length)
    yield { name: 'missing.txt', bytes: onePiece(async () => missing.join('\n')), packed: false }
}

async function* onePiece(look: () => Promise<unknown>) {
  const found = await look()
  yield typeof found === 'string' ? found : `${JSON.stringify(found, null, 2)}\n`
}

async function* linesOf(pages: AsyncIterable<unknown[]>) {
  for await (const rows of pages) yield rows.map((row) => `${JSON.stringify(row)}\n`).join('')
}

/** A link to connect an account by lets whoever has it do so. */
function withoutLinks(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutLinks)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !name.endsWith('connect_url'))
      .map(([name, each]) => [name, withoutLinks(each)]),
  )
}

const ABOUT = `What Crier keeps of a workspace.

workspace.json       name, zone
members.json         who belongs to it
accounts.json        connected accounts, without what lets Crier in there
account-sets.json, queues.json, snippets.json, labels.json, links.json
series.jsonl         posts that recur, one a line
posts.jsonl          posts with their accounts, one a line; posts.csv the same as a table
deleted-posts.jsonl  those in the bin
analytics.jsonl      what became of each post, one a line
audience.jsonl       followers of each account and what else it told, a line a day
keys.json            API keys, without their secrets
webhooks.json        webhooks, without their secrets
calendars.json       calendar addresses, without what opens them
media.jsonl          files with their alt texts, one a line
media/               the files as they were sent, each behind its id
`
