/** The same figures for each platform on its own. */
import { askedBy, isUnknown } from './aims.ts'
import type { DeliveryRow, Evidence } from './evidence.ts'
import type { Ledger } from './ledger.ts'
import type { Played } from './sandbox.ts'
import type { Verdict } from './verdict.ts'
import { kindsOfViolation } from './violation.ts'

interface Run {
  ledger: Ledger
  evidence: Evidence
  verdict: Verdict
  played: Played
}

type Column = readonly [string, (rows: readonly DeliveryRow[]) => number]

const having =
  (test: (row: DeliveryRow) => boolean): Column[1] =>
  (rows) =>
    rows.filter(test).length

const columns: readonly Column[] = [
  ['deliveries', (rows) => rows.length],
  ['published', having(({ status }) => status === 'published')],
  ['lost answers', having(({ lost }) => lost)],
  ['by key', having(({ proof }) => proof === 'key')],
  ['by words', having(({ proof }) => proof === 'words')],
  ['by answer', having(({ proof }) => proof === 'answer')],
  ['sent again', having(({ resent }) => resent)],
  ['unknown', having(isUnknown)],
]

/** One line a platform, then how often a person was asked. */
export function byPlatform({ ledger, evidence, verdict, played }: Run): string[] {
  const groups = Map.groupBy(evidence.deliveries, ({ platform }) => platform)
  const head = ['', 'faults', ...columns.map(([name]) => name), ...kindsOfViolation]
  const lines = [...played].flatMap(([platform, faults]) => {
    const rows = groups.get(platform)
    if (!rows) return []
    const sum = Object.values(faults).reduce((total, times) => total + times, 0)
    const wrong = verdict.violations.filter(({ delivery }) => delivery?.platform === platform)
    const figures = [
      sum,
      ...columns.map(([, figure]) => figure(rows)),
      ...kindsOfViolation.map((kind) => wrong.filter((each) => each.kind === kind).length),
    ]
    return [[platform, ...figures.map(String)]]
  })
  const questions = askedBy(ledger, evidence).map(({ name, lost, beside, unknown, twice, aim }) => {
    const share = lost ? Math.round((unknown / lost) * 1000) / 10 : 0
    return [name, lost, beside, unknown, twice, share, aim ?? 'none'].map(String)
  })
  return [
    ...laidOut([head, ...lines]),
    '',
    ...laidOut([
      ['', 'lost answers', 'beside others', 'unknown', 'lost twice', 'in 100', 'aim'],
      ...questions,
    ]),
  ]
}

export function laidOut(rows: readonly (readonly string[])[]) {
  const widths = rows[0]?.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0))) ?? []
  return rows.map((row) =>
    row
      .map((cell, at) =>
        at ? cell.padStart(widths[at] ?? 0) : `  ${cell.padEnd(widths[at] ?? 0)}`,
      )
      .join('  '),
  )
}
