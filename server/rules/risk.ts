/** What may keep a post from going out as it is planned, and where a person does something about it. Pure. */
import { z } from 'zod'
import type { Plan } from './limits.ts'
import { monthOf } from './quota.ts'

interface About {
  /** Where somebody can do something about it: at the account, the post or the plan; null: nobody but who runs Crier. */
  act: 'account' | 'post' | 'plan' | null
  /** Behind the platforms that it is about, or by itself. */
  text: string
}

/** Every code, in the order of the docs. What makes each is in migrations/0062-risks.ts. */
export const risks = {
  account_needs_reconnect: {
    act: 'account',
    text: 'the platform takes our access no longer: connect the account again.',
  },
  token_ends_before: {
    act: 'account',
    text: 'access to the account ends before then, and nobody else can renew it: connect it again.',
  },
  daily_cap: {
    act: 'post',
    text: 'more is planned within 24 hours than the platform takes of the account: what is too much goes out later.',
  },
  plan_limit: {
    act: 'plan',
    text: 'the posts of this month are used up, so that it can not be approved.',
  },
  media_gone: { act: 'post', text: 'a file of it is gone: attach another.' },
  api_version_ends: {
    act: null,
    text: 'the version of the API in use ends before then: Crier has to be upgraded.',
  },
  platform_unreachable: {
    act: null,
    text: 'the platform does not answer, and is asked until it does.',
  },
  app_not_public: {
    act: 'account',
    text: 'the platform has not audited our app, and refused the last post for it.',
  },
  identical_text: {
    act: 'post',
    text: 'the same text goes to the account within 24 hours, which the platform refuses.',
  },
  approval_missing: {
    act: 'post',
    text: 'its time is within a day, and nobody has approved it.',
  },
} as const satisfies Record<string, About>

export type RiskCode = keyof typeof risks
// Written out by the table above: every name of it, and nothing else.
export const riskCodes = Object.keys(risks) as [RiskCode, ...RiskCode[]]
export const RiskCode = z.enum(riskCodes)

/** As it is stored. */
export const StoredRisk = z.object({
  code: RiskCode,
  account_id: z.int().min(1).nullable().describe('Null: it is about the whole post.'),
  since: z.iso.datetime(),
})
export type StoredRisk = z.infer<typeof StoredRisk>

export const Risk = StoredRisk.extend({
  act_url: z
    .string()
    .nullable()
    .describe('Where a person does something about it; null: whoever runs Crier does.'),
})
export type Risk = z.infer<typeof Risk>

/** So far ahead posts are looked at by themselves; what is written or whose account changes is, however far. */
export const RISK_DAYS = 7

interface Platform {
  id: string
  limits: { per_account_per_day: number | null }
  refuses_repeats?: true
  api_version?: { ends: string }
}

/** What the database cannot know of the platforms and the plans. Without `api` nobody looks at versions. */
export interface RiskFacts {
  per_day: Record<string, number>
  repeats: string[]
  plans: Record<string, number>
  month: string
  api?: Record<string, string>
}

/** `versioned`: of these the version is ours, and not one that the operator chose. */
export function factsFor(
  {
    manifests,
    plans,
    now,
  }: {
    manifests: Readonly<Record<string, Platform>>
    plans: Readonly<Record<string, Plan>>
    now: Date
  },
  versioned?: (platform: string) => boolean,
): RiskFacts {
  const all = Object.values(manifests)
  const per_day = all.flatMap(({ id, limits: { per_account_per_day: most } }) =>
    most === null ? [] : [[id, most] as const],
  )
  const limits = Object.entries(plans).flatMap(([plan, { monthly_posts: most }]) =>
    most === null ? [] : [[plan, most] as const],
  )
  const ends = all.flatMap(({ id, api_version }) =>
    api_version && versioned?.(id) ? [[id, api_version.ends] as const] : [],
  )
  return {
    per_day: Object.fromEntries(per_day),
    repeats: all.flatMap(({ id, refuses_repeats }) => (refuses_repeats ? [id] : [])),
    plans: Object.fromEntries(limits),
    month: monthOf(now),
    ...(versioned && { api: Object.fromEntries(ends) }),
  }
}
