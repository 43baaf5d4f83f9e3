/** Whether Graph shows anything at all: 100/33 is what it says of what is gone, and of everything in an outage of its reads. */
import { z } from 'zod'
import { Failure } from '../platform.ts'
import { ask, type Graph, Id } from './graph.ts'

const Newest = z.object({ data: z.array(z.object({ id: Id })) })

/** The account's newest post is read by its number, as the other thing was. Undefined: there is none to read. */
export async function readsWork(graph: Graph, list: string): Promise<boolean | undefined> {
  const read = { purpose: 'read', method: 'GET' } as const
  try {
    const query = { fields: 'id', limit: '1' }
    const { data } = await ask(graph, { ...read, path: list, query, answer: Newest })
    const [newest] = data
    if (!newest) return undefined
    const one = { path: `/${newest.id}`, query: { fields: 'id' }, answer: z.object({ id: Id }) }
    await ask(graph, { ...read, ...one })
    return true
  } catch (error) {
    if (error instanceof Failure) return false
    throw error
  }
}
