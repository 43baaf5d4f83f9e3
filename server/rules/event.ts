/** What happened, as it is told to programs: kinds, what each carries, and who may hear of it. Pure. */
import { z } from 'zod'
import { Actor } from './actor.ts'
import { AccountHealth, Id, PostStatus, URL_PENDING } from './post.ts'
import { BlockedReason, ErrorCode } from './delivery.ts'
import { RiskCode } from './risk.ts'
import { Role } from './role.ts'
import { SeriesWhy } from './series.ts'
import { allows } from './ability.ts'
import { isLeashed, type Leash, mayDo } from './leash.ts'

const time = z.iso.datetime()

const ofPost = z.strictObject({
  status: PostStatus,
  scheduled_at: time.nullable(),
  updated_at: time.describe('Which version of the post this was.'),
})
const ofDelivery = z.strictObject({
  platform: z.string(),
  attempt: z.int().min(0).describe('How often publishing had been begun.'),
  platform_post_id: z.string().optional(),
  platform_url: z.string().optional(),
  url_pending: z.boolean().optional().describe(URL_PENDING),
  error_code: ErrorCode.optional(),
  blocked_reason: BlockedReason.optional(),
})
const ofEdit = ofDelivery.extend({
  revision: z.int().describe('Which version of what is out; as it was published it is 1.'),
})
const ofAccount = z.strictObject({
  platform: z.string(),
  health: AccountHealth,
  again: z.boolean().describe('It was known before.'),
  token_expires_at: time.nullable(),
})
const ofMedia = z.strictObject({ mime_type: z.string(), updated_at: time })
const ofSeries = z.strictObject({
  series_id: Id,
  name: z.string(),
  why: SeriesWhy.nullable(),
  updated_at: time,
})
export const Changed = z.object({
  field: z.string(),
  before: z.unknown().describe('null: nothing.'),
  after: z.unknown().describe('null: nothing.'),
})
export type Changed = z.infer<typeof Changed>
const changes = z.array(Changed).optional().describe('What is another than before.')

const ofMember = z.strictObject({ person_id: Id, role: Role, changes })
const ofKey = z.strictObject({ key_id: z.string(), name: z.string(), changes })
const ofGrant = z.strictObject({ grant_id: z.string(), name: z.string(), person_id: Id, changes })
const ofInvitation = z.strictObject({ invitation_id: Id, role: Role })
const ofWebhook = z.strictObject({ webhook_id: z.string(), why: z.string().optional() })
const ofHook = z.strictObject({
  webhook_id: z.string(),
  host: z.string().describe('Where it calls, without the path.'),
})

interface Kind {
  /** When it happens. */
  when: string
  data: z.ZodType
}

