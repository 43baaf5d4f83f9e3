/** The lease, as its worker knows it without asking. */
export interface Hold {
  /** Aborts when it is known to be lost. */
  signal: AbortSignal
  /** By our clock it is ours until then; every renewal moves it. */
  until: () => Date
}

/** Somebody else holds the delivery now: whatever we know is of no use any more. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
}
