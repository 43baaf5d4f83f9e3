/** When a service stood still, as `stalls.ts` wrote it down. */
import { readFile } from 'node:fs/promises'
import { z } from 'zod'

const Stall = z.object({ kind: z.enum(['turn', 'garbage']), until: z.number(), ms: z.number() })
export type Stall = z.infer<typeof Stall>

export async function stallsIn(file: string): Promise<Stall[]> {
  const text = await readFile(file, 'utf8').catch(() => '')
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => Stall.parse(JSON.parse(line)))
}

/** Those within so many milliseconds after `at`, told by how long after it each ended. */
export function stoodStill(stalls: readonly Stall[], at: number, ms: number) {
  const within = stalls.filter(({ until, ms: long }) => until > at && until - long < at + ms)
  const told = within.map(
    ({ kind, ms: long, until }) => `${kind} ${long} ms until ${(until - at).toFixed(0)}`,
  )
  return `the process stood still: ${told.join(', ') || 'never'}`
}
