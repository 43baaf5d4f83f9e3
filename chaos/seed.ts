/** Workspaces with connected accounts, and posts that fall due during the experiment. */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { beginConnect, type Connecting, finishConnect, keepAccounts } from '#connecting/connect.ts'
import { hashSecret, previewOf } from '#rules/key.ts'
import { allow } from '#sandbox/service/person.ts'
import { insertKey } from '#store/keys.ts'
import { insertWorkspace } from '#store/workspaces.ts'
import { seedFile } from './files.ts'
import { kinds } from './kinds.ts'
import type { Account, Entry, Workspace } from './ledger.ts'
import { factsOf } from './platforms/index.ts'
import type { Stage } from './stage.ts'
import { commentOf, partsOf } from './texts.ts'

const AT_ONCE = 6
const BATCH = 1_000
/** Workspaces that post to one account, and how many people there are on each platform at least, where there are so many. */
const SHARING = 4
const FEWEST_PEOPLE = 4

/** Each workspace has somebody's accounts on every platform, connected as a person does it: with tokens of their own. */
export async function seedWorkspaces(stage: Stage, wanted: number): Promise<Workspace[]> {
  const workspaces: Workspace[] = []
  const people = Math.max(FEWEST_PEOPLE, Math.ceil(wanted / SHARING))
  let begun = 0
  const hands = Array.from({ length: AT_ONCE }, async () => {
    while (begun < wanted) workspaces.push(await seedWorkspace(stage, begun++ % people))
  })
  await Promise.all(hands)
  return workspaces.sort((a, b) => a.id - b.id)
}

async function seedWorkspace({ deps, platforms }: Stage, number: number): Promise<Workspace> {
  const { db } = deps
  const now = deps.now()
  const { id } = await insertWorkspace(db, { name: `Chaos ${number}`, plan: 'unlimited' }, now)
  const secret = randomBytes(32).toString('base64url')
  const key = { name: 'Chaos', abilities: ['*'], secret_hash: hashSecret(secret) }
  const kept = await insertKey(
    { db, workspace_id: id },
    { ...key, preview: previewOf(secret) },
    now,
  )
  const accounts: Account[] = []
  for (const platform of platforms) {
    const { people } = factsOf(platform)
    const person = people[number % people.length] ?? ''
    for (const account of await connectPerson(deps, { workspace_id: id, platform, person }))
      accounts.push({ ...account, platform, person })
  }
  return { id, token: `${kept.id}|${secret}`, accounts }
}

/** Walks through the platform's own page. The same person again is a reconnect. */
export async function connectPerson(
  deps: Connecting,
  { workspace_id, platform, person }: { workspace_id: number; platform: string; person: string },
) {
  const signal = AbortSignal.timeout(30_000)
  const wish = { workspace_id, platform, sandbox: true }
  const url = await beginConnect(deps, wish, undefined, signal)
  const answer = Object.fromEntries(new URL(await allow(url, person)).searchParams)
  return keepAccounts(deps, await finishConnect(deps, platform, { answer }, signal))
}

/** Writes the posts as the service's own statements would, thousands at once. */
export async function seedPosts({ db }: Connecting, entries: readonly Entry[]) {
  for (let at = 0; at < entries.length; at += BATCH) {
    const batch = entries.slice(at, at + BATCH)
    await db.transaction().execute(async (tx) => {
      const rows = batch.map(({ number, kind, workspace, due_at, options, texts }) => ({
        workspace_id: workspace.id,
        content: texts[0] ?? '',
        first_comment: kinds[kind].comment ? commentOf(number) : null,
        platform_options: JSON.stringify(options),
        ...(kinds[kind].parts > 1 && {
          thread: JSON.stringify(behind(number, kind)),
          thread_as: 'comments' as const,
        }),
        status: 'scheduled' as const,
        scheduled_at: due_at,
        created_via: 'rest' as const,
        created_by: 'chaos',
        created_at: new Date(),
        updated_at: new Date(),
      }))
      const ids = await tx.insertInto('posts').values(rows).returning('id').execute()
      for (const [index, entry] of batch.entries()) {
        entry.post_id = ids[index]?.id
        entry.created = 'seeded'
      }
      const files = new Map<Entry, NonNullable<Awaited<ReturnType<typeof seedFile>>>>()
      for (const entry of batch) {
        const file = await seedFile({ db: tx, workspace_id: entry.workspace.id }, entry, new Date())
        if (file) files.set(entry, file)
      }
      const deliveries = batch.flatMap((entry) => {
        const { post_id, accounts, workspace, due_at, number, kind, texts } = entry
        const media_ids = [files.get(entry)?.media_id ?? []].flat()
        return accounts.map(({ id, platform }, position) => ({
          workspace_id: workspace.id,
          post_id,
          account_id: id,
          position,
          platform,
          due_at,
          ...(kinds[kind].parts > 1 && {
            parts: [{ content: texts[0], media_ids }, ...behind(number, kind)],
          }),
        }))
      })
      await sql`
        insert into deliveries (workspace_id, post_id, account_id, position, platform, sandbox, due_at, wanted_at, parts)
        select workspace_id, post_id, account_id, position, platform, true, due_at, due_at, parts
        from jsonb_to_recordset(${JSON.stringify(deliveries)}::jsonb)
          as d(workspace_id bigint, post_id bigint, account_id bigint, position int, platform text, due_at timestamptz, parts jsonb)`.execute(
        tx,
      )
      for (const [{ workspace, post_id }, file] of files) {
        const row = { workspace_id: workspace.id, post_id: post_id ?? 0, position: 0, ...file }
        await tx.insertInto('post_media').values(row).execute()
      }
    })
  }
  await sql`analyze`.execute(db)
}

/** What follows the post. */
export function behind(number: number, kind: Entry['kind']) {
  return partsOf(number, kinds[kind].parts).map((content) => ({ content, media_ids: [] }))
}
