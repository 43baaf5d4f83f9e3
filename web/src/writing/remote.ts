/**
 * What is written here is kept in the service too, so that it can be gone on with on another device. This device's own copy
 * comes first and is the one that is shown; the service's follows when typing rests, and nobody's is overwritten unseen.
 */
import { CrierError } from '@crier/sdk'
import { ask } from '../api/ask.ts'
import { type Composition, isBlank } from './composition.ts'

/** After the last key. */
const REST = 1_500
/** Without a connection, or while the service is away. */
const AGAIN = 10_000
const TITLE = 200

/** As lists tell it. */
export interface Listed {
  uuid: string
  /** Counts what was written there. */
  rev: number
  title: string
  updated_at: string
}

export type There = Listed & { body: Partial<Composition> }

const placeOf = (workspace_id: number, uuid = '') =>
  `/workspaces/${workspace_id}/compositions${uuid && `/${uuid}`}`

/** The latest first; empty while there is no connection. */
export async function listed(workspace_id: number): Promise<readonly Listed[]> {
  if (!navigator.onLine) return []
  const { compositions } = await ask<{ compositions: Listed[] }>('GET', placeOf(workspace_id))
  return compositions
}

export async function there(workspace_id: number, uuid: string): Promise<There | undefined> {
  const known = (await listed(workspace_id)).some((each) => each.uuid === uuid)
  return known ? ask<There>('GET', placeOf(workspace_id, uuid)) : undefined
}

export async function forgetThere(workspace_id: number, uuid: string) {
  await ask('DELETE', placeOf(workspace_id, uuid)).catch(() => undefined)
}

/** Files that are not in the library yet are on this device alone. */
export function bodyFor(composition: Composition) {
  const { workspace_id: _, uuid: __, rev: ___, sent_at: ____, ...body } = composition
  return { ...body, files: body.files.filter(({ id }) => id !== undefined) }
}

/** What somebody wrote here that is not there. */
export function isUnsent({ touched_at, sent_at = 0 }: Composition) {
  return touched_at > sent_at
}

interface Follow {
  get: () => Composition
  /** Whether this tab is the one that writes. */
  owned: () => boolean
  /** It is there, as it was at `sent_at`. */
  sent: (rev: number, sent_at: number) => void
  /** Another device has written it meanwhile. */
  refused: (by: There) => void
}

export interface Following {
  changed: () => void
  /** Without waiting for rest. */
  now: () => void
  /** After it was refused, when it is decided which one goes on. */
  resume: () => void
  end: () => void
}

export function follow({ get, owned, sent, refused }: Follow): Following {
  let timer: ReturnType<typeof setTimeout> | undefined
  let sending: Promise<void> | undefined
  let over = false
  let stopped = false

  function later(ms: number) {
    clearTimeout(timer)
    if (!over && !stopped) timer = setTimeout(begin, ms)
  }

  function begin() {
    clearTimeout(timer)
    timer = undefined
    sending ??= send().finally(() => (sending = undefined))
  }

  async function send() {
    const mine = get()
    if (over || stopped || !owned() || !isUnsent(mine)) return
    const { uuid, workspace_id, rev = 0, touched_at } = mine
    if (isBlank(mine)) {
      // Nobody goes on with nothing.
      if (rev) await forgetThere(workspace_id, uuid)
      return sent(0, touched_at)
    }
    const wish = { rev, title: mine.text.trim().slice(0, TITLE), body: bodyFor(mine) }
    try {
      const kept = await ask<Listed>('PUT', placeOf(workspace_id, uuid), wish)
      // It became a post while it was on its way.
      if (over) return await forgetThere(workspace_id, uuid)
      sent(kept.rev, touched_at)
      if (isUnsent(get())) later(REST)
    } catch (error) {
      if (!(error instanceof CrierError) || error.status === 0 || error.status >= 500)
        return later(AGAIN)
      // It was discarded elsewhere, or kept no longer; who goes on writing here wants it.
      if (error.code === 'not_found' && rev > 0) {
        sent(0, 0)
        return later(REST)
      }
      stopped = true
      const by = error.data['composition']
      if (error.code === 'post_changed' && by) refused(by as There)
    }
  }

  addEventListener('online', begin)
  return {
    changed: () => later(REST),
    now: begin,
    resume() {
      stopped = false
      begin()
    },
    end() {
      over = true
      clearTimeout(timer)
      removeEventListener('online', begin)
    },
  }
}
