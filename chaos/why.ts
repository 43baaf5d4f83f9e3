/** Why a person was asked, as the workers' logs say it: the row of the judge's table that decided, and what there was to go by. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { callsLost, classesOf, isUnknown } from './aims.ts'
import type { DeliveryRow, Evidence } from './evidence.ts'
import type { Ledger } from './ledger.ts'
import { laidOut } from './table-platforms.ts'

const Line = z.object({
  msg: z.literal('a person is asked'),
  time: z.number(),
  workspace: z.coerce.number(),
  delivery: z.coerce.number(),
  step: z.string(),
  rule: z.number(),
  why: z.string(),
  lost: z.array(z.string()),
  fetched: z.array(z.union([z.boolean(), z.string()]).nullable()),
  looks: z.number(),
  reach: z.string().optional(),
  canary: z.boolean().nullish(),
  rivals: z.number(),
  candidates: z.array(
    z.object({ words: z.string(), role: z.string(), after: z.number().nullable() }),
  ),
})
export type Question = z.infer<typeof Line>

/** The last one of each delivery counts: what was asked before was answered. */
export async function questionsIn(logs: string): Promise<Map<string, Question>> {
  const names = (await readdir(logs)).filter((name) => name.startsWith('worker-'))
  const texts = await Promise.all(names.map((name) => readFile(join(logs, name), 'utf8')))
  const all = texts.flatMap((text) => text.split('\n').flatMap(questionOf))
  return new Map(
    all.toSorted((a, b) => a.time - b.time).map((one) => [keyOf(one.workspace, one.delivery), one]),
  )
}

/** A killed process may leave half a line. */
function questionOf(line: string): Question[] {
  if (!line.includes('a person is asked')) return []
  try {
    return [Line.parse(JSON.parse(line))]
  } catch (error) {
    if (error instanceof SyntaxError) return []
    throw error
  }
}

const keyOf = (workspace: number, delivery: number) => `${workspace}/${delivery}`

/** How many are asked, by class, calls lost, row and evidence; the most frequent first. */
export function reasons(
  ledger: Ledger,
  { deliveries }: Evidence,
  questions: ReadonlyMap<string, Question>,
): string[] {
  const classOf = classesOf(ledger)
  const asked = deliveries.filter(isUnknown).flatMap((row): string[][] => {
    const own = classOf(row)
    return own ? [[own.name, ...reasonOf(row, questions.get(keyOf(row.workspace_id, row.id)))]] : []
  })
  const groups = [...Map.groupBy(asked, (cells) => cells.join('\0')).values()]
  const lines = groups
    .toSorted((a, b) => (a[0]?.[0] ?? '').localeCompare(b[0]?.[0] ?? '') || b.length - a.length)
    .map((group) => [...(group[0] ?? []), String(group.length)])
  return laidOut([['', 'calls lost', 'row', 'step', 'what there was', 'times'], ...lines])
}

/** Restarts of the service may have taken its line: then only the calls are known. */
function reasonOf(row: DeliveryRow, question: Question | undefined): string[] {
  const calls = String(callsLost(row))
  if (!question) return [calls, '?', '?', '']
  const { rule, why, step, reach, canary, fetched, rivals, candidates } = question
  const known = [
    reach ?? 'no look',
    ...(canary === false ? ['ours not shown'] : []),
    ...(fetched.some((one) => one !== null) ? [`fetched ${fetched.join(', ')}`] : []),
    ...(candidates.length
      ? [
          candidates
            .map(({ words }) => words)
            .toSorted()
            .join(' '),
        ]
      : []),
    ...(rivals ? ['rivals'] : []),
  ]
  return [calls, `${rule} ${why}`, step, known.join('; ')]
}
