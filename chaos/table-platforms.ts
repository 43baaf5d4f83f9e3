/** The same figures for each platform on its own. */
import type { DeliveryRow, Evidence } from './evidence.ts'
import type { Played } from './sandbox.ts'
import { kindsOfViolation, type Verdict } from './verdict.ts'

interface Run {
  evidence: Evidence
  verdict: Verdict
  played: Played
}

type Column = readonly [string, (rows: readonly DeliveryRow[]) => number]

const having =
  (test: (row: DeliveryRow) => boolean): Column[1] =>
  (rows) =>
    rows.filter(test).length
const out = ({ status }: DeliveryRow) => status === 'published'

const columns: readonly Column[] = [
  ['deliveries', (rows) => rows.length],
  ['published', having(out)],
  ['lost, then out', having((row) => row.repeated && out(row))],
  ['looked up', having((row) => row.looked_up && !row.resent && out(row))],
  ['sent again', having(({ resent }) => resent)],
  ['unknown', having(({ blocked_reason }) => blocked_reason === 'outcome_unknown')],
]

/** One line a platform. */
export function byPlatform({ evidence, verdict, played }: Run): string[] {
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
  const all = [head, ...lines]
  const widths = head.map((_, at) => Math.max(...all.map((line) => line[at]?.length ?? 0)))
  return all.map((line) =>
    line
      .map((cell, at) =>
        at ? cell.padStart(widths[at] ?? 0) : `  ${cell.padEnd(widths[at] ?? 0)}`,
      )
      .join('  '),
  )
}
