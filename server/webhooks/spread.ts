/** From events to sends: each webhook is moved along the events of its workspace, and gets a send for what is for it. */
import { standingOf } from '#access/standing.ts'
import { typesFor } from '#rules/event.ts'
import { allows } from '#rules/ability.ts'
import { headOf } from '#store/events.ts'
import type { Db } from '#store/schema.ts'
import {
  type Behind,
  insertSends,
  movePosition,
  numbered,
  takeBehind,
} from '#store/webhook-sends.ts'
import { disableWebhook } from '#store/webhooks.ts'

const HOOKS = 100
const EVENTS = 500

/** Sends and positions are one commit: nobody is left out and nothing is queued twice. False when nothing was behind. */
export async function spread(db: Db, now: Date) {
  return db.transaction().execute(async (tx) => {
    const hooks = await takeBehind(tx, HOOKS)
    if (!hooks.length) return false
    const { seq } = await headOf(tx)
    for (const hook of hooks) await follow(tx, hook, seq, now)
    return true
  })
}

async function follow(db: Db, hook: Behind, upto: number, now: Date) {
  const scope = { db, workspace_id: hook.workspace_id }
  const maker = await makerOf(db, hook, now)
  if (!maker) {
    await disableWebhook(scope, hook.id, 'credential_ended', now)
    return
  }
  const wanted = {
    webhook_id: hook.id,
    types: typesFor(hook.types, maker),
    account_ids: hook.account_ids,
    which: numbered(hook.position, upto),
  }
  const within = { ...scope, account_ids: maker.leash.account_ids ?? undefined }
  const { last, found } = await insertSends(within, wanted, EVENTS, now)
  await movePosition(scope, hook.id, found === EVENTS ? (last ?? upto) : upto)
}

/** The credential that a webhook hangs on, for as long as it may keep one; a pause passes. */
export async function makerOf(
  db: Db,
  { workspace_id, made_by }: { workspace_id: number; made_by: string },
  now: Date,
) {
  const standing = await standingOf(db, { workspace_id, credential: made_by }, now)
  return standing && allows(standing.abilities, 'webhooks:manage') ? standing : undefined
}
