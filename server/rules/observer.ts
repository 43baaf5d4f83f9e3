/** What the running service tells whoever counts it: words out of lists, numbers, and nothing of a workspace. */

/** A platform, or its emulator. */
export interface Side {
  platform: string
  sandbox: boolean
}

/** As the timeline calls them; `lost`: another worker has it, `broke_off`: nothing could be written, or a bug of ours. */
export type AttemptOutcome =
  | 'published'
  | 'failed'
  | 'blocked'
  | 'later'
  | 'look'
  | 'released'
  | 'lost'
  | 'broke_off'

/** What a look for a lost call led to. `send`: it is not there, and is sent again; `over`: it is not sent any more; `failed`: the look brought nothing. */
export type Finding = 'found' | 'send' | 'wait' | 'ask' | 'over' | 'failed'

/** `ended`: the platform no longer accepts the sign-in. */
export type RefreshOutcome = 'renewed' | 'ended' | 'later' | 'broke_off'

/** `later`: it will be tried again. `given_up`: it will not. */
export type SendOutcome = 'sent' | 'later' | 'given_up'

/** Whoever has none is not counted. Times are in seconds. */
export interface Observer {
  /** `route` is a template; undefined: no route is like that. */
  answered(of: { method: string; route: string | undefined; status: number; seconds: number }): void
  /** Deliveries that are due were claimed, if there were any. */
  claimed(at: Date): void
  /** The first request of a delivery leaves, so long after it was due. */
  began(of: Side & { late: number }): void
  attempted(of: Side & { outcome: AttemptOutcome; code: string | null; seconds: number }): void
  looked(of: Side & { finding: Finding }): void
  refreshed(of: Side & { outcome: RefreshOutcome }): void
  choreRan(of: { chore: string; done: boolean; seconds: number; at: Date }): void
  webhookSent(outcome: SendOutcome): void
  mailSent(outcome: SendOutcome): void
}
