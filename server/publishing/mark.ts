/**
 * Which step is under way: addresses of files are named after it, so that who comes to one tells of that call. On the sandbox
 * every call says it as well, for whoever counts what arrived; a real platform is told nothing.
 */
import type { Fetch } from '#platforms/tools.ts'
import type { Entry } from '#rules/progress.ts'
import { pullName } from '#rules/pull.ts'
import type { Work } from '#store/attempts.ts'
import type { ErrandKind, ErrandWork } from '#store/errands.ts'

export interface Marking {
  fetch: Fetch
  /** From now on calls are of this step. */
  begin(step: string, entry: Entry): void
  /** The name of the call that is about to be made, for addresses that it will carry. */
  call: () => string | undefined
}

/** `workspace/delivery/step/send`: the number of the send, from 1, where the step publishes. */
export function markCalls(
  fetch: Fetch,
  { sandbox, workspace_id, id }: Pick<Work, 'sandbox' | 'workspace_id' | 'id'>,
): Marking {
  let current: { step: string; entry: Entry } | undefined
  return {
    fetch(url, init) {
      if (!current || !sandbox) return fetch(url, init)
      const { step, entry } = current
      return marked(fetch, [workspace_id, id, step, entry.sends?.length ?? 0])(url, init)
    },
    begin(step, entry) {
      current = { step, entry }
    },
    call() {
      if (!current) return undefined
      const { step, entry } = current
      return pullName({ workspace_id, delivery_id: id, step, began: beganAt(entry) })
    },
  }
}

/** `workspace/delivery/removals/number`: which errand it is that takes down or changes what is out. */
export function markErrand(
  fetch: Fetch,
  { table }: ErrandKind,
  {
    sandbox,
    workspace_id,
    delivery_id,
    id,
  }: Pick<ErrandWork, 'sandbox' | 'workspace_id' | 'delivery_id' | 'id'>,
): Fetch {
  return sandbox ? marked(fetch, [workspace_id, delivery_id, table, id]) : fetch
}

function marked(fetch: Fetch, of: readonly (string | number)[]): Fetch {
  return (url, init) =>
    fetch(url, { ...init, headers: { ...init?.headers, 'x-sandbox-mark': of.join('/') } })
}

function beganAt({ sends }: Entry) {
  const last = sends?.at(-1)
  return last ? Date.parse(last.began_at) : 0
}
