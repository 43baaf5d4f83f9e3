/** Mails on their way. Written in the transaction of what they tell, so that a crash loses none. */
import { sql } from 'kysely'
import type { MailAbout, MailKind } from '#rules/mail.ts'
import type { Db } from './schema.ts'

export interface Mail {
  id: number
  kind: MailKind
  email: string
  about: MailAbout
  /** Counts this one. */
  tries: number
  created_at: string
}

/** Sent once the transaction is committed. */
export async function insertMail(
  db: Db,
  { kind, email, about = {} }: { kind: MailKind; email: string; about?: MailAbout },
  now: Date,
) {
  await db
    .insertInto('mails')
    .values({ kind, email, about: JSON.stringify(about), created_at: now, due_at: now })
    .execute()
}

/** Whether one of this kind waits to be sent there. */
export async function isOnItsWay(db: Db, { kind, email }: Pick<Mail, 'kind' | 'email'>) {
  const row = await db
    .selectFrom('mails')
    .select('id')
    .where('kind', '=', kind)
    .where('email', '=', email)
    .executeTakeFirst()
  return row !== undefined
}

/** The next mail that is due; nobody else takes it for `lease` milliseconds. */
export async function claimMail(db: Db, lease: number, now: Date): Promise<Mail | undefined> {
  const { rows } = await sql<Mail>`
    update mails set tries = tries + 1, due_at = ${new Date(now.getTime() + lease)}
    where id = (
      select id from mails where due_at <= ${now} order by due_at, id limit 1 for update skip locked)
    returning id, kind, email, about, tries, created_at`.execute(db)
  return rows[0]
}

/** Whether it is still wanted; nobody takes it back until the transaction ends. */
export async function holdMail(db: Db, id: number) {
  const row = await db
    .selectFrom('mails')
    .select('id')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

export async function putOffMail(db: Db, id: number, due_at: Date) {
  await db.updateTable('mails').set({ due_at }).where('id', '=', id).execute()
}

/** It was sent, or there is no more use in it. */
export async function deleteMail(db: Db, id: number) {
  await db.deleteFrom('mails').where('id', '=', id).execute()
}
