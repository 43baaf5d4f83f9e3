/** Second factors of people: one app each, and the recovery codes that are left. */
import { sql } from 'kysely'
import type { Db } from './schema.ts'

/** Shown to the person, who has to confirm it by a code. False: one is in force already. */
export async function offerSecondFactor(
  db: Db,
  { person_id, sealed_secret }: { person_id: number; sealed_secret: Buffer },
  now: Date,
) {
  const { rows } = await sql`
    insert into second_factors as f (person_id, sealed_secret, created_at)
    values (${person_id}, ${sealed_secret}, ${now})
    on conflict (person_id) do update set sealed_secret = excluded.sealed_secret, created_at = excluded.created_at
      where f.confirmed_at is null
    returning person_id`.execute(db)
  return rows.length > 0
}

/** Offered or in force. */
export async function findSecondFactor(db: Db, person_id: number) {
  return db
    .selectFrom('second_factors')
    .select(['sealed_secret', 'created_at', 'confirmed_at'])
    .where('person_id', '=', person_id)
    .executeTakeFirst()
}

/** Whether one is in force. */
export async function hasSecondFactor(db: Db, person_id: number) {
  const found = await findSecondFactor(db, person_id)
  return found !== undefined && found.confirmed_at !== null
}

/** In force from now on. False: another was offered meanwhile, or it is in force already. */
export async function confirmSecondFactor(
  db: Db,
  { person_id, sealed_secret, step }: { person_id: number; sealed_secret: Buffer; step: number },
  now: Date,
) {
  const { rows } = await sql`
    update second_factors set confirmed_at = ${now}, last_step = ${step}
    where person_id = ${person_id} and sealed_secret = ${sealed_secret} and confirmed_at is null
    returning person_id`.execute(db)
  return rows.length > 0
}

/** A code counts once, and so does every one before it: of several who send it, one gets in. */
export async function takeStep(
  db: Db,
  { person_id, sealed_secret, step }: { person_id: number; sealed_secret: Buffer; step: number },
) {
  const { rows } = await sql`
    update second_factors set last_step = ${step}
    where person_id = ${person_id} and sealed_secret = ${sealed_secret} and confirmed_at is not null
      and last_step < ${step}
    returning person_id`.execute(db)
  return rows.length > 0
}

/** With its recovery codes. False: there was none in force. */
export async function deleteSecondFactor(db: Db, person_id: number) {
  const row = await db
    .deleteFrom('second_factors')
    .where('person_id', '=', person_id)
    .returning('confirmed_at')
    .executeTakeFirst()
  return row !== undefined && row.confirmed_at !== null
}

/** Those from before are worth nothing any more. */
export async function replaceRecoveryCodes(db: Db, person_id: number, hashes: readonly Buffer[]) {
  await db.deleteFrom('recovery_codes').where('person_id', '=', person_id).execute()
  await db
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ person_id, code_hash })))
    .execute()
}

/** Used up by taking it. */
export async function takeRecoveryCode(db: Db, person_id: number, code_hash: Buffer) {
  const row = await db
    .deleteFrom('recovery_codes')
    .where('person_id', '=', person_id)
    .where('code_hash', '=', code_hash)
    .returning('person_id')
    .executeTakeFirst()
  return row !== undefined
}

export async function countRecoveryCodes(db: Db, person_id: number) {
  const { left } = await db
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll<number>().as('left'))
    .where('person_id', '=', person_id)
    .executeTakeFirstOrThrow()
  return left
}
