/** A post on the wire, and what is derived from it. */
import { z } from 'zod'
import { Actor, Asker } from './actor.ts'
import {
  BlockedReason,
  Candidate,
  DeliveryStatus,
  ErrorCode,
  InDoubt,
  isSettled,
} from './delivery.ts'
import { EstimatedCost } from './cost.ts'
import { Finding, Remark } from './finding.ts'
import { Edit, isEditing } from './edit.ts'
import { WaitsFor } from './hold.ts'
import { AttachedMedia } from './media.ts'
import { Measured } from './metrics.ts'
import { isOpen, Removal } from './removal.ts'
import { Revision } from './revision.ts'
import { Risk, StoredRisk } from './risk.ts'
import { Part, PartOutcome, partsShown, Split, ThreadAs } from './thread.ts'
import { Wording } from './utm.ts'

export const PostStatus = z.enum(['draft', 'scheduled', 'published', 'failed'])
export type PostStatus = z.infer<typeof PostStatus>

export const Outcome = z.enum([
  'draft',
  'scheduled',
  'publishing',
  'published',
  'partial',
  'failed',
  'deleted',
])
export type Outcome = z.infer<typeof Outcome>

export const Id = z.int('Use a whole number.').min(1)
const time = z.iso.datetime().nullable()

export const URL_PENDING = 'Out, and where is looked for; else left out.'

/** The specification's delivery record, and why it stands where it stands. */
export const Pivot = z.object({
  status: DeliveryStatus,
  platform_post_id: z.string().nullable(),
  platform_url: z.string().nullable(),
  url_pending: z.boolean().optional().describe(URL_PENDING),
  error_message: z.string().nullable(),
  error_code: ErrorCode.nullable().describe('Stable, for programs.'),
  blocked_reason: BlockedReason.nullable(),
  published_at: time,
  next_attempt_at: time.describe('When a waiting delivery is tried next; never in the past.'),
  waits_for: WaitsFor.nullable().describe('Why one that is due waits.'),
  attempt_count: z.int().min(0).describe('How often publishing was begun.'),
  warnings: z.array(z.string()).describe('For example a first comment that was refused.'),
  candidates: z
    .array(Candidate)
    .nullable()
    .describe(
      'Of outcome_unknown: posts that the platform shows and that may be this one. Answer with retry_post.',
    ),
  part: z
    .int()
    .nullable()
    .describe('Of outcome_unknown in a thread: which part is asked about; 1 is the post itself.'),
  parts: z
    .array(PartOutcome)
    .nullable()
    .describe('Of a thread: what goes to this account, in order, and how far each part is.'),
  removal: Removal.optional().describe('Left out: nobody asked for it to be taken down.'),
  edit: Edit.optional().describe('The last change of what is out; left out: there is none.'),
  wording: Wording.optional().describe(
    'What goes out there, with the parameters on its links. Left out where it is as written.',
  ),
})

export const AccountHealth = z.enum(['healthy', 'expiring', 'needs_reconnect', 'disabled'])
export type AccountHealth = z.infer<typeof AccountHealth>

export const StoredPivot = Pivot.omit({ waits_for: true, part: true, parts: true }).extend({
  /** Its parts with the steps that they are carried out by; null: an ordinary post. */
  thread: z.object({ parts: z.array(Part), steps: z.unknown() }).nullable(),
  removal: Removal.nullish(),
  edit: Edit.nullish(),
  wording: Wording.nullish(),
  /** The queue that its post stands in, and since when people hold that. */
  queue: z.object({ id: Id, name: z.string(), since: time }).nullish(),
})

export const SocialAccount = z.object({
  id: Id,
  platform: z.string(),
  kind: z.enum(['profile', 'page', 'channel', 'board', 'business', 'location']),
  name: z.string(),
  username: z.string(),
  avatar_url: z.string().nullable(),
  health: AccountHealth,
  sandbox: z.boolean().describe('Connected to the sandbox, not to the real platform.'),
  pivot: Pivot,
})
export type SocialAccount = z.infer<typeof SocialAccount>

/** One try of a delivery: what support staff need to answer "did it post?". */
export const Attempt = z.object({
  number: z.int(),
  started_at: z.iso.datetime(),
  finished_at: time.describe('Null while it runs, or when its worker died.'),
  step: z.string().nullable().describe('The step it ended at, when it did not get through.'),
  outcome: z.string().nullable().describe('published, failed, blocked, later, look or released.'),
  code: ErrorCode.nullable(),
  words: z.string().nullable().describe("The platform's own words."),
  request_id: z
    .string()
    .nullable()
    .describe("The platform's id of the last request, for its support; null where it gives none."),
})
export type Attempt = z.infer<typeof Attempt>

export const PerAccount = Pivot.extend({
  account_id: Id,
  platform: z.string(),
  username: z.string(),
  reconnect_url: z
    .string()
    .nullable()
    .describe('Where a person connects the account again, when that is what it takes.'),
  attempts: z.array(Attempt).optional().describe('From get_post only: the last 50, oldest first.'),
  metrics: z
    .array(Measured)
    .optional()
    .describe(
      'From get_post only, with analytics:read: its numbers since it went out, oldest first.',
    ),
})

