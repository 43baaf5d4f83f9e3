/** Figures beside their goals, and beside what they were: bench/history.jsonl has a line for each that was ever kept. */
import { execFileSync } from 'node:child_process'
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { availableParallelism, cpus } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { root, say } from './service.ts'

export interface Figure {
  name: string
  value: number
  goal: number
  /** Lower is better. */
  lower?: true
  unit?: string
}

const Kept = z.object({
  commit: z.string(),
  date: z.string(),
  machine: z.string(),
  name: z.string(),
  value: z.number(),
})

const HISTORY = join(root, 'bench', 'history.jsonl')
/** Less than this of what it was is a step back, and not the weather of the machine. */
const FLOOR = 0.9
const machine = `${availableParallelism()} × ${cpus()[0]?.model ?? 'unknown'}`
const told: Figure[] = []

export function tell(figure: Figure, about = '') {
  const { name, value, goal, lower, unit = '' } = figure
  told.push(figure)
  const met = lower ? value <= goal : value >= goal
  const wanted = `goal ${lower ? '≤' : '≥'} ${goal}${unit}`
  say(`${met ? 'met ' : 'MISS'} ${name}: ${value.toFixed(2)}${unit} (${wanted})`)
  if (about) say(`     ${about}`)
}

/** Keeps what was told in this run. */
export function keepFigures(date: Date) {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], {
    cwd: root,
    encoding: 'utf8',
  }).trim()
  const lines = told.map(({ name, value }) =>
    JSON.stringify({ commit, date: date.toISOString(), machine, name, value }),
  )
  if (lines.length) appendFileSync(HISTORY, `${lines.join('\n')}\n`)
}

/** What is worse than nine tenths of what was kept last, on this kind of machine. */
export function stepsBack(): string[] {
  const kept = existsSync(HISTORY) ? readFileSync(HISTORY, 'utf8').trim().split('\n') : []
  const here = kept
    .map((line) => Kept.parse(JSON.parse(line)))
    .filter((each) => each.machine === machine)
  return told.flatMap(({ name, value, lower }) => {
    const last = here.findLast((each) => each.name === name)
    const share = last && (lower ? last.value / value : value / last.value)
    return share !== undefined && share < FLOOR
      ? [`${name}: ${value.toFixed(2)}, was ${last?.value.toFixed(2)} at ${last?.commit}`]
      : []
  })
}
