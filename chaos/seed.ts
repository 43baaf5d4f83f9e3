/** Workspaces with connected accounts and posts that fall due during the experiment. */
import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { beginConnect, type Connecting, finishConnect, keepAccounts } from '#connecting/connect.ts'
import { hashSecret, previewOf } from '#rules/key.ts'
import { allow } from '#sandbox/person.ts'
import { insertKey } from '#store/keys.ts'
import { insertMedia } from '#store/media.ts'
import { insertWorkspace } from '#store/workspaces.ts'
import type { Chance } from './chance.ts'
import type { Account, Entry, Workspace } from './ledger.ts'
import { type PlatformName, platforms } from './sandbox.ts'
import { commentOf, kinds, markerOf, png, textOf } from './texts.ts'

/** Who lives in the emulators. Rate limits are a person's, so the work is spread over all of them. */
const people: Record<PlatformName, readonly string[]> = {
  x: ['ada_types', 'bruno_bakes', 'clara_long', 'dmitri_dev'],
  bluesky: ['ada.sandbox.test', 'ben.sandbox.test', 'chloe.sandbox.test', 'dara.sandbox.test'],
}
const AT_ONCE = 6
const BATCH = 1_000
export const BLOB = 'chaos-picture.png'

/** Each workspace has one account on every platform, connected as a person does it: with tokens of its own. */
export async function seedWorkspaces(doing: Connecting, wanted: number): Promise<Workspace[]> {
  const workspaces: Workspace[] = []
  let begun = 0
  const hands = Array.from({ length: AT_ONCE }, async () => {
    while (begun < wanted) workspaces.push(await seedWorkspace(doing, begun++))
  })
  await Promise.all(hands)
  return workspaces.sort((a, b) => a.id - b.id)
}

async function seedWorkspace(doing: Connecting, number: number): Promise<Workspace> {
  const { db } = doing
  const now = doing.now()
  const { id } = await insertWorkspace(db, { name: `Chaos ${number}`, plan: 'unlimited' }, now)
  const secret = randomBytes(32).toString('base64url')
  const key = { name: 'Chaos', abilities: ['*'], secret_hash: hashSecret(secret) }
  const kept = await insertKey(
    { db, workspace_id: id },
    { ...key, preview: previewOf(secret) },
    now,
  )
  for (const platform of platforms) {
    const names = people[platform]
    await connectPerson(doing, { workspace_id: id, platform }, names[number % names.length])
  }
  const accounts: Account[] = await db
    .selectFrom('accounts')
    .select(['id', 'platform', 'platform_account_id', 'username'])
    .where('workspace_id', '=', id)
    .execute()
  return { id, token: `${kept.id}|${secret}`, accounts }
}

/** Walks through the platform's own page. The same person again is a reconnect. */
export async function connectPerson(
  doing: Connecting,
  { workspace_id, platform }: { workspace_id: number; platform: string },
  person: string | undefined,
) {
  const signal = AbortSignal.timeout(30_000)
  const wish = { workspace_id, platform, sandbox: true }
  const url = await beginConnect(doing, wish, undefined, signal)
  const answer = Object.fromEntries(new URL(await allow(url, person)).searchParams)
  await keepAccounts(doing, await finishConnect(doing, platform, { answer }, signal))
}

/** New entries for about `deliveries` deliveries, numbered from `first`; due at a random moment between the two. */
export function drawEntries(
  workspaces: readonly Workspace[],
  chance: Chance,
  wanted: { deliveries: number; first: number; from: Date; until: Date },
): Entry[] {
  const entries: Entry[] = []
  let deliveries = 0
  while (deliveries < wanted.deliveries) {
    const entry = drawEntry(workspaces, chance, wanted.first + entries.length)
    entry.due_at = new Date(chance.between(wanted.from.getTime(), wanted.until.getTime()))
    deliveries += entry.accounts.length
    entries.push(entry)
  }
  return entries
}

function drawEntry(workspaces: readonly Workspace[], chance: Chance, number: number): Entry {
  const workspace = chance.pick(workspaces)
  if (!workspace) throw new Error('There are no workspaces.')
  const where = chance.weighted({ all: 64, x: 22, bluesky: 14 })
  return {
    number,
    marker: markerOf(number),
    kind: chance.weighted(kinds),
    workspace,
    accounts: workspace.accounts.filter(({ platform }) => where === 'all' || platform === where),
    post_id: undefined,
    created: 'asked',
    due_at: new Date(0),
    version: { acknowledged: 1, asked: 1 },
    cancelled: false,
    marked: false,
    busy: false,
  }
}

/** Writes the posts as the service's own statements would, thousands at once. */
export async function seedPosts({ db }: Connecting, entries: readonly Entry[]) {
  for (let at = 0; at < entries.length; at += BATCH) {
    const batch = entries.slice(at, at + BATCH)
    await db.transaction().execute(async (tx) => {
      const rows = batch.map(({ number, kind, workspace, due_at }) => ({
        workspace_id: workspace.id,
        content: kind === 'image_only' ? '' : textOf(number, 1),
        first_comment: kind === 'comment' ? commentOf(number) : null,
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
      const deliveries = batch.flatMap(({ post_id, accounts, workspace, due_at }) =>
        accounts.map(({ id, platform }, position) => ({
          workspace_id: workspace.id,
          post_id,
          account_id: id,
          position,
          platform,
          due_at,
        })),
      )
      await sql`
        insert into deliveries (workspace_id, post_id, account_id, position, platform, sandbox, due_at, wanted_at)
        select workspace_id, post_id, account_id, position, platform, true, due_at, due_at
        from jsonb_to_recordset(${JSON.stringify(deliveries)}::jsonb)
          as d(workspace_id bigint, post_id bigint, account_id bigint, position int, platform text, due_at timestamptz)`.execute(
        tx,
      )
      for (const entry of batch) {
        if (!entry.kind.startsWith('image')) continue
        const media_id = await seedPicture(
          { db: tx, workspace_id: entry.workspace.id },
          entry,
          new Date(),
        )
        const row = { workspace_id: entry.workspace.id, post_id: entry.post_id ?? 0, position: 0 }
        await tx
          .insertInto('post_media')
          .values({ ...row, media_id })
          .execute()
      }
    })
  }
  await sql`analyze`.execute(db)
}

/** All pictures are one file; the alt text tells whose it is. */
export function seedPicture(
  scope: Parameters<typeof insertMedia>[0],
  { number }: { number: number },
  now: Date,
) {
  const size_bytes = png().length
  const alt_text = `A picture for ${markerOf(number)}v1`
  const media = { original_name: BLOB, mime_type: 'image/png', size_bytes, blob_key: BLOB }
  const unknown = { duration: null, sha256: null }
  return insertMedia(scope, { ...media, width: 2, height: 2, alt_text, ...unknown }, now)
}

/** Where the service's blobs on disk look for it. */
export async function writePicture(data_dir: string) {
  const path = join(data_dir, 'blobs', BLOB.slice(0, 2), BLOB)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, png())
}