/** Every kind, in the order of the docs. */
export const kinds = {
  'post.created': { when: 'A post was made: a draft, or one on schedule.', data: ofPost },
  'post.scheduled': {
    when: 'It was put on schedule, or its time changed; a post for now has its time now.',
    data: ofPost,
  },
  'post.updated': {
    when: 'A draft or a scheduled post was changed, or what is kept with any.',
    data: ofPost,
  },
  'post.awaiting_approval': {
    when: 'A credential on a leash wants it out: a person has to say yes.',
    data: ofPost,
  },
  'post.approved': { when: 'Somebody approved it; it goes out at its time.', data: ofPost },
  'post.declined': { when: 'Somebody turned it down; it stays a draft.', data: ofPost },
  'post.cancelled': { when: 'It was taken off the schedule and deleted.', data: ofPost },
  'post.deleted': { when: 'It was deleted; what is out stays out.', data: ofPost },
  'post.restored': { when: 'It was brought back.', data: ofPost },
  'post.published': { when: 'Every channel of it is out.', data: ofPost },
  'post.partial': { when: 'It is out, though not on all of its channels.', data: ofPost },
  'post.failed': { when: 'It is out on none of its channels.', data: ofPost },
  'post.at_risk': {
    when: 'Something may keep it from going out as planned: once for each account and code.',
    data: ofPost.extend({
      code: RiskCode,
      health: AccountHealth.nullable().describe(
        'Of its account; null: it is about the whole post.',
      ),
    }),
  },
  'delivery.published': { when: 'One channel of a post is out.', data: ofDelivery },
  'delivery.failed': { when: 'One channel of a post was refused for good.', data: ofDelivery },
  'delivery.blocked': { when: 'One channel of a post waits for a person.', data: ofDelivery },
  'delivery.retried': {
    when: 'One channel of a post that had failed or waited for a person is tried again.',
    data: ofDelivery,
  },
  'delivery.updated': {
    when: 'More is known of a channel that is out: its address was found, or there may be a second post.',
    data: ofDelivery.extend({
      warnings: z.array(z.string()).describe('Those that were added.'),
    }),
  },
  'delivery.removed': { when: 'The platform does not show the post any more.', data: ofDelivery },
  'delivery.removal_failed': {
    when: 'It was to be taken down, and that was refused for good: it is out still, as far as anybody knows.',
    data: ofDelivery,
  },
  'delivery.edited': {
    when: 'What is out was changed as somebody wanted it.',
    data: ofEdit,
  },
  'delivery.edit_failed': {
    when: 'What is out was to be changed, and that was refused for good.',
    data: ofEdit,
  },
  'account.connected': { when: 'An account was connected, or works again.', data: ofAccount },
  'account.expiring': { when: 'Its access ends within days, by itself.', data: ofAccount },
  'account.needs_reconnect': {
    when: 'The platform takes its access no longer: a person has to connect it again.',
    data: ofAccount,
  },
  'account.disconnected': { when: 'Somebody disconnected it.', data: ofAccount },
  'media.created': { when: 'A file was taken into the library.', data: ofMedia },
  'media.changed': { when: 'What is said of a file was changed.', data: ofMedia },
  'media.deleted': { when: 'A file was deleted.', data: ofMedia },
  'schedule.changed': {
    when: 'The posting schedule was changed.',
    data: z.strictObject({ updated_at: time }),
  },
  'series.created': { when: 'A series of posts was made.', data: ofSeries },
  'series.changed': { when: 'What it makes, or when, was changed.', data: ofSeries },
  'series.paused': { when: 'It makes no posts for now: `why` says by what.', data: ofSeries },
  'series.resumed': { when: 'It goes on.', data: ofSeries },
  'series.ended': { when: 'It makes no more posts: `why` says by what.', data: ofSeries },
  'member.joined': { when: 'Somebody became a member.', data: ofMember },
  'member.changed': { when: 'A member has another role.', data: ofMember },
  'member.removed': { when: 'Somebody is no longer a member.', data: ofMember },
  'webhook.test': { when: 'Somebody asked for a test of the webhook.', data: ofWebhook },
  'webhook.disabled': { when: 'A webhook was switched off: `why` says by what.', data: ofWebhook },
  'webhook.dead': {
    when: 'A call of a webhook was given up, the first since it last answered.',
    data: ofWebhook,
  },
  'audit.key_created': { when: 'An API key was made.', data: ofKey },
  'audit.key_changed': { when: 'Its name or its leash was changed.', data: ofKey },
  'audit.key_revoked': { when: 'It was revoked.', data: ofKey },
  'audit.member_invited': {
    when: 'Somebody was invited.',
    data: ofInvitation,
  },
  'audit.invitation_withdrawn': {
    when: 'An invitation was taken back before anybody took it.',
    data: ofInvitation,
  },
  'audit.member_joined': { when: 'As member.joined.', data: ofMember },
  'audit.member_changed': { when: 'As member.changed.', data: ofMember },
  'audit.member_removed': { when: 'As member.removed.', data: ofMember },
  'audit.grant_given': { when: 'A person let an app in.', data: ofGrant },
  'audit.grant_changed': { when: 'How far an app goes was changed.', data: ofGrant },
  'audit.grant_ended': { when: 'An app was shut out.', data: ofGrant },
  'audit.webhook_created': { when: 'A webhook was made.', data: ofHook },
  'audit.webhook_changed': {
    when: 'Its address, what it is called for or its secret was changed, or it was switched on again.',
    data: ofHook,
  },
  'audit.webhook_deleted': { when: 'It was deleted.', data: ofHook },
  'audit.setting_changed': {
    when: 'Settings of the workspace were changed: `settings` names them.',
    data: z.strictObject({ settings: z.array(z.string()), changes }),
  },
} as const satisfies Record<string, Kind>

