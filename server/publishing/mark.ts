/** On the sandbox every call says which step it is of, for whoever counts what arrived; a real platform is told nothing. */
import type { Fetch } from '#platforms/tools.ts'
import type { Entry } from '#rules/progress.ts'
import type { Work } from '#store/attempts.ts'

export interface Marking {
  fetch: Fetch
  /** From now on calls are of this step. */
  begin(step: string, entry: Entry): void
}

/** `workspace/delivery/step/send`: the number of the send, from 1, where the step publishes. */
export function markCalls(
  fetch: Fetch,
  { sandbox, workspace_id, id }: Pick<Work, 'sandbox' | 'workspace_id' | 'id'>,
): Marking {
  let current: { step: string; entry: Entry } | undefined
  if (!sandbox) return { fetch, begin() {} }
  return {
    fetch(url, init) {
      if (!current) return fetch(url, init)
      const { step, entry } = current
      const mark = `${workspace_id}/${id}/${step}/${entry.sends?.length ?? 0}`
      return fetch(url, { ...init, headers: { ...init?.headers, 'x-sandbox-mark': mark } })
    },
    begin(step, entry) {
      current = { step, entry }
    },
  }
}
