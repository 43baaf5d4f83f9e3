/** What the service tells whoever follows a request or a delivery on its way: words out of lists, numbers and ids, never what somebody wrote. */
import type { SpanAttribute } from './spans.ts'

export type Attributes = { [Name in SpanAttribute]?: string | number | boolean | undefined }

export interface Begin {
  /** Made of words out of lists. */
  name: string
  kind: 'internal' | 'client' | 'consumer'
  attributes: Attributes
  /** It hangs below nothing, whatever is under way. */
  root?: true
  /** Of the post that it is for: linked to the request that asked for it, where that one is known. */
  asked_by?: number
}

export interface Span {
  set(this: void, attributes: Attributes): void
  /** It came to nothing; a code, never a message. */
  fail(this: void, code: string): void
  /** It is the request that asked for something about this post. */
  asks(this: void, post_id: number): void
}

/** Whoever has none is not followed. */
export interface Tracer {
  /** What `work` does hangs below it. What it throws fails it, and is thrown on. */
  follow<T>(this: void, of: Begin, work: (span: Span) => Promise<T>): Promise<T>
}

/** What is done about one delivery: a trace of its own, linked to the request that asked for its post. */
export function onDelivery(
  name: string,
  at: {
    platform: string
    sandbox: boolean
    workspace_id: number
    post_id: number
    delivery_id: number
  },
): Begin {
  return {
    name: `${name} ${at.platform}`,
    kind: 'consumer',
    root: true,
    asked_by: at.post_id,
    attributes: {
      'crier.platform': at.platform,
      'crier.sandbox': at.sandbox,
      'crier.workspace_id': at.workspace_id,
      'crier.post_id': at.post_id,
      'crier.delivery_id': at.delivery_id,
    },
  }
}

/** The post that an operation answered with; whoever changed it asked for what follows. `path`: the operation's of REST. */
export function tellPost(
  span: Pick<Span, 'set' | 'asks'>,
  { effect, path }: { effect: string; path: string },
  answer: unknown,
) {
  if (!path.startsWith('/api/posts')) return
  if (typeof answer !== 'object' || answer === null || !('id' in answer)) return
  if (typeof answer.id !== 'number') return
  span.set({ 'crier.post_id': answer.id })
  if (effect !== 'reads') span.asks(answer.id)
}

/** Follows `work`, if somebody does. */
export function followed<T>(
  tracer: Tracer | undefined,
  of: () => Begin,
  work: (span: Span | undefined) => Promise<T>,
): Promise<T> {
  return tracer ? tracer.follow(of(), work) : work(undefined)
}
