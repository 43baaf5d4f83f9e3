/** Writes the mail of notices when it goes out: to a member still, about what still stands, and not of what was stopped. */
import {
  accountsOf,
  Item,
  type Named,
  nameOfAccount,
  nameOfPost,
  type NoticeKind,
  notices,
  placeOfAccount,
  placeOfPost,
  postsOf,
  type Told,
  wordsOf,
} from '#rules/notice.ts'
import type { Mail } from '#store/mails.ts'
import { postsInShort } from '#store/noticed.ts'
import { clockOf, noticesById, readNotices, waysOf } from '#store/notices.ts'
import { findPerson } from '#store/persons.ts'
import type { Scope } from '#store/schema.ts'
import { roleOf } from '#store/sessions.ts'
import { countStanding, standingOf } from '#store/standing.ts'
import type { Letter, Section } from './letter.ts'
import { letters } from './letters.ts'
import type { Writing } from './writing.ts'

/** Accounts that one mail leads to; the rest is found beside them. */
const ACCOUNTS = 3

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
  const named = await postsInShort(
    scope,
    open.flatMap(({ items }) => items.flatMap(({ post_id }) => post_id ?? [])),
  )
  const sections: (Section & { kind: NoticeKind })[] = []
  for (const each of open) {
    if (ways.get(each.kind) === 'off' || !notices[each.kind].roles.includes(role)) continue
    const fresh = asked.find(({ id }) => id === each.id)?.fresh ?? each.count
    const left = await leftOf(scope, each, fresh)
    if (left === 'over') await readNotices(scope, person_id, [each.id], now)
    if (typeof left === 'string') continue
    const { items, count } = left
    const words = wordsOf({ ...each, items, count }, { platform: platform_name, zone })
    const url = stop_url({ workspace_id, person_id, kinds: [each.kind] })
    sections.push({
      kind: each.kind,
      ...words,
      links: linksOf(
        { kind: each.kind, items, count },
        { base_url, workspace_id, named, zone, platform_name },
      ),
      stop: { label: `No more mails when: ${notices[each.kind].label}`, url },
    })
  }
  if (!sections.length) return undefined
  const kinds = [...new Set(sections.map(({ kind }) => kind))]
  const stop = stop_url({ workspace_id, person_id, kinds })
  return letters.notices({ sections, stop })
}

/** What is new of it and still stands. `told`: what stands was mailed before; `over`: nothing does. */
async function leftOf(
  scope: Scope,
  told: Told,
  fresh: number,
): Promise<{ items: readonly Item[]; count: number } | 'told' | 'over'> {
  const { items, count, kind } = told
  const newest = items.slice(-fresh)
  const stands = await standingOf(scope, told, items)
  if (!stands) return { items: newest, count: fresh }
  const left = latest(newest.filter(stands), kind)
  const all =
    count <= items.length ? items.filter(stands).length : ((await countStanding(scope, told)) ?? 0)
  if (!all) return 'over'
  if (fresh > items.length)
    return { items: left.length ? left : placesIn(items), count: Math.min(fresh, all) }
  return left.length ? { items: left, count: left.length } : 'told'
}

/** Where it was, for what stands and is not kept: neither names nor links. */
function placesIn(items: readonly Item[]) {
  const platforms = new Set(items.map(({ platform }) => platform))
  return [...platforms].map((platform) => Item.parse({ platform }))
}

/** Each thing once, as it was last. */
function latest(items: readonly Item[], kind: NoticeKind) {
  const key = ({ post_id, account_id }: Item) =>
    kind === 'reconnect' || kind === 'expiring' ? `${account_id}` : `${post_id} ${account_id}`
  return [...new Map(items.map((item) => [key(item), item])).values()]
}

interface Linking {
  base_url: string
  workspace_id: number
  named: ReadonlyMap<number, Named>
  zone: string
  platform_name: (id: string) => string
}

/** Each says which workspace it means: somebody may be in several. */
function linksOf(
  told: { kind: NoticeKind; items: readonly Item[]; count: number },
  { base_url, workspace_id, named, zone, platform_name }: Linking,
) {
  const { kind, items } = told
  const to = (label: string, path: string) => ({
    label,
    url: `${base_url}${path}${path.includes('?') ? '&' : '?'}workspace=${workspace_id}`,
  })
  const accounts = accountsOf(told).slice(-ACCOUNTS)
  if (accounts.length) {
    return accounts.map((item) =>
      to(
        `Connect ${nameOfAccount(item, platform_name)} again`,
        placeOfAccount(item.account_id ?? 0),
      ),
    )
  }
  if (kind === 'key_ending') return [to('To the keys', '/keys')]
  const { ids, more } = postsOf(told)
  if (!ids.length) return [to('To the overview', '/')]
  const rest = more > 0 ? [to(`and ${more} more`, '/posts?tab=needs')] : []
  const links = ids.flatMap((id) => {
    const name = nameOfPost(id, named.get(id), zone)
    if (kind !== 'decision') return [to(name, placeOfPost(kind, id))]
    const channels = items.filter(({ post_id }) => post_id === id)
    return channels.flatMap(({ account_id }) => {
      const url = `${base_url}/answers/${workspace_id}/${id}/${account_id}`
      return [
        { label: `${name}: it is there`, url: `${url}?it=is` },
        { label: `${name}: it is not there`, url: `${url}?it=is-not` },
      ]
    })
  })
  return [...links, ...rest]
}
