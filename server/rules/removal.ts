/** Taking down what is out: how far it is, and what of a delivery has to go, in which order. Pure. */
import { z } from 'zod'
import { stepOf } from '#platforms/kit/thread.ts'
import { ErrorCode } from './delivery.ts'
import type { Progress } from './progress.ts'

export const RemovalState = z.enum(['pending', 'removing', 'removed', 'failed', 'unsupported'])
export type RemovalState = z.infer<typeof RemovalState>

const time = z.iso.datetime().nullable()

/** As callers see it. */
export const Removal = z.object({
  state: RemovalState.describe(
    'removed: the platform says so. unsupported: it lets nobody but a person do it, at act_url.',
  ),
  asked_at: z.iso.datetime(),
  finished_at: time,
  next_attempt_at: time.describe('When one that waits is tried next.'),
  error_code: ErrorCode.nullable(),
  message: z.string().nullable().describe('Why it waits, or what a person has to do.'),
  act_url: z.string().nullable().describe('Where a person takes it down, when only a person can.'),
})
export type Removal = z.infer<typeof Removal>

/** It is not over. */
export function isOpen(state: RemovalState) {
  return state === 'pending' || state === 'removing'
}

/** One thing of a delivery that is on the platform. */
export interface Out {
  step: string
  id: string
  result: z.infer<ReturnType<typeof z.json>>
}

const Numbers = z
  .object({
    platform_post_id: z.string().nullish(),
    id: z.string().nullish(),
    uri: z.string().nullish(),
  })
  .catch({})

/**
 * What of it is out, the last first: its first comment, its parts from behind, the post. Where replies go with their post it is
 * the post alone. `untold`: steps that are out, or may be, of which nobody knows the number.
 */
export function whatIsOut(
  { steps, platform_post_id }: { steps: Progress; platform_post_id: string | null },
  replies: 'with_post' | 'apart',
): { out: Out[]; untold: string[] } {
  const names = Object.keys(steps).filter((name) => name === 'comment' || isPart(name))
  const parts = names.filter(isPart).toSorted((one, other) => numberOf(other) - numberOf(one))
  const comments = names.filter((name) => name === 'comment')
  const behind = replies === 'apart' ? [...comments, ...parts] : []
  const out: Out[] = []
  const untold: string[] = []
  for (const step of [...behind, 'post']) {
    const { result, sends } = steps[step] ?? {}
    const told = Numbers.parse(result ?? {})
    const own = told.platform_post_id ?? told.uri ?? told.id ?? null
    const id = step === 'post' ? (platform_post_id ?? own) : own
    if (id !== null) out.push({ step, id, result: result ?? null })
    else if (result !== undefined || sends?.length) untold.push(step)
  }
  return { out, untold }
}

const isPart = (step: string) => step !== 'post' && stepOf(numberOf(step)) === step

function numberOf(step: string) {
  return Number(/^part_(\d+)$/.exec(step)?.[1] ?? 1)
}
