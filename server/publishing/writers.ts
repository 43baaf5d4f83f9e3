/** What attempts read and write while they run, joined with what others read and write at the same time. */
import { channel } from 'node:diagnostics_channel'
import { type Saving, saveAlone, saveTogether } from '#store/attempts.ts'
import { type AttemptEnding, endAlone, type Ended, endTogether } from '#store/endings.ts'
import type { PlatformAccount } from '#store/receipts.ts'
import type { Db } from '#store/schema.ts'
import { readToken, readTokens, type TokenRow } from '#store/tokens.ts'
import { lookedFor, type LookedFor } from '#store/twins.ts'
import { inBatches } from './batches.ts'
import type { Hold } from './hold.ts'

/** For whoever measures: how many milliseconds a save took. */
const SAVED = channel('crier:saved')

export interface Writers {
  /** Undefined: the account was removed. */
  token(
    account: { workspace_id: number; account_id: number },
    hold: Hold,
  ): Promise<TokenRow | undefined>
  /** What is being looked for on the account. */
  lookedFor(account: PlatformAccount, hold: Hold): Promise<readonly LookedFor[]>
  /** False: the lease is lost. */
  save(saving: Saving, hold: Hold): Promise<boolean>
  end(ending: AttemptEnding, hold: Hold): Promise<Ended>
  /** Asks for nothing in all these ways, so that the first post finds a connection that knows them. */
  warm(): Promise<void>
}

export interface Writing {
  /** For trips together: each kind has one under way at a time. */
  together: Db
  /** For what waits alone, and must hold up nobody. */
  alone: Db
  now: () => Date
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
}

export function writersOn({ together, alone, now, sleep }: Writing): Writers {
  const clock = { now, sleep }
  const token = inBatches<Wanted, { row: TokenRow | undefined }>({
    ...clock,
    async together(wanted) {
      const rows = await readTokens(together, wanted)
      const found = new Map(rows.map((row) => [`${row.workspace_id}:${row.id}`, row]))
      return wanted.map(({ workspace_id, account_id }) => ({
        row: found.get(`${workspace_id}:${account_id}`),
      }))
    },
    alone: async ({ workspace_id, account_id }) => ({
      row: await readToken({ db: alone, workspace_id }, account_id),
    }),
    // Readers of one account may travel together.
    keyOf: unique(),
    bytesOf: () => 0,
  })
  const looked = inBatches<PlatformAccount, LookedFor[]>({
    ...clock,
    async together(accounts) {
      const byAccount = new Map(accounts.map((account) => [keyOf(account), account]))
      const rows = await lookedFor(together, [...byAccount.values()])
      const found = Map.groupBy(rows, keyOf)
      return accounts.map((account) => found.get(keyOf(account)) ?? [])
    },
    alone: (account) => lookedFor(alone, [account]),
    keyOf: unique(),
    bytesOf: () => 0,
  })
  const save = inBatches<Saving, boolean>({
    ...clock,
    async together(savings) {
      const kept = await saveTogether(together, savings)
      return kept.map((is) => is || undefined)
    },
    alone: (saving) => saveAlone(alone, saving),
    keyOf: ({ workspace_id, id }) => `${workspace_id}:${id}`,
    bytesOf: ({ steps }) => steps.length,
  })
  const end = inBatches<{ key: string; json: string }, Ended>({
    ...clock,
    together: (endings) =>
      endTogether(
        together,
        endings.map(({ json }) => json),
      ),
    alone: ({ json }) => endAlone(alone, json),
    keyOf: ({ key }) => key,
    bytesOf: ({ json }) => json.length,
  })
  return {
    token: async ({ workspace_id, account_id }, hold) =>
      (await token({ workspace_id, account_id }, hold)).row,
    lookedFor: looked,
    async save(saving, hold) {
      const began = performance.now()
      const kept = await save(saving, hold)
      if (SAVED.hasSubscribers) SAVED.publish(performance.now() - began)
      return kept
    },
    end: (ending, hold) =>
      end({ key: `${ending.workspace_id}:${ending.id}`, json: JSON.stringify(ending) }, hold),
    async warm() {
      await readTokens(together, [])
      await lookedFor(together, [])
      await saveTogether(together, [])
      await endTogether(together, [])
    },
  }
}

type Wanted = { workspace_id: number; account_id: number }

function keyOf({ platform, sandbox, platform_account_id }: PlatformAccount) {
  return JSON.stringify([platform, sandbox, platform_account_id])
}

function unique() {
  let count = 0
  return () => String(count++)
}