export type EventType = keyof typeof kinds

// Written out by the list above: every name of it, and nothing else.
export const eventTypes = Object.keys(kinds) as [EventType, ...EventType[]]
export const EventType = z.enum(eventTypes)

/** `post.*`: every kind of the group. */
const groups = [...new Set(eventTypes.map((type) => `${groupOf(type)}.*`))]
export const TypeFilter = z.enum([...eventTypes, ...groups], {
  error: ({ input }) =>
    `There is no kind ${typeof input === 'string' ? JSON.stringify(input.slice(0, 60)) : 'like this'}: use one of docs/events.md, or ${groups.join(', ')}.`,
})

export function groupOf(type: string) {
  return type.slice(0, type.indexOf('.'))
}

/** The kinds that these words stand for. */
export function namedBy(filter: readonly string[]): EventType[] {
  return eventTypes.filter((type) => filter.includes(type) || filter.includes(`${groupOf(type)}.*`))
}

export const Event = z.object({
  id: z.uuid().describe('The same wherever it is told, and the webhook-id of its webhooks.'),
  cursor: z.string().describe('Read on behind it with after.'),
  type: EventType,
  at: time,
  post_id: Id.nullable(),
  external_id: z.string().nullable().describe('Your own id of the post, where it has one.'),
  delivery_id: Id.nullable(),
  account_id: Id.nullable(),
  media_id: Id.nullable(),
  actor: Actor,
  data: z.record(z.string(), z.unknown()).describe('By type; see docs/events.md.'),
})
export type Event = z.infer<typeof Event>

/** Days for which events are kept; what was done by whom longer. */
export const keptDays = { usual: 30, audit: 400 } as const

/** The kinds that whoever has these abilities may hear of: none, where the leash does not let them read. */
export function audible({
  abilities,
  leash,
}: {
  abilities: readonly string[]
  leash: Leash
}): EventType[] {
  if (!mayDo(leash, 'read')) return []
  const runs = allows(abilities, 'keys:manage') && !isLeashed(leash)
  return eventTypes.filter((type) => {
    const group = groupOf(type)
    if (group === 'audit' || group === 'member') return runs
    if (group === 'webhook') return allows(abilities, 'webhooks:manage') && !isLeashed(leash)
    if (group === 'media') return allows(abilities, 'media:read')
    // They name no account by which they could be kept from whoever sees some only.
    if (group === 'series') return allows(abilities, 'posts:read') && leash.account_ids === null
    return allows(abilities, 'posts:read')
  })
}

/** What was asked for, as far as its maker may hear of it; a test reaches every webhook. */
export function typesFor(
  asked: readonly string[] | null,
  maker: { abilities: readonly string[]; leash: Leash },
): EventType[] {
  const heard = new Set(audible(maker))
  const named = asked ? namedBy(asked) : [...heard]
  return ['webhook.test', ...named.filter((type) => type !== 'webhook.test' && heard.has(type))]
}

/** Of this workspace and this epoch: another one's says nothing here. */
export function cursorOf(epoch: string, seq: number) {
  return `${epoch}.${seq}`
}

export function parseCursor(text: string): { epoch: string; seq: number } | undefined {
  const [, epoch, seq] = /^([0-9a-f]{12})\.(\d{1,15})$/.exec(text) ?? []
  return epoch === undefined ? undefined : { epoch, seq: Number(seq) }
}
