/** The tables of people, as Kysely sees them. */
import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { LinkAbout, LinkKind, MailAbout, MailKind } from '#rules/mail.ts'
import type { Role } from '#rules/role.ts'
import type { Time, TimeOrNull } from './columns.ts'

export interface PeopleSchema {
  persons: {
    id: Generated<number>
    name: string
    /** In lower case. */
    email: string
    email_confirmed_at: ColumnType<string | null, Date | null, Date | null>
    /** A language tag; null: as the browser has it. */
    locale: ColumnType<string | null, string | null | undefined, string | null | undefined>
    /** A zone of their own; null: the browser's, and the workspace's in mails. */
    timezone: ColumnType<string | null, string | null | undefined, string | null | undefined>
    /** See access/passwords.ts. Null: they sign in by a provider. */
    password_hash: string | null
    created_at: Time
  }
  sessions: {
    id: Generated<number>
    person_id: number
    token_hash: Buffer
    address: string
    agent: string
    created_at: Time
    last_used_at: Time
    /** Null: as every session does, after a while. */
    ends_at: TimeOrNull
  }
  /** Who a person is at a provider that they sign in by. */
  identities: {
    issuer: string
    subject: string
    person_id: number
    created_at: Time
    last_used_at: Time
  }
  /** Who is on the way to a provider. */
  oidc_requests: { state_hash: Buffer; browser_hash: Buffer; keep: Buffer; expires_at: Time }
  /** Codes of an app beside the password; see people/second-factor.ts. */
  second_factors: {
    person_id: number
    sealed_secret: Buffer
    created_at: Time
    confirmed_at: TimeOrNull
    last_step: number | null
  }
  /** Those that are left. */
  recovery_codes: { person_id: number; code_hash: Buffer }
  /** What authenticators know a person by; see people/passkeys.ts. */
  passkey_handles: { person_id: number; handle: Buffer }
  passkeys: {
    id: Generated<number>
    person_id: number
    name: string
    credential_id: Buffer
    public_key: Buffer
    counter: number
    transports: string[]
    backup_eligible: boolean
    backed_up: boolean
    created_at: Time
    last_used_at: TimeOrNull
  }
  /** Without a person: to sign in by. */
  passkey_challenges: { challenge_hash: Buffer; person_id: number | null; expires_at: Time }
  members: { workspace_id: number; person_id: number; role: Role; joined_at: Time }
  invitations: {
    workspace_id: number
    id: Generated<number>
    email: string
    role: Role
    /** The owner; null: the command line. */
    invited_by: number | null
    created_at: Time
    expires_at: Time
  }
  /** What the links in mails stand for; a link that was used is deleted. */
  mail_links: {
    token_hash: Buffer
    kind: LinkKind
    email: string
    person_id: number | null
    workspace_id: number | null
    invitation_id: number | null
    about: JSONColumnType<LinkAbout | null, string | null, string | null>
    created_at: Time
    expires_at: Time
  }
  /** Mails on their way; what was sent is deleted. */
  mails: {
    id: Generated<number>
    kind: MailKind
    email: string
    about: JSONColumnType<MailAbout, string, string>
    tries: Generated<number>
    created_at: Time
    due_at: Time
  }
  attempts_at_secrets: { bucket: string; hits: ColumnType<never, never, never> }
}
