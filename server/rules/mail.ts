/** What mails are about, and what the links in them stand for. Pure. */
import { z } from 'zod'

/** A sign-up that waits until its address is confirmed. */
export const LinkAbout = z.object({
  name: z.string(),
  /** Without it, by whoever the person is at a provider. */
  password_hash: z.string().optional(),
  identity: z.object({ issuer: z.string(), subject: z.string() }).optional(),
  workspace: z.string().optional(),
  timezone: z.string().optional(),
})
export type LinkAbout = z.infer<typeof LinkAbout>

/** Those to sign in are printed by a command; the others go by mail. */
export const LinkKind = z.enum(['sign_up', 'reset', 'email', 'invitation', 'sign_in'])
export type LinkKind = z.infer<typeof LinkKind>

/**
 * A name as it may stand in a mail to somebody who did not choose it; undefined when it holds an address, which mail
 * programs make into a link: our letter would be a stranger's advertisement.
 */
export function nameInMail(name: string): string | undefined {
  const plain = name.normalize('NFKC').replace(/[\p{Cf}\p{Cc}]/gu, '')
  const linked = /:\/\/|\bwww\b|[@\\/]|[\p{L}\p{N}][.。][\p{L}\p{N}]{2,}/iu
  return linked.test(plain) ? undefined : name
}

/** Minutes for which a link is good. */
export const linkMinutes: Record<LinkKind, number> = {
  sign_up: 24 * 60,
  reset: 60,
  email: 24 * 60,
  invitation: 7 * 24 * 60,
  sign_in: 15,
}

/** A mailbox gets no more links of a kind than this while they are good, or would be: nobody can flood one. */
export const LINKS_AT_ONCE = 5

export const MailedLink = LinkKind.exclude(['sign_in'])
export type MailedLink = z.infer<typeof MailedLink>

/** A mail is a link, or tells something without one. */
export const MailKind = z.enum([
  ...MailedLink.options,
  'email_changed',
  'password_changed',
  'sign_in_linked',
  'second_factor',
  'passkey',
  'notices',
  'deletion',
  'farewell',
])
export type MailKind = z.infer<typeof MailKind>

const count = z.int().min(0)

/** A workspace's end, as its owners are told of it. */
export const Ending = z.object({
  what: z.enum(['asked', 'taken_back', 'erased']),
  workspace: z.string(),
  /** Whoever did it; absent: whoever runs the instance. */
  by: z.string().optional(),
  erase_at: z.iso.datetime().optional(),
  /** By whose clock the owner is told that. */
  zone: z.string().default('UTC'),
  /** Posts on schedule, that never go out. */
  not_out: count,
  /** Posts on their way at that moment. */
  under_way: count,
  /** Posts that are out, and stay. */
  out: count,
  /** Posts of which nobody knows. */
  unknown: count,
})
export type Ending = z.infer<typeof Ending>

/** What is known when the mail is asked for; the rest is looked up when it is written. */
export const MailAbout = z.object({
  person_id: z.int().optional(),
  workspace_id: z.int().optional(),
  invitation_id: z.int().optional(),
  /** The new address, told to the old one. */
  new_email: z.string().optional(),
  sign_up: LinkAbout.optional(),
  /** The provider that was linked. */
  provider: z.string().optional(),
  /** What became of it, and how many recovery codes are left where one was used. */
  second_factor: z
    .object({
      what: z.enum(['on', 'off', 'reset', 'code_used', 'codes_renewed']),
      left: z.int().optional(),
    })
    .optional(),
  /** What became of it, and what the person calls it. */
  passkey: z
    .object({
      what: z.enum(['added', 'removed', 'reset', 'copied']),
      name: z.string().optional(),
    })
    .optional(),
  /** What became of a workspace's end. The id is not told: what is about a workspace goes with it. */
  deletion: Ending.optional(),
  /** With how much of each is new. */
  notices: z.array(z.object({ id: z.int(), fresh: z.int() })).optional(),
  /** Apps by name: those that still have access, and those that were ended. */
  apps: z
    .object({ kept: z.array(z.string()).optional(), ended: z.array(z.string()).optional() })
    .optional(),
  /** Of those that go on signing in beside a new password. */
  passkeys: z.array(z.string()).optional(),
})
export type MailAbout = z.infer<typeof MailAbout>
