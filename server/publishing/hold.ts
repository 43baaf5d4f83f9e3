/** The lease, as its worker knows it without asking. */
export interface Hold {
  /** Aborts when it is known to be lost. */
  signal: AbortSignal
  /** By our clock it is ours until then; every renewal moves it. */
  until: () => Date
  /** Absent: nothing is counted. */
  hand?: () => Promise<boolean>
}

/** Resolves when something may be sent, and from then on at once; false: nothing may soon, and the delivery goes back. */
export async function hasHand({ hand }: Hold) {
  return hand === undefined || (await hand())
}

/** Somebody else holds the delivery now: whatever we know is of no use any more. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
}
