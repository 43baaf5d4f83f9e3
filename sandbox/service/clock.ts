/** The time in which the emulators live: the real one, plus what somebody has added. It never goes back. */
export interface Clock {
  now(): Date
  /** Adds milliseconds; tokens and media grow older at once. */
  advance(ms: number): void
  /** How far ahead of real time it is, in milliseconds. */
  readonly ahead: number
}

/** `changed` hears of every advance; `ahead` restores an earlier clock, so that saved tokens keep their age. */
export function makeClock(options: {
  real?: (() => Date) | undefined
  ahead?: number | undefined
  changed?: ((ahead: number) => void) | undefined
}): Clock {
  const { real = () => new Date(), changed } = options
  let ahead = options.ahead ?? 0
  return {
    now: () => new Date(real().getTime() + ahead),
    get ahead() {
      return ahead
    },
    advance(ms) {
      if (!Number.isFinite(ms) || ms < 0) throw new RangeError('The clock only moves forward.')
      ahead += ms
      changed?.(ahead)
    },
  }
}
