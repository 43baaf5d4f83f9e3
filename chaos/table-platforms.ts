/** The same figures for each platform on its own. */
import { type Asked, askedBy, atOneInTen, isUnknown } from './aims.ts'
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
  return [...laidOut([head, ...lines]), '', ...questions(askedBy(ledger, evidence))]
}

/**
 * How often a person was asked: of a first lost answer, which looks should settle, and where a later call was lost as well,
 * which is a question by plan. In a hundred lost answers each, and the aim for both together.
 */
export function questions(asked: readonly Asked[]): string[] {
  const rounded = (value: number) => String(Math.round(value * 10) / 10)
  const inHundred = (times: number, lost: number) => rounded(lost ? (times / lost) * 100 : 0)
  return laidOut([
    [
      '',
      'lost answers',
      'beside others',
      'asked: first lost',
      'of them beside',
      'in 100',
      'at 1 in 10',
      'later lost too',
      'in 100',
      'all in 100',
      'aim',
    ],
    ...asked.map((each) => {
      const { name, lost, beside, first, first_beside, later, aim } = each
      const usual = atOneInTen(each)
      return [
        name,
        ...[lost, beside, first, first_beside].map(String),
        inHundred(first, lost),
        usual === null ? '-' : rounded(usual),
        String(later),
        inHundred(later, lost),
        inHundred(first + later, lost),
        String(aim ?? 'none'),
      ]
    }),
  ])
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
