/** Evidence of a lost call, to be changed by a test: a text of ours, one silent call, three complete looks that show nothing. */
import assert from 'node:assert/strict'
import type {
  Evidence,
  Known,
  Look,
  Rival,
  Seen,
  Send,
  Verdict,
} from '../../server/publishing/evidence.ts'

export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE

/** When the call began, on the platform's clock, and when it was known to be lost. */
export const BEGAN = Date.UTC(2026, 10, 22, 9)
export const ENDED = BEGAN + 30 * SECOND
/** The looks that the schedule asks for, the last of them after all that may have landed is shown. */
export const LOOKS = [ENDED + 10 * SECOND, ENDED + 40 * SECOND, ENDED + 6 * MINUTE]
export const NOW = LOOKS[2] ?? 0

export function send(change: Partial<Send> = {}): Send {
  return {
    at: BEGAN,
    ended_at: ENDED,
    error: 5 * SECOND,
    app: 'Crier',
    lost: 'silence',
    fetched: undefined,
    ...change,
  }
}

/** An entry that nothing explains and nothing tells to be ours. */
export function entry(id: string, change: Partial<Seen> = {}): Seen {
  return {
    ids: [id],
    at: BEGAN + 2 * SECOND,
    url: `https://platform.example/${id}`,
    author: 'us',
    app: undefined,
    role: 'post',
    parent: null,
    words: 'maybe',
    media: undefined,
    key: false,
    contradicts: null,
    ...change,
  }
}

export function look(at: number, seen: Seen[] = [], change: Partial<Look> = {}): Look {
  return { at, known: null, seen, reach: 'past_window', canary: null, ...change }
}

/** The three looks, each with these entries and this word on our key. */
export function looks(seen: Seen[] = [], known: Known | null = null, change: Partial<Look> = {}) {
  return LOOKS.map((at) => look(at, seen, { known, ...change }))
}

export function rival(ids: string[], change: Partial<Rival> = {}): Rival {
  return { ids, in_flight: false, yields: false, ...change }
}

export function lostCall(
  change: Partial<Omit<Evidence, 'ours' | 'rule'>> & {
    ours?: Partial<Evidence['ours']>
    rule?: Partial<Evidence['rule']>
  } = {},
): Evidence {
  return {
    sends: [send()],
    looks: looks(),
    receipts: new Set(),
    rivals: [],
    policy: 'look_then_send',
    sought: false,
    deleted: false,
    too_late: false,
    now: NOW,
    ...change,
    ours: {
      role: 'post',
      parent: null,
      media: [],
      has_media: false,
      has_link: false,
      wordy: true,
      ...change.ours,
    },
    rule: {
      looks: [10 * SECOND, 30 * SECOND, MINUTE],
      settle: 5 * MINUTE,
      twins: false,
      ...change.rule,
    },
  }
}

/** A verdict in few words: `8 found a,b; twice c`. */
export function told(verdict: Verdict): string {
  const { rule } = verdict
  switch (verdict.is) {
    case 'found': {
      const twice = verdict.twice.length > 0 ? `; twice ${verdict.twice.join()}` : ''
      return `${rule} found ${verdict.ids.join()} by ${verdict.proof}${twice}`
    }
    case 'landed':
      return `${rule} landed`
    case 'refused':
      return `${rule} refused ${verdict.code}`
    case 'wait':
      assert.match(verdict.why, /^[A-Z].*\.$/)
      return `${rule} wait ${(verdict.until - BEGAN) / SECOND}`
    case 'send':
      return `${rule} send ${verdict.under}`
    case 'absent':
      return `${rule} absent ${verdict.why}`
    case 'ask':
      return `${rule} ask ${verdict.why}: ${verdict.candidates.map(({ ids }) => ids[0]).join()}`
  }
}
