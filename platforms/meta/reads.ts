/** Whether Graph shows anything at all: 100/33 is what it says of what is gone, and of everything in an outage of its reads. */
import { z } from 'zod'
import { Failure } from '../platform.ts'
import { ask, type Graph, Id } from './graph.ts'

const Newest = z.object({ data: z.array(z.object({ id: Id })) })

export interface Reads {
  /** The account's newest post is read by its number, as the other thing was. Undefined: there is none to read. */
  work: boolean | undefined
  /** What the list shows: the newest hundred. */
  ids: readonly string[]
}

export async function readsOf(graph: Graph, list: string): Promise<Reads> {
  const read = { purpose: 'read', method: 'GET' } as const
  try {
    const query = { fields: 'id', limit: '100' }
    const { data } = await ask(graph, { ...read, path: list, query, answer: Newest })
    const ids = data.map(({ id }) => id)
    const [newest] = ids
    if (newest === undefined) return { work: undefined, ids }
    const one = { path: `/${newest}`, query: { fields: 'id' }, answer: z.object({ id: Id }) }
    await ask(graph, { ...read, ...one })
    return { work: true, ids }
  } catch (error) {
    if (error instanceof Failure) return { work: false, ids: [] }
    throw error
  }
}
