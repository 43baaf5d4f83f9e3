/** What a workspace puts on links. One statement a function. */
import { sql } from 'kysely'
import type { UtmTemplate } from '#rules/utm.ts'
import type { Scope } from './schema.ts'

export interface Utm {
  templates: readonly UtmTemplate[]
  /** Null: nobody ever set any. */
  updated_at: string | null
}

export async function findUtm({ db, workspace_id }: Scope): Promise<Utm> {
  const { utm, utm_updated_at } = await db
    .selectFrom('workspaces')
    .select(['utm', 'utm_updated_at'])
    .where('id', '=', workspace_id)
    .executeTakeFirstOrThrow()
  return { templates: utm ?? [], updated_at: utm_updated_at }
}

/** In the place of all that were there, from the version that was seen, or from any. False: another one is there. */
export async function replaceUtm(
  { db, workspace_id }: Scope,
  templates: readonly UtmTemplate[],
  seen: string | undefined,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('workspaces')
    .set({
      utm: templates.length ? JSON.stringify(templates) : null,
      utm_updated_at: sql<string>`greatest(${now}::timestamptz, utm_updated_at + interval '1 millisecond')`,
    })
    .where('id', '=', workspace_id)
    .$if(seen !== undefined, (query) => query.where('utm_updated_at', '=', seen ?? ''))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
