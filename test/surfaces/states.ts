/** Posts in every state of the specification's table, made as callers and platforms would make them. */
import { z } from 'zod'
import type { TestService } from '../service.ts'
import { callers } from './callers.ts'
import { begin, type Ending, end } from './hand.ts'
import { inAnHour, newPost } from './kit.ts'

export const states = [
  'draft',
  'scheduled',
  'publishing',
  'published',
  'partial',
  'failed',
  'unknown',
  'deleted draft',
  'cancelled',
  'deleted published',
  'deleted partial',
  'deleted failed',
] as const
export type State = (typeof states)[number]

/** A new post in that state, on two accounts; answers its id. */
export async function postIn(state: State, service: TestService): Promise<number> {
  const { rest } = callers(service)
  const { x = 0, bluesky = 0 } = service.accounts
  const sent = async (how?: Record<number, Ending>) => {
    const id = await newPost(service, { when: 'now' })
    await begin(service, id)
    if (how) await end(service, id, how)
    return id
  }
  switch (state) {
    case 'draft':
      return newPost(service)
    case 'scheduled':
      return newPost(service, { when: inAnHour() })
    case 'publishing':
      return sent()
    case 'published':
      return sent({ [x]: 'published', [bluesky]: 'published' })
    case 'partial':
      return sent({ [x]: 'failed', [bluesky]: 'published' })
    case 'failed':
      return sent({ [x]: 'failed', [bluesky]: 'failed' })
    case 'unknown':
      return sent({ [x]: 'unknown', [bluesky]: 'unknown' })
    case 'deleted draft':
      return deleted('draft')
    case 'deleted published':
      return deleted('published')
    case 'deleted partial':
      return deleted('partial')
    case 'deleted failed':
      return deleted('failed')
    case 'cancelled': {
      const id = await postIn('scheduled', service)
      await rest('cancel_post', { id })
      return id
    }
  }

  async function deleted(from: State) {
    const id = await postIn(from, service)
    await rest('delete_post', { id })
    return id
  }
}

/** Moves in the order of the columns below. */
export const moves = [
  'update_post',
  'publish_now',
  'retry_post',
  'cancel_post',
  'delete_post',
  'restore_post',
  'duplicate_post',
] as const
export type Move = (typeof moves)[number]

const publishable = 'post_not_publishable'
const retryable = 'post_not_retryable'
const cancelable = 'post_not_cancelable'
const live = 'post_not_deleted'

/** Section 3 of the specification: where each move leads (an outcome), or the code by which it is refused. */
// oxfmt-ignore
export const table: Record<State, readonly string[]> = {
  //                    update       publish_now   retry         cancel       delete       restore     duplicate
  'draft':             ['draft',     'scheduled',  retryable,    cancelable,  'deleted',   live,        'draft'],
  'scheduled':         ['scheduled', 'scheduled',  retryable,    'deleted',   cancelable,  live,        'draft'],
  'publishing':        ['invalid',   'publishing', retryable,    cancelable,  cancelable,  live,        'draft'],
  'published':         ['invalid',   publishable,  retryable,    cancelable,  'deleted',   live,        'draft'],
  'partial':           ['invalid',   publishable,  'publishing', cancelable,  'deleted',   live,        'draft'],
  'failed':            ['invalid',   'scheduled',  'scheduled',  cancelable,  'deleted',   live,        'draft'],
  'unknown':           ['invalid',   publishable,  retryable,    cancelable,  'deleted',   live,        'draft'],
  'deleted draft':     ['invalid',   publishable,  retryable,    cancelable,  'deleted',   'draft',     'draft'],
  'cancelled':         ['invalid',   publishable,  retryable,    cancelable,  'deleted',   'scheduled', 'draft'],
  'deleted published': ['invalid',   publishable,  retryable,    cancelable,  'deleted',   'published', 'draft'],
  'deleted partial':   ['invalid',   publishable,  retryable,    cancelable,  'deleted',   'partial',   'draft'],
  'deleted failed':    ['invalid',   publishable,  retryable,    cancelable,  'deleted',   'failed',    'draft'],
}

export function expected(state: State, move: Move): string {
  return table[state][moves.indexOf(move)] ?? ''
}

/** The input of a move; an update has to change something. */
export function inputOf(move: Move, id: number) {
  return move === 'update_post' ? { id, content: 'Changed' } : { id }
}

const Shown = z.looseObject({
  id: z.number(),
  status: z.string(),
  outcome: z.string(),
  content: z.string(),
  scheduled_at: z.string().nullable(),
  deleted_at: z.string().nullable(),
  per_account: z.array(z.looseObject({ account_id: z.number(), status: z.string() })),
})

/** How a post stands, for whoever looks. */
export async function lookAt(service: TestService, id: number) {
  return Shown.parse((await callers(service).rest('get_post', { id })).body)
}
