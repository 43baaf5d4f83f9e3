/** What the links in mails stand for. Only hashes of their tokens are kept, and a link that was used is gone. */
import { sql } from 'kysely'
import type { LinkAbout, LinkKind } from '#rules/mail.ts'
import type { Db } from './schema.ts'

export interface Link {
  email: string
  person_id: number | null
  workspace_id: number | null
  invitation_id: number | null
  about: LinkAbout | null
}

export async function insertLink(
  db: Db,
  link: {
    token_hash: Buffer
    kind: LinkKind
    email: string
    person_id?: number | undefined
    workspace_id?: number | undefined
    invitation_id?: number | undefined
    about?: LinkAbout | undefined
    expires_at: Date
  },
  now: Date,
) {
  const { about, person_id = null, workspace_id = null, invitation_id = null, ...rest } = link
  const text = about ? JSON.stringify(about) : null
  await db
    .insertInto('mail_links')
    .values({ ...rest, person_id, workspace_id, invitation_id, about: text, created_at: now })
    .execute()
}

const shown = ['email', 'person_id', 'workspace_id', 'invitation_id', 'about'] as const

export async function findLink(db: Db, kind: LinkKind, token_hash: Buffer, now: Date) {
  return db
    .selectFrom('mail_links')
    .select(shown)
    .where('token_hash', '=', token_hash)
    .where('kind', '=', kind)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst()
}

/** Used up by taking it: of several at once one gets it. */
export async function takeLink(db: Db, kinds: readonly LinkKind[], token_hash: Buffer, now: Date) {
  return db
    .deleteFrom('mail_links')
    .where('token_hash', '=', token_hash)
    .where('kind', 'in', kinds)
    .where('expires_at', '>', now.toISOString())
    .returning(['kind', ...shown])
    .executeTakeFirst()
}

/** Links that were sent to this mailbox, also those that lead nowhere any more. Whoever counts next waits for the transaction. */
export async function countLinks(db: Db, kind: LinkKind, email: string, now: Date) {
  await sql`select pg_advisory_xact_lock(hashtext(${`crier:mailbox:${email}`}))`.execute(db)
  const { held } = await db
    .selectFrom('mail_links')
    .select(({ fn }) => fn.countAll<number>().as('held'))
    .where('email', '=', email)
    .where('kind', '=', kind)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirstOrThrow()
  return held
}

/** When the first of them runs out. */
export async function nextLinkEnd(db: Db, kind: LinkKind, email: string, now: Date) {
  const row = await db
    .selectFrom('mail_links')
    .select('expires_at')
    .where('email', '=', email)
    .where('kind', '=', kind)
    .where('expires_at', '>', now.toISOString())
    .orderBy('expires_at')
    .executeTakeFirst()
  return row?.expires_at
}

export async function deleteLinksOf(db: Db, person_id: number, kinds: readonly LinkKind[]) {
  await db
    .deleteFrom('mail_links')
    .where('person_id', '=', person_id)
    .where('kind', 'in', kinds)
    .execute()
}

/**
 * Moves to other addresses that were asked for and not confirmed, and the mails that would bring links for some. Their links lead
 * nowhere then, and count for the mailboxes as long as they would have been good: who asks again and again fills none.
 */
export async function cancelMoves(db: Db, { id, email }: { id: number; email: string }) {
  // First: this waits for one that is being written, whose link is there then.
  await sql`
    delete from mails
    where kind = 'email' and email <> ${email} and (about ->> 'person_id')::bigint = ${id}`.execute(
    db,
  )
  await db
    .updateTable('mail_links')
    .set({ person_id: null })
    .where('person_id', '=', id)
    .where('kind', '=', 'email')
    .where('email', '!=', email)
    .execute()
}

export async function pruneLinks(db: Db, now: Date) {
  await db.deleteFrom('mail_links').where('expires_at', '<', now.toISOString()).execute()
}
