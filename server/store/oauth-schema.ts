/** The tables of OAuth: what the authorization server remembers, and what people allowed. */
import type { Generated, JSONColumnType } from 'kysely'
import type { Leash } from '#rules/leash.ts'
import type { Time, TimeOrNull } from './columns.ts'

export interface OAuthSchema {
  /** Codes, tokens, clients and what is between them. None of it belongs to a workspace before a person said so. */
  oauth_entries: {
    /** What kind of thing it is, as the library calls it. */
    model: string
    /** SHA-256 of what its holder shows: tokens and codes are not stored. */
    id_hash: Buffer
    /** Sealed: clients have secrets, and interactions hold what others were given. */
    body: Buffer
    client_id: string | null
    grant_ref: string | null
    audience: string | null
    scope: string | null
    created_at: Time
    consumed_at: TimeOrNull
    /** Null: until it is removed. */
    expires_at: TimeOrNull
  }
  grants: {
    workspace_id: number
    id: Generated<number>
    person_id: number
    /** What the authorization server calls it. */
    ref: string
    client_id: string
    client_name: string
    client_uri: string | null
    redirect_host: string
    leash: JSONColumnType<Leash, string | undefined, string>
    /** The person who changed it last; null: as it was allowed. */
    leashed_by: number | null
    /** Lists of tools that its person ticked; null: of before they could, every one. */
    toolsets: string[] | null
    last_used_at: TimeOrNull
    created_at: Time
    revoked_at: TimeOrNull
  }
}
