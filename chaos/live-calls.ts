/** People who take down, change and publish once more what is out, through REST, while everything around them breaks. */
import { manifests } from '#platforms/catalog.ts'
import type { Chance } from './chance.ts'
import { kinds } from './kinds.ts'
import { type Account, count, type Entry, type Ledger } from './ledger.ts'
import { callTwice, describeAnswer } from './rest.ts'
import type { Stage } from './stage.ts'
import { textOf } from './texts.ts'

/** Milliseconds since a post fell due: some are still on their way, most are out. */
const LATEST = 25_000
/** Versions of a text that no update of a post comes to. */
const EDITS = 100

/** Everywhere, or on one of its accounts. */
export async function unpublish(stage: Stage, ledger: Ledger, chance: Chance) {
  const entry = chance.pick(outIn(ledger))
  if (!entry) return
  const alone = chance.next() < 0.5 ? chance.pick(entry.accounts) : undefined
  const { post_id, workspace, removals } = entry
  for (const { id } of alone ? [alone] : entry.accounts)
    if (!removals.has(id)) removals.set(id, 'asked')
  const path = `/api/posts/${post_id}/unpublish`
  const body = alone ? { account_ids: [alone.id] } : {}
  const call = { method: 'POST' as const, path, body }
  const answer = await callTwice(stage.base_url, workspace, call, chance)
  count(ledger.calls, `unpublish ${describeAnswer(answer)}`)
  if (answer?.status !== 202) return
  for (const { account_id, removal } of answer.body.per_account ?? [])
    if (removal !== undefined) removals.set(account_id, 'acknowledged')
}

/** On all accounts whose platform lets us change it. */
export async function edit(stage: Stage, ledger: Ledger, chance: Chance) {
  const entry = chance.pick(outIn(ledger).filter((each) => !each.busy && editable(each).length > 0))
  if (!entry) return
  const { number, post_id, workspace, edits } = entry
  const accounts = editable(entry).map(({ id }) => id)
  const wanted = { text: textOf(number, EDITS + edits.length), accounts, acknowledged: [] }
  const at = edits.push(wanted) - 1
  entry.busy = true
  const path = `/api/posts/${post_id}/edit-published`
  const body = { content: wanted.text, account_ids: accounts }
  const answer = await callTwice(stage.base_url, workspace, { method: 'POST', path, body }, chance)
  count(ledger.calls, `edit ${describeAnswer(answer)}`)
  entry.busy = false
  if (answer?.status !== 202) return
  const acknowledged = (answer.body.per_account ?? [])
    .filter((each) => each.edit?.content === wanted.text)
    .map(({ account_id }) => account_id)
  edits[at] = { ...wanted, acknowledged }
}

/** Wherever it was taken down, if it is down by now. */
export async function republish(stage: Stage, ledger: Ledger, chance: Chance) {
  const down = ledger.entries.filter(
    ({ removals, busy }) => !busy && [...removals.values()].includes('acknowledged'),
  )
  const entry = chance.pick(down)
  if (!entry) return
  entry.again = true
  const call = {
    method: 'POST' as const,
    path: `/api/posts/${entry.post_id}/publish-now`,
    body: { republish: true },
  }
  const answer = await callTwice(stage.base_url, entry.workspace, call, chance)
  count(ledger.calls, `republish ${describeAnswer(answer)}`)
}

function outIn({ entries }: Ledger) {
  const now = Date.now()
  return entries.filter(
    ({ due_at, post_id, cancelled }) =>
      post_id !== undefined &&
      !cancelled &&
      due_at.getTime() < now &&
      due_at.getTime() > now - LATEST,
  )
}

function editable({ kind, accounts, options }: Entry): Account[] {
  const { media, words } = kinds[kind]
  if (!words) return []
  const mime_types = media ? [`${media}/any`] : []
  return accounts.filter(({ platform }) => {
    const { editing } = manifests[platform] ?? {}
    const of = { options: options[platform] ?? {}, mime_types }
    return editing && editing.except?.(of) === undefined
  })
}
