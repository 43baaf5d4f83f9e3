/** Taking down and changing what is out: whether what is told of it is what the platforms have. */
import { manifests } from '#platforms/catalog.ts'
import type { Case, Say } from './case.ts'
import type { Arrival, DeliveryRow, EditRow, Evidence, Mark, RemovalRow } from './evidence.ts'
import { saysSame } from './texts.ts'
import type { Violation } from './violation.ts'

/** Where nobody can know, a person is told so. */
const TOLD = new Set(['outcome_unknown', 'not_shown_yet'])

/** Without what an earlier publishing of the delivery made, which was taken down before the present one, and what replies to that. */
export function presentOf(
  all: readonly Arrival[],
  { generation }: Pick<DeliveryRow, 'generation'>,
  removal: RemovalRow | undefined,
) {
  if (generation === 1) return all
  const isFormer = ({ gone }: Arrival) =>
    gone !== undefined &&
    gone !== 'somebody' &&
    gone.step === 'removals' &&
    gone.send !== removal?.id
  const former = new Set(all.filter(isFormer).map(({ id }) => id))
  return all.filter(({ id, reply_to }) => !former.has(id) && !former.has(reply_to ?? ''))
}

export function judgeRemoval(one: Case, say: Say) {
  const { delivery, entry, removal } = one
  const asked = entry?.removals.get(delivery.account_id)
  if (delivery.generation > 1 && !entry?.again)
    say('duplicate', 'was published once more, which nobody asked for')
  if (removal && !asked) say('wrongly reported', 'is to be taken down, which nobody asked for')
  if (!removal && asked === 'acknowledged' && delivery.generation === 1)
    say('lost', 'taking it down was acknowledged, but is not stored')
  const all = [...one.received, ...one.parts, ...one.comments]
  for (const { id, gone } of all)
    if (gone !== undefined && !isBy(gone, one))
      say('lost', `${id} was taken down, by ${gone === 'somebody' ? gone : nameOf(gone)}`)
  if (removal) judgeState(one, removal, all, say)
}

function isBy(gone: Mark | 'somebody', { delivery, removal }: Case) {
  if (gone === 'somebody') return false
  return gone.step === 'removals' && gone.delivery_id === delivery.id && removal !== undefined
}

function judgeState(one: Case, removal: RemovalRow, all: readonly Arrival[], say: Say) {
  const { delivery, refused, received } = one
  const { state, error_code, error_message } = removal
  const there = all.filter(({ gone }) => gone === undefined)
  const ids = there.map(({ id }) => id).join(', ')
  if ((state === 'pending' || state === 'removing') && !delivery.watched)
    say('stuck', `taking it down is still ${state}`)
  if (state === 'removed' && !wasLiedTo('removals', removal.id, one)) {
    const left = there.filter(
      ({ of }) => goesAlone(delivery.platform, of) && !error_message?.includes(of.step),
    )
    if (left.length) say('wrongly reported', `says removed, but ${ids} is there`)
  }
  if (state !== 'failed' || refused) return
  if (error_code === 'nothing_out') {
    if (there.length) say('wrongly reported', `says that nothing is out, but ${ids} is there`)
  } else if (!TOLD.has(error_code ?? ''))
    say('lost', `taking it down was given up: ${error_code} ${error_message}`)
  else if (received.length && !there.length)
    say('wrongly reported', `says ${error_code}, but all of it was taken down`)
}

/** Where replies go with their post nobody takes them down one by one. */
function goesAlone(platform: string, { step }: Mark) {
  const removal = manifests[platform]?.removal
  const isReply = step === 'comment' || step.startsWith('part_')
  return !isReply || (removal?.by === 'api' && removal.replies === 'apart')
}

export function judgeEdits(one: Case, say: Say) {
  const { delivery, entry, edits, received, removal } = one
  const wanted = (entry?.edits ?? []).filter(({ accounts }) =>
    accounts.includes(delivery.account_id),
  )
  for (const { text, acknowledged } of wanted) {
    const rows = edits.filter(({ content }) => content === text)
    if (rows.length > 1) say('duplicate', 'one change of it is asked for twice')
    if (!rows.length && acknowledged.includes(delivery.account_id) && delivery.generation === 1)
      say('lost', 'a change of it was acknowledged, but is not stored')
  }
  for (const { id, content, state, error_code } of edits) {
    if (!wanted.some(({ text }) => text === content))
      say('wrongly reported', 'is to be changed, which nobody asked for')
    if (state === 'pending' || state === 'editing') say('stuck', `a change of it is still ${state}`)
    if (state === 'failed' && !removal && !wasLiedTo('edits', id, one))
      say('lost', `a change of it was given up: ${error_code}`)
  }
  for (const { id, says, text } of received) {
    const allowed = textsOf(text, edits)
    if (!allowed.some((each) => saysSame(says, each)))
      say('wrongly reported', `${id} says ${JSON.stringify(says)}, and should ${allowed.at(-1)}`)
  }
}

/** The platform said to that errand that there is no such thing: more than it says nobody can know. */
function wasLiedTo(errands: 'removals' | 'edits', id: number, { delivery, evidence }: Case) {
  return evidence.lied.some(
    ({ delivery_id, step, send }) => step === errands && delivery_id === delivery.id && send === id,
  )
}

/** What may stand there: the last change that was carried out, or one behind it of which nobody knows. */
function textsOf(published: string, edits: readonly EditRow[]): string[] {
  const last = edits.findLastIndex(({ state }) => state === 'edited')
  const behind = edits.slice(last + 1).filter(isDoubted)
  const texts = [...behind, ...edits.slice(Math.max(0, last), last + 1)]
  return [
    ...(last < 0 ? [published] : []),
    ...texts.flatMap(({ content }) => (content === null ? [] : [content])),
  ]
}

/** It says so itself, or is not over. */
function isDoubted({ state, error_message }: EditRow) {
  return state !== 'failed' || (error_message ?? '').includes('may have been changed')
}

/** Somebody else's, which is no business of ours. */
export function judgeOthers({ others }: Evidence): Violation[] {
  return others
    .filter(({ gone }) => gone !== undefined)
    .map(({ id, platform, gone }) => ({
      kind: 'lost' as const,
      post_id: undefined,
      what: `somebody else's post ${id} on ${platform} was taken down by ${gone?.mark ?? 'somebody'}`,
      delivery: undefined,
    }))
}

function nameOf({ workspace_id, delivery_id, step, send }: Mark) {
  return [workspace_id, delivery_id, step, send].join('/')
}

/** Errands of a delivery as it is published now. */
export function errandsOf({ removals, edits }: Evidence) {
  const key = (row: { workspace_id: number; delivery_id: number; generation: number }) =>
    `${row.workspace_id} ${row.delivery_id} ${row.generation}`
  const down = new Map(removals.map((row) => [key(row), row]))
  const changes = Map.groupBy(edits, key)
  return ({ workspace_id, id: delivery_id, generation }: DeliveryRow) => {
    const own = key({ workspace_id, delivery_id, generation })
    return { removal: down.get(own), edits: changes.get(own) ?? [] }
  }
}