export const PlatformContent = z.object({
  account_id: Id,
  content: z.string().optional(),
  options: z.record(z.string(), z.unknown()).optional(),
  thread: z.array(Part).optional(),
  scheduled_at: z.iso.datetime().optional().describe('Where it goes out later than elsewhere.'),
})
export type PlatformContent = z.infer<typeof PlatformContent>

export const PlatformOptions = z.record(z.string(), z.record(z.string(), z.unknown()))

/** A person's word on a draft that a client on a leash wants out. */
export const Approval = z.object({
  state: z.enum(['awaiting', 'declined']),
  asked_at: z.iso.datetime(),
  reason: z.string().nullable().describe('Why it was declined, where something was said.'),
})
export type Approval = z.infer<typeof Approval>

/** What a person has to do. */
export const Need = z.enum(['decision', 'reconnect', 'approval'])
export type Need = z.infer<typeof Need>

export const CreatedVia = z.enum(['rest', 'mcp', 'dashboard'])

const StoredAccount = SocialAccount.extend({ pivot: StoredPivot })
type StoredAccount = z.infer<typeof StoredAccount>

/** What is stored of a post, with its accounts and media. */
export const StoredPost = z.object({
  id: z.int().min(0),
  content: z.string(),
  status: PostStatus,
  scheduled_at: time,
  published_at: time,
  error_message: z.string().nullable(),
  first_comment: z.string().nullable(),
  platform_content: z.array(PlatformContent),
  platform_options: PlatformOptions.describe('By platform; see the capabilities.'),
  in_doubt: InDoubt.nullable().describe(
    'After a lost answer, when the platform shows nothing of the post. Null: as the workspace has it.',
  ),
  thread: z.array(Part).nullish().describe('The parts behind the first; null: it is no thread.'),
  thread_as: ThreadAs.nullish().describe('Where a platform has no threads; null: refuse.'),
  split: Split.nullish().describe('What is too long is cut into a thread.'),
  media: z.array(AttachedMedia),
  /** What the parts behind the first show; null: it is no thread, or they show nothing. */
  part_media: z.array(AttachedMedia).nullish(),
  socialAccounts: z.array(StoredAccount),
  created_via: CreatedVia,
  series_id: Id.nullish().describe('The series that made it.'),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  deleted_at: time,
  approval: Approval.nullable().describe('Only on drafts that wait for approval or were declined.'),
  external_id: z
    .string()
    .nullable()
    .describe("The caller's own id of it, unique in the workspace."),
  metadata: z.record(z.string(), z.unknown()).nullable().describe('As it was sent.'),
  labels: z.array(z.string()),
  risks: z.array(StoredRisk),
  note: z.string().nullable().describe('For those who work on it; never published.'),
})
export type StoredPost = z.infer<typeof StoredPost>

export const rehearsed = z
  .literal(true)
  .optional()
  .describe('Nothing was written; this is what would be.')

/** Where a post that was deleted here is public still. */
export const StillLive = z.object({
  account_id: Id,
  platform: z.string(),
  url: z.string().nullable(),
})
export type StillLive = z.infer<typeof StillLive>

/** The preview of a link below a post, on platforms that are sent one. */
export const LinkCard = z.object({
  account_ids: z.array(Id),
  url: z.string(),
  title: z.string(),
  description: z.string(),
  has_picture: z.boolean(),
})
export type LinkCard = z.infer<typeof LinkCard>

export const Post = StoredPost.omit({ part_media: true }).extend({
  part_media: z
    .array(AttachedMedia)
    .optional()
    .describe(
      'Of a thread: files of the parts behind the first, each once, with the alt text that goes out.',
    ),
  socialAccounts: z.array(SocialAccount),
  risks: z
    .array(Risk)
    .optional()
    .describe(
      'What may keep it from going out as planned: a forecast, which stops nothing. Left out: nothing is known.',
    ),
  outcome: Outcome,
  needs: z
    .array(Need)
    .describe(
      'What a person has to do: decide whether it is out (retry_post), reconnect an account, approve.',
    ),
  still_live: z
    .array(StillLive)
    .optional()
    .describe('Of a deleted post: where it is public still.'),
  per_account: z.array(PerAccount),
  revisions: z
    .array(Revision)
    .optional()
    .describe('From get_post only: its changes, the oldest first. Left out: it was never changed.'),
  created_by: Actor.optional().describe('From get_post only.'),
  asked_by: Asker.nullish().describe(
    'From get_post only, where approval was asked for: who wants it out.',
  ),
  queue_id: Id.optional().describe('The queue that it stands in. Left out: none.'),
  warnings: z.array(z.string()),
  problems: z
    .array(Finding)
    .optional()
    .describe('Of a draft that was written just now: what keeps it from going out, as data.'),
  remarks: z
    .array(Remark)
    .optional()
    .describe('With dry_run: those of `warnings` that a check of the post said, as data.'),
  link_cards: z
    .array(LinkCard)
    .optional()
    .describe('With dry_run: previews of links that it would go out with.'),
  estimated_cost: EstimatedCost.optional().describe('With dry_run, where a platform asks for one.'),
  dry_run: rehearsed,
})
export type Post = z.infer<typeof Post>

