/** What can be found without asking the service: rooms, commands, accounts, labels. Pure. */
import type { Account } from '../../api/types.ts'
import type { Here } from '../../shell/here.ts'
import { roomGroups } from '../../shell/rooms.tsx'
import { handleOf } from '../../ui/called.ts'
import type { IconName } from '../../ui/icon.tsx'
import { platformName } from '../../ui/platform-mark.tsx'
import { common } from '../../words/common.ts'
import { words } from '../../words/palette.ts'
import { parts } from '../settings/parts.ts'

/** An address, or a dialog that asks. */
type Leads = { href: string } | { asks: Asked }
/** What stands in the palette's place then. */
export type Asked = 'pause' | 'resume' | 'shortcuts'

export interface Entry {
  key: string
  label: string
  hint?: string | undefined
  icon: IconName
  /** Its mark stands in the icon's place. */
  platform?: string
  leads: Leads
}

export interface Group {
  value: keyof typeof words.groups
  items: readonly Entry[]
}

export function roomEntries(): readonly Entry[] {
  const known = roomGroups.flat()
  // The first of them is in the sidebar as well.
  const more = parts.filter((part) => !known.some(({ to }) => to === part.to))
  return [...known, ...more].map(({ to, label, icon }) => ({
    key: to,
    label,
    icon,
    leads: { href: to },
  }))
}

/** What this person may do. `paused`: whether nothing goes out; undefined while that is not known. */
export function commandEntries(
  { edits, publishes }: Pick<Here, 'edits' | 'publishes'>,
  paused: boolean | undefined,
): readonly Entry[] {
  const writing: readonly Entry[] = [
    { key: 'post', label: words.commands.post, icon: 'pen', leads: { href: '/write' } },
    { key: 'series', label: words.commands.series, icon: 'retry', leads: { href: '/series/new' } },
    {
      key: 'import',
      label: words.commands.import,
      icon: 'download',
      leads: { href: '/posts/import' },
    },
  ]
  const account: Entry = {
    key: 'connect',
    label: common.act.connectAccount,
    icon: 'plus',
    leads: { href: '/accounts/connect' },
  }
  const holding: readonly Entry[] =
    paused === undefined
      ? []
      : paused
        ? [{ key: 'resume', label: words.commands.resume, icon: 'send', leads: { asks: 'resume' } }]
        : [{ key: 'pause', label: words.commands.pause, icon: 'pause', leads: { asks: 'pause' } }]
  const shortcuts: Entry = {
    key: 'shortcuts',
    label: words.commands.shortcuts,
    icon: 'question',
    leads: { asks: 'shortcuts' },
  }
  return [...(edits ? writing : []), ...(publishes ? [account, ...holding] : []), shortcuts]
}

export function accountEntries(
  accounts: readonly Pick<Account, 'id' | 'name' | 'username' | 'platform'>[],
): readonly Entry[] {
  return accounts.map(({ id, name, username, platform }) => ({
    key: `account ${id}`,
    label: name,
    hint:
      name === username || handleOf({ username }) === undefined
        ? platformName(platform)
        : `${username} · ${platformName(platform)}`,
    icon: 'share',
    platform,
    leads: { href: `/accounts#account-${id}` },
  }))
}

export function labelEntries(
  labels: readonly { label: string; posts: number }[],
): readonly Entry[] {
  return labels.map(({ label, posts }) => ({
    key: `label ${label}`,
    label,
    hint: words.posts(posts),
    icon: 'inbox',
    leads: { href: `/posts?${new URLSearchParams({ tab: 'all', label }).toString()}` },
  }))
}

/** Those that have every word that was typed, whatever its case and accents; who begins with them comes first. */
export function fitting(entries: readonly Entry[], typed: string): readonly Entry[] {
  const wanted = plain(typed).split(/\s+/).filter(Boolean)
  const [first = ''] = wanted
  return entries
    .filter(({ label, hint = '' }) =>
      wanted.every((word) => plain(`${label} ${hint}`).includes(word)),
    )
    .toSorted(
      (a, b) => Number(plain(b.label).startsWith(first)) - Number(plain(a.label).startsWith(first)),
    )
}

function plain(text: string) {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase()
}
