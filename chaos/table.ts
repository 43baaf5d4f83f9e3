/** What a run printed: one table, and for everything that went wrong the rows that tell its story. */
import { percentile } from '../bench/service.ts'
import type { Crew } from './crew.ts'
import type { DeliveryRow, Evidence } from './evidence.ts'
import { count, type Ledger } from './ledger.ts'
import type { Person } from './person.ts'
import type { Played } from './sandbox.ts'
import { byPlatform } from './table-platforms.ts'
import { isAnothers, type Verdict } from './verdict.ts'
import { type Question, reasons } from './why.ts'
import { kindsOfViolation, type Violation } from './violation.ts'

export interface Run {
  title: string
  lease: number
  troubles: ReadonlyMap<string, number>
  /** By platform and name. */
  armed: ReadonlyMap<string, number>
  played: Played
  ledger: Ledger
  person: Person
  crew: Crew
  evidence: Evidence
  verdict: Verdict
  /** By delivery, why a person was asked last; where logs are kept. */
  questions?: ReadonlyMap<string, Question>
  seconds: { running: number; settling: number }
}

/** Of each kind. */
const SHOWN = 10

export function table(run: Run): string {
  const { evidence, verdict, troubles, crew, lease, person } = run
  const [played, armed] = [sumOf(run.played), armedOf(run.armed)]
  const { deliveries } = evidence
  const recoveries = verdict.timelines.recoveries(crew.deaths)
  const sum = (values: Iterable<number>) => [...values].reduce((total, each) => total + each, 0)
  const having = (test: (row: (typeof deliveries)[number]) => boolean) =>
    deliveries.filter(test).length
  const ms = (share: number) => Math.round(percentile(recoveries, share))
  const unknown = deliveries.filter(({ blocked_reason }) => blocked_reason === 'outcome_unknown')
  const entries = new Map(run.ledger.entries.map((entry) => [entry.post_id, entry]))
  const isTaken = (delivery: DeliveryRow) =>
    isAnothers({ delivery, entry: entries.get(delivery.post_id), evidence })
  const refusedTwice = evidence.attempts.filter(({ code }) => code === 'duplicate_content').length

  const rows: [string, string | number][] = [
    ['deliveries', deliveries.length],
    ...statuses(deliveries),
    ['posts and comments received', evidence.arrivals.length],
    ['posts of others beside them', evidence.others.length],
    ['attempts', evidence.attempts.length],
    ...[...Map.groupBy(evidence.attempts, ({ outcome }) => outcome ?? 'no end written')].map(
      ([outcome, each]): [string, number] => [`  ${outcome}`, each.length],
    ),
    ['kills, freezes and restarts', sum(troubles.values())],
    ...sorted(troubles).map(([name, n]): [string, number] => [`  ${name}`, n]),
    ...[...Map.groupBy(crew.collapses, (how) => how)].map(([how, each]): [string, number] => [
      `  ${how}`,
      each.length,
    ]),
    ['faults played', `${sum(played.values())} (armed ${sum(armed.values())})`],
    ...sorted(played).map(([name, n]): [string, string] => [
      `  ${name}`,
      `${n} (armed ${armed.get(name) ?? 0})`,
    ]),
    ['calls of the API', sum(run.ledger.calls.values())],
    ...sorted(run.ledger.calls).map(([name, n]): [string, number] => [`  ${name}`, n]),
    ...errandsOf('taking down', evidence.removals),
    ...errandsOf('changes of what is out', evidence.edits),
    ['accounts connected again, posts retried', `${person.reconnected}, ${person.retried}`],
    ['answers lost, then published', having((row) => row.lost && row.status === 'published')],
    ['  found on the platform', having(({ proof }) => proof !== null)],
    ["  somebody else's equal post taken for it, by its words", having(isTaken)],
    ['  sent again after every look said absent', having(({ resent }) => resent)],
    ['  a second sending refused by the platform', refusedTwice],
    ['blocked as outcome_unknown', unknown.length],
    [
      'recovery after kill -9',
      `p50 ${ms(0.5)} ms, p99 ${ms(0.99)} ms of ${recoveries.length}; lease ${lease} ms`,
    ],
    ['seconds', `${run.seconds.running} with faults, ${run.seconds.settling} settling`],
    ...kindsOfViolation.map((kind): [string, number] => [
      kind.toUpperCase(),
      verdict.violations.filter((each) => each.kind === kind).length,
    ]),
  ]
  const width = Math.max(...rows.map(([name]) => name.length))
  const lines = rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`)
  const why = run.questions ? ['', ...reasons(run.ledger, evidence, run.questions)] : []
  return [run.title, '', ...lines, '', ...byPlatform(run), ...why, ''].join('\n')
}

/** The first violations of each kind, with the delivery's row, its attempts, and what arrived. */
export function stories({ verdict, evidence }: Pick<Run, 'verdict' | 'evidence'>): string {
  const texts = kindsOfViolation.flatMap((kind) => {
    const all = verdict.violations.filter((each) => each.kind === kind)
    const more = all.length > SHOWN ? [`… and ${all.length - SHOWN} more of ${kind}`] : []
    return [...all.slice(0, SHOWN).map((each) => storyOf(each, evidence, verdict)), ...more]
  })
  return `${texts.join('\n\n')}\n`
}

export function storyOf(
  { kind, post_id, what, delivery }: Violation,
  evidence: Evidence,
  { timelines }: Verdict,
) {
  const lines = [
    `${kind.toUpperCase()}: post ${post_id ?? '?'} ${delivery?.platform ?? ''}: ${what}`,
  ]
  if (!delivery) return lines.join('\n')
  lines.push(`  ${JSON.stringify({ ...delivery, steps: undefined })}`)
  for (const {
    number,
    worker,
    started_at,
    finished_at,
    step,
    outcome,
    code,
    words,
  } of timelines.of(delivery))
    lines.push(
      `  attempt ${number} by ${worker}: ${started_at} to ${finished_at ?? 'never'}, step ${step}, ${outcome} ${code ?? ''} ${words ?? ''}`,
    )
  for (const { id, of, text, created_at } of evidence.arrivals.filter(
    (each) => each.of.delivery_id === delivery.id,
  ))
    lines.push(`  received ${id} at ${created_at}, ${of.step} ${of.send}: ${JSON.stringify(text)}`)
  lines.push(...claimedOf(delivery, evidence))
  return lines.join('\n')
}

/** Whose the post is that it says to be its own, where that is another's. */
function claimedOf({ id, platform, platform_post_id }: DeliveryRow, evidence: Evidence) {
  const is = (each: { platform: string; id: string }) =>
    each.platform === platform && each.id === platform_post_id
  const ours = evidence.arrivals.filter(is).filter(({ of }) => of.delivery_id !== id)
  const theirs = [...evidence.others, ...evidence.strangers].filter(is)
  return [
    ...ours.map(({ of, text }) => [`delivery ${of.delivery_id}, ${of.step} ${of.send}`, text]),
    ...theirs.map(({ by = 'nobody known', created_at, text }) => [`${by} at ${created_at}`, text]),
  ].map(([whose, text]) => `  ${platform_post_id} is of ${whose}: ${JSON.stringify(text)}`)
}

/** Over all platforms. */
function sumOf(played: Played) {
  const sums = new Map<string, number>()
  for (const faults of played.values())
    for (const [name, times] of Object.entries(faults)) count(sums, name, times)
  return sums
}

function armedOf(armed: ReadonlyMap<string, number>) {
  const sums = new Map<string, number>()
  for (const [name, times] of armed) count(sums, name.split(' ')[1] ?? name, times)
  return sums
}

function statuses(deliveries: Evidence['deliveries']): [string, number][] {
  const groups = Map.groupBy(deliveries, ({ status, error_code }) =>
    status === 'failed' || status === 'blocked' ? `${status}, ${error_code}` : status,
  )
  return sorted(groups).map(([name, rows]) => [`  ${name}`, rows.length])
}

/** By how they ended. */
function errandsOf(
  name: string,
  rows: readonly { state: string; error_code: string | null }[],
): [string, number][] {
  const groups = Map.groupBy(rows, ({ state, error_code }) =>
    [state, ...(state === 'failed' ? [error_code] : [])].join(', '),
  )
  return [
    [name, rows.length],
    ...sorted(groups).map(([how, each]): [string, number] => [`  ${how}`, each.length]),
  ]
}

function sorted<Value>(entries: Iterable<readonly [string, Value]>) {
  return [...entries].sort(([a], [b]) => a.localeCompare(b))
}