type Told = Omit<StoredPost, 'socialAccounts' | 'risks' | 'part_media'> &
  Pick<Post, 'socialAccounts' | 'risks' | 'queue_id' | 'part_media'>

/** What is kept with a post and never published. */
export type OwnFields = Pick<StoredPost, 'external_id' | 'metadata' | 'labels' | 'note'>

/** The post as callers see it, but for the addresses where a person acts. */
export function present(post: Told, warnings: readonly string[] = []) {
  const per_account = post.socialAccounts.map(({ id, platform, username, pivot }) => ({
    account_id: id,
    platform,
    username,
    ...pivot,
  }))
  const standing = warningsOf(post)
  const others = warnings.filter((each) => !standing.includes(each))
  const still_live = post.deleted_at ? liveIn(post) : []
  return {
    ...post,
    outcome: outcome(post),
    needs: needsOf(post),
    ...(still_live.length && { still_live }),
    per_account,
    warnings: [...standing, ...others],
  }
}

type Settled = Pick<StoredPost, 'status' | 'deleted_at' | 'approval'> & {
  socialAccounts: readonly {
    id: number
    platform: string
    health: AccountHealth
    pivot: Omit<StoredAccount['pivot'], 'thread'>
  }[]
}

function needsOf(post: Settled): Need[] {
  if (post.deleted_at) return []
  const { approval, socialAccounts } = post
  const needs = {
    decision: socialAccounts.some(({ pivot }) => pivot.blocked_reason === 'outcome_unknown'),
    reconnect: socialAccounts.some((account) => needsReconnect(post, account)),
    approval: approval?.state === 'awaiting',
  }
  return Need.options.filter((need) => needs[need])
}

/** Whether it waits for the account to be connected again, or will. */
export function needsReconnect(
  { deleted_at }: Pick<StoredPost, 'deleted_at'>,
  { health, pivot }: Pick<Settled['socialAccounts'][number], 'health' | 'pivot'>,
) {
  if (deleted_at) return false
  if (pivot.blocked_reason === 'account_disconnected') return true
  const lost = health === 'needs_reconnect' || health === 'disabled'
  return lost && pivot.status === 'pending' && pivot.next_attempt_at !== null
}

/** Deleting here takes nothing off a platform. */
export function liveIn({ socialAccounts }: Pick<Settled, 'socialAccounts'>): StillLive[] {
  return socialAccounts
    .filter(({ pivot }) => pivot.status === 'published' || pivot.published_at !== null)
    .filter(({ pivot }) => pivot.removal?.state !== 'removed')
    .map(({ id, platform, pivot }) => ({ account_id: id, platform, url: pivot.platform_url }))
}

/** What is derived of a thread, instead of the steps that it is derived from. */
export function withParts(stored: z.infer<typeof StoredPivot>) {
  const { thread, url_pending, removal, edit, wording, queue: _, ...pivot } = stored
  const parts = thread && partsShown(thread, pivot)
  const asked = pivot.blocked_reason === 'outcome_unknown'
  const part = (asked && parts?.find(({ status }) => status === 'blocked')?.part) || null
  return {
    ...pivot,
    part,
    parts,
    ...(url_pending && { url_pending }),
    ...(removal && { removal }),
    ...(edit && { edit }),
    ...(wording && { wording }),
  }
}

function warningsOf({ approval }: Settled) {
  if (!approval) return []
  if (approval.state === 'awaiting') return ['awaiting_approval']
  return [`approval_declined${approval.reason ? `: ${approval.reason}` : ''}`]
}

interface Outcomes extends Pick<StoredPost, 'status' | 'deleted_at'> {
  socialAccounts: readonly { pivot: Pick<StoredAccount['pivot'], 'status'> }[]
}

export function outcome(post: Outcomes): Outcome {
  if (post.deleted_at) return 'deleted'
  const statuses = post.socialAccounts.map(({ pivot }) => pivot.status)
  const begun = statuses.includes('published') && statuses.includes('pending')
  if (statuses.includes('publishing') || begun) return 'publishing'
  if (post.status === 'published') return partial(post) ? 'partial' : 'published'
  return post.status
}

/** Derived, never stored: published somewhere, failed or blocked elsewhere. */
export function partial(post: Pick<Outcomes, 'status' | 'socialAccounts'>) {
  return (
    post.status === 'published' &&
    post.socialAccounts.some(({ pivot }) => pivot.status === 'failed' || pivot.status === 'blocked')
  )
}

/** Whether anything may still happen to the post by itself. */
export function underWay(post: Omit<Settled, 'approval'>) {
  const { socialAccounts } = post
  const isOnItsWay = ({ removal, edit }: Settled['socialAccounts'][number]['pivot']) =>
    (removal && isOpen(removal.state)) || (edit && isEditing(edit.state))
  if (socialAccounts.some(({ pivot }) => isOnItsWay(pivot))) return true
  if (post.deleted_at || post.status === 'draft') return false
  return socialAccounts.some(({ pivot }) => !isSettled(pivot.status))
}
