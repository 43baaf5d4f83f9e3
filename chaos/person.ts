/** What only a person can mend while it goes on: accounts to connect again, and what waited for them to retry. */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Chance } from './chance.ts'
import { count, type Ledger, type Workspace } from './ledger.ts'
import { callTwice, describeAnswer } from './rest.ts'
import { connectPerson } from './seed.ts'
import type { Stage } from './stage.ts'

export interface Person {
  reconnected: number
  retried: number
  /** One look at everything; answers how much there was to do. */
  help(): Promise<number>
}

/** Retries what failed for the sake of a connection; what else failed stays as it is, for the verdict. */
export function person(
  stage: Stage,
  workspaces: readonly Workspace[],
  ledger: Ledger,
  chance: Chance,
): Person {
  const { deps } = stage
  const accountsById = new Map(
    workspaces.flatMap(({ id, accounts }) =>
      accounts.map((account) => [account.id, { ...account, workspace_id: id }]),
    ),
  )
  const self: Person = {
    reconnected: 0,
    retried: 0,
    async help() {
      const accounts = await stage.patiently((db) =>
        db.selectFrom('accounts').select('id').where('health', '=', 'needs_reconnect').execute(),
      )
      for (const { id } of accounts) {
        const account = accountsById.get(id)
        // The platform's own faults hit a person too, who then tries again later.
        if (account && (await connectPerson(deps, account).then(yes, no))) self.reconnected += 1
      }
      const { rows } = await stage.patiently((db) =>
        sql<{ post_id: number }>`
          select distinct d.post_id from deliveries d join accounts a using (workspace_id)
          where a.id = d.account_id and a.health = 'healthy' and d.status = 'failed'
            and d.error_message like 'The account was %connected%' limit 50`.execute(db),
      )
      for (const { post_id } of rows) {
        const entry = ledger.entries.find((each) => each.post_id === post_id)
        if (!entry) continue
        entry.again = true
        const call = { method: 'POST' as const, path: `/api/posts/${post_id}/retry`, body: {} }
        const answer = await callTwice(stage.base_url, entry.workspace, call, chance)
        count(ledger.calls, `retry ${describeAnswer(answer)}`)
        if (answer?.status === 202) self.retried += 1
      }
      return accounts.length + rows.length
    },
  }
  return self
}

/** Looks now and then until told to stop. */
export async function helpUntil(helper: Person, signal: AbortSignal) {
  while (!signal.aborted) {
    await helper.help()
    await sleep(1_000, undefined, { signal }).catch(() => {})
  }
}

const yes = () => true
const no = () => false
