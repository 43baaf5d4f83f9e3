/** Asks the platform of one account for the numbers of its posts, as many at once as it takes. */
import { toolsFor } from '#connecting/platforms.ts'
import { isStale, refreshToken } from '#connecting/refresh.ts'
import { openSecret } from '#connecting/secrets.ts'
import type { Counts } from '#platforms/kit/metrics.ts'
import { type Account, type Connector, Failure, type Tools } from '#platforms/platform.ts'
import type { Due } from '#store/measuring.ts'
import { readToken, type TokenRow } from '#store/tokens.ts'
import type { Dependencies } from './chore.ts'

export type Told = { numbers: ReadonlyMap<string, Counts | 'gone'> } | { failure: Failure }

/** What was asked together, and what came of it. */
export interface Batch {
  rows: readonly Due[]
  told: Told
}

/** Platforms that nobody need ask any more in this run: our app may not, or several accounts found them silent. */
export class Closed {
  readonly #failures = new Map<string, Failure>()
  readonly #silences = new Map<string, number>()

  of(row: Whose) {
    return this.#failures.get(service(row))
  }

  note(row: Whose, failure: Failure) {
    const key = service(row)
    const silences = (this.#silences.get(key) ?? 0) + (failure.kind === 'unknown' ? 1 : 0)
    this.#silences.set(key, silences)
    if (failure.scope === 'app' || silences >= SILENCES) this.#failures.set(key, failure)
  }
}

const SILENCES = 3
const service = ({ platform, sandbox }: Whose) => `${platform} ${sandbox}`

/** Whose numbers are asked for. */
export type Whose = Pick<Due, 'workspace_id' | 'account_id' | 'platform' | 'sandbox'>

/** `due` is of one account. A post that spoils its batch is found by halves; any other failure ends the account's turn. */
export async function* measure(
  due: readonly Due[],
  deps: Dependencies,
  closed: Closed,
  signal: AbortSignal,
): AsyncGenerator<Batch> {
  const [first] = due
  if (!first) return
  const asker = askerOf(first, deps, signal)
  const batches = chunks(due, asker.per_call)
  let ended = closed.of(first)
  for (let rows = batches.shift(); rows; rows = batches.shift()) {
    const told: Told = ended ? { failure: ended } : await asker.ask(rows)
    if ('failure' in told && !ended) {
      if (told.failure.kind === 'rejected' && rows.length > 1) {
        batches.unshift(...chunks(rows, Math.ceil(rows.length / 2)))
        continue
      }
      if (told.failure.kind !== 'rejected') ended = told.failure
      closed.note(first, told.failure)
    }
    yield { rows, told }
  }
}

function askerOf(due: Due, deps: Dependencies, signal: AbortSignal) {
  const line = lineTo(due, deps, signal)
  const part = line.connector?.manifest.metrics
  return {
    per_call: part?.per_call ?? UNKNOWN_AT_ONCE,
    async ask(rows: readonly Due[]): Promise<Told> {
      const ids = rows.map(({ platform_post_id }) => platform_post_id)
      const told = await line.ask(part?.public, (connector, account, tools) =>
        connector.metrics?.(ids, account, tools),
      )
      return 'failure' in told ? told : { numbers: told.answer }
    },
  }
}

/** How one account's platform is asked for something: with its token, renewed where it has ended. */
export function lineTo(whose: Whose, deps: Dependencies, signal: AbortSignal) {
  const reach = deps.platforms(whose.platform, whose.sandbox)
  const scope = { db: deps.db, workspace_id: whose.workspace_id }
  let token: TokenRow | undefined

  /** The account as the connector takes it; `renew` when its token is no longer taken. */
  async function accountOf(isPublic: boolean | undefined, renew: boolean): Promise<Account> {
    token ??= await readToken(scope, whose.account_id)
    if (!token) throw new Failure('reconnect', 'account_removed', 'This account was removed.')
    const { platform_account_id, username, settings } = token
    if (isPublic) return { platform_account_id, username, settings, secret: {} }
    if (renew || isStale(token, deps.now())) token = await refreshToken(scope, token, deps, signal)
    const secret = openSecret(token.secret, deps.seal, whose.workspace_id)
    return { platform_account_id, username, settings, secret }
  }

  return {
    connector: reach?.connector,
    async ask<Answer>(
      isPublic: boolean | undefined,
      question: (
        connector: Connector,
        account: Account,
        tools: Tools,
      ) => Promise<Answer> | undefined,
    ): Promise<{ answer: Answer } | { failure: Failure }> {
      for (const renew of [false, true]) {
        try {
          if (!reach) throw unable()
          const account = await accountOf(isPublic, renew)
          const asked = question(reach.connector, account, toolsFor(reach, deps, signal))
          if (!asked) throw unable()
          return { answer: await asked }
        } catch (error) {
          const failure = failureOf(error, signal)
          if (renew || failure.kind !== 'expired' || !token?.refreshable) return { failure }
        }
      }
      throw new Error('The second try always answers.')
    },
  }
}

function unable() {
  return new Failure('later', 'not_configured', 'This platform is not configured here.')
}

/** Nobody is asked then. */
const UNKNOWN_AT_ONCE = 100

/** A bug of one connector must not keep the others from being asked. */
function failureOf(error: unknown, signal: AbortSignal): Failure {
  signal.throwIfAborted()
  if (error instanceof Failure) return error
  return new Failure('unknown', 'internal_error', 'An error of ours came in between.', {
    cause: error,
  })
}

function chunks<Each>(list: readonly Each[], size: number): Each[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, index) =>
    list.slice(index * size, (index + 1) * size),
  )
}
