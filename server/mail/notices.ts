/** Writes the mail of notices when it goes out: to a member still, about what still stands, and not of what was stopped. */
import { type Item, type NoticeKind, notices, wordsOf } from '#rules/notice.ts'
import type { Mail } from '#store/mails.ts'
import {
  stillAtRisk,
  stillAwaiting,
  stillInDoubt,
  stillNotRemoved,
  stillUnhealthy,
} from '#store/noticed.ts'
import { clockOf, noticesById, readNotices, waysOf } from '#store/notices.ts'
import { findPerson } from '#store/persons.ts'
import type { Scope } from '#store/schema.ts'
import { roleOf } from '#store/sessions.ts'
import type { Letter, Section } from './letter.ts'
import { letters } from './letters.ts'
import type { Writing } from './writing.ts'

/** Links of one mail to posts that wait for an answer; the rest is found behind any of them. */
const ANSWERS = 5

export async function writeNotices(mail: Mail, writing: Writing): Promise<Letter | undefined> {
  const { db, base_url, now, platform_name, stop_url } = writing
  const { workspace_id = 0, person_id = 0, notices: asked = [] } = mail.about
  const scope = { db, workspace_id }
  const person = await findPerson(db, person_id)
  const role = await roleOf(db, { workspace_id, person_id })
  // Who has left, or moved to another address, is not told at this one.
  if (!person || !role || person.email !== mail.email || !person.email_confirmed) return undefined
  const ways = await waysOf(scope, person_id)
  const zone = await clockOf(scope, person_id)
  const ids = asked.map(({ id }) => id)
  const open = await noticesById(scope, person_id, ids)
  const sections: (Section & { kind: NoticeKind })[] = []
  for (const each of open) {
    if (ways.get(each.kind) === 'off' || !notices[each.kind].roles.includes(role)) continue
    const standing = await standingOf(scope, each, each.items)
    if (!standing) {
      await readNotices(scope, person_id, [each.id], now)
      continue
    }
    const fresh = asked.find(({ id }) => id === each.id)?.fresh ?? each.count
    const items = standing.items.slice(-fresh)
    const count = standing.whole && each.count <= each.items.length ? items.length : fresh
    const words = wordsOf({ ...each, items, count }, { platform: platform_name, zone })
    const url = stop_url({ workspace_id, person_id, kinds: [each.kind] })
    sections.push({
      kind: each.kind,
      ...words,
      links: linksOf(each.kind, items, { base_url, workspace_id }),
      stop: { label: `No more mails when: ${notices[each.kind].label}`, url },
    })
  }
  if (!sections.length) return undefined
  const kinds = [...new Set(sections.map(({ kind }) => kind))]
  const stop = stop_url({ workspace_id, person_id, kinds })
  return letters.notices({ sections, stop })
}

/** What of it still stands; `whole`: it is known of each of them. Undefined: it is over. */
async function standingOf(
  scope: Scope,
  { kind, cause }: { kind: NoticeKind; cause: string },
  items: readonly Item[],
) {
  const keep = (stands: (item: Item) => boolean) => {
    const left = latest(items.filter(stands), kind)
    return left.length ? { items: left, whole: true } : undefined
  }
  const ids = (of: (item: Item) => number | null) =>
    items.flatMap((item) => of(item) ?? []).filter((id) => id > 0)
  switch (kind) {
    case 'decision':
    case 'removal_failed': {
      const channels = items.flatMap(({ post_id, account_id }) =>
        post_id !== null && account_id !== null ? [{ post_id, account_id }] : [],
      )
      const rows = await lasting[kind](scope, channels)
      return keep((item) =>
        rows.some((row) => row.post_id === item.post_id && row.account_id === item.account_id),
      )
    }
    case 'at_risk': {
      const rows = await stillAtRisk(
        scope,
        ids(({ post_id }) => post_id),
        cause,
      )
      return keep((item) =>
        rows.some((row) => row.post_id === item.post_id && row.account_id === item.account_id),
      )
    }
    case 'reconnect':
    case 'expiring': {
      const rows = await stillUnhealthy(
        scope,
        ids(({ account_id }) => account_id),
      )
      return keep((item) => rows.some(({ id }) => id === item.account_id))
    }
    case 'approval': {
      const rows = await stillAwaiting(
        scope,
        ids(({ post_id }) => post_id),
      )
      return keep((item) => rows.some(({ id }) => id === item.post_id))
    }
    default:
      return { items, whole: false }
  }
}

const lasting = { decision: stillInDoubt, removal_failed: stillNotRemoved }

/** Each thing once, as it was last. */
function latest(items: readonly Item[], kind: NoticeKind) {
  const key = ({ post_id, account_id }: Item) =>
    kind === 'reconnect' || kind === 'expiring' ? `${account_id}` : `${post_id} ${account_id}`
  return [...new Map(items.map((item) => [key(item), item])).values()]
}

function linksOf(
  kind: NoticeKind,
  items: readonly Item[],
  { base_url, workspace_id }: { base_url: string; workspace_id: number },
) {
  if (kind === 'reconnect' || kind === 'expiring')
    return [{ label: 'To the accounts', url: `${base_url}/accounts` }]
  if (kind === 'key_ending') return [{ label: 'To the keys', url: `${base_url}/keys` }]
  if (kind === 'removal_failed' || kind === 'edit_failed' || kind === 'at_risk') {
    const posts = new Set(items.flatMap(({ post_id }) => post_id ?? []))
    return [...posts]
      .slice(-ANSWERS)
      .map((id) => ({ label: `Post ${id}`, url: `${base_url}/posts/${id}` }))
  }
  if (kind !== 'decision') return [{ label: 'To the overview', url: `${base_url}/` }]
  return items.slice(-ANSWERS).flatMap(({ post_id, account_id }) => {
    const url = `${base_url}/answers/${workspace_id}/${post_id}/${account_id}`
    return [
      { label: `Post ${post_id}: it is there`, url: `${url}?it=is` },
      { label: `Post ${post_id}: it is not there`, url: `${url}?it=is-not` },
    ]
  })
}
