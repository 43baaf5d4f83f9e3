/** Faults of a platform that is nobody's echo: it shows things its own way, in its own time, among other people's. */

/** By name, the call that each meets when none is said. */
const calls = {
  shown_oddly: 'reads', // texts are shown as `seed` draws it
  clock: '*', // as long as it is set the platform's clock is `ms` ahead of ours, and gains `drift` ms an hour
  page: 'post', // a gateway's HTML page with `status` instead of the call; Retry-After by `ms`
  landed_page: 'post', // it happens, then such a page
  reads_lie: 'reads', // a look is told that there is no such thing
  partial_list: 'read', // a list as `seed` draws it: shuffled, late by `ms`, flickering, cut, empty
  late_id: '*', // the number or the address of what was published is not told yet
  refused_later: '*', // taken, and refused afterwards
  others_post: '*', // when a post is made, posts of others appear beside it, as `seed` draws it
} as const

export type StrangerFault = keyof typeof calls

export const isStranger = (fault: string): fault is StrangerFault => Object.hasOwn(calls, fault)

export const strangerFaults: readonly StrangerFault[] = Object.keys(calls).filter(isStranger)

export const callOf = (fault: string) => (isStranger(fault) ? calls[fault] : 'post')

const loud: readonly string[] = ['page', 'landed_page', 'reads_lie']

/** Played beside whatever else is set for a call, never instead of it. */
export const isQuiet = (fault: string) => isStranger(fault) && !loud.includes(fault)
