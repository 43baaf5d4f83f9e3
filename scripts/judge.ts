/**
 * `npm run judge [-- --seeds 20000] [--from 1]`: plays worlds around the judge of lost calls, holds every verdict against the truth, and
 * says what the verdicts were. Fails at the first invariant that does not hold.
 */
import { parseArgs } from 'node:util'
import { play, type World } from '../test/publishing/strange-world.ts'

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '20000' },
    from: { type: 'string', default: '1' },
  },
})
const [from, seeds] = [Number(values.from), Number(values.seeds)]
const verdicts = new Map<string, number>()
const ends = new Map<string, number>()
let failed = 0

for (let seed = from; seed < from + seeds; seed++) {
  const world = play(seed)
  tell(world)
  if ((seed - from) % 1000 === 999) process.stderr.write(`${seed - from + 1} worlds\n`)
}
process.stdout.write(`\n${seeds} worlds, ${failed} in which an invariant does not hold\n`)
process.stdout.write(`\nRow and verdict\n${table(verdicts)}\n\nHow steps ended\n${table(ends)}\n`)
process.exitCode = failed > 0 ? 1 : 0

function tell({ seed, violations, judged, steps }: World) {
  for (const { verdict } of judged)
    count(verdicts, `${String(verdict.rule).padStart(2)} ${verdict.is}`)
  for (const { end } of steps)
    count(ends, end?.is === 'published' ? `${end.is}, ${end.proof}` : (end?.is ?? 'never'))
  if (violations.length > 0) failed++
  for (const { invariant, what } of violations)
    process.stdout.write(`seed ${seed}  ${invariant}  ${what}\n`)
}

function count(counts: Map<string, number>, name: string) {
  counts.set(name, (counts.get(name) ?? 0) + 1)
}

function table(counts: Map<string, number>) {
  const rows = [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return rows.map(([name, number]) => `${name.padEnd(24)}${String(number).padStart(8)}`).join('\n')
}
