/** The accounts to choose from, by sets and by words. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { setsQuery } from '../../api/publishing.ts'
import type { Account } from '../../api/types.ts'
import { useHere } from '../../shell/here.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Face } from '../../ui/face.tsx'
import { Icon } from '../../ui/icon.tsx'
import { platformName } from '../../ui/platform-mark.tsx'
import { whereOf } from '../../ui/where.ts'
import { words } from '../../words/write.ts'
import { isSick } from './sick.ts'

/** By itself, or with the whole workspace. */
function isPaused({ waits_for }: Account) {
  return waits_for?.code === 'paused'
}

/** Each chooses the accounts of a set, or takes all of them out. */
function SetButtons({
  accounts,
  chosen,
  toggle,
}: {
  accounts: readonly Account[]
  chosen: readonly number[]
  toggle: (id: number) => void
}) {
  const { data: sets = [] } = useQuery(setsQuery(useHere()))
  const useful = sets.flatMap(({ id, name, account_ids }) => {
    const there = account_ids.filter((each) => accounts.some((account) => account.id === each))
    return there.length ? [{ id, name, there }] : []
  })
  if (!useful.length) return null
  return (
    <div role="group" aria-label={words.write.sets} className="flex flex-wrap gap-1.5 px-1 pt-1.5">
      {useful.map(({ id, name, there }) => {
        const all = there.every((each) => chosen.includes(each))
        return (
          <button
            key={id}
            type="button"
            aria-pressed={all}
            onClick={() => {
              for (const each of there) if (chosen.includes(each) === all) toggle(each)
            }}
            className={`inline-flex min-h-8 max-w-full items-center gap-1.5 rounded-full border px-3 text-sm pointer-coarse:min-h-11 ${all ? 'border-accent bg-accent-soft text-accent-strong' : 'border-edge hover:bg-sunk'}`}
          >
            <Icon name={all ? 'check' : 'people'} className="size-4" />
            <bdi className="truncate">{name}</bdi>
            <span className="text-xs text-muted tabular-nums">{there.length}</span>
          </button>
        )
      })}
    </div>
  )
}

export function AccountList({
  accounts,
  chosen,
  toggle,
  searches = false,
}: {
  accounts: readonly Account[]
  chosen: readonly number[]
  toggle: (id: number) => void
  /** It was opened to choose: keys go into the search. On a phone that would draw its keyboard over the list. */
  searches?: boolean
}) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (searches && !matchMedia('(pointer: coarse)').matches) field.current?.focus()
  }, [searches])
  const [search, setSearch] = useState('')
  const found = useMemo(() => {
    const wanted = search.trim().toLowerCase()
    const fits = ({ name, username, platform }: Account) =>
      [name, username, platformName(platform)].some((each) => each.toLowerCase().includes(wanted))
    // What cannot publish comes last.
    return accounts.filter(fits).toSorted((a, b) => Number(isSick(a)) - Number(isSick(b)))
  }, [accounts, search])
  const healthy = found.filter((each) => !isSick(each))
  const all = healthy.length > 0 && healthy.every(({ id }) => chosen.includes(id))
  return (
    <div className="grid gap-1">
      <div className="relative">
        <Icon
          name="search"
          className="absolute top-1/2 start-3 size-4 -translate-y-1/2 text-muted"
        />
        <input
          ref={field}
          type="search"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
          aria-label={words.write.searchAccounts}
          placeholder={words.write.searchAccounts}
          className="control ps-9 text-sm"
        />
      </div>
      <SetButtons accounts={accounts} chosen={chosen} toggle={toggle} />
      <ul className="grid max-h-72 gap-0.5 overflow-y-auto py-1">
        {found.map((account) => (
          <li key={account.id}>
            <label className="flex min-h-11 cursor-pointer items-center gap-3 rounded-md px-2 py-1.5 hover:bg-sunk has-focus-visible:bg-sunk">
              <Face
                name={account.name}
                avatar_url={account.avatar_url}
                platform={account.platform}
                size="small"
              />
              <span className="grid min-w-0 flex-1 text-sm">
                <span className="truncate font-medium">{account.name}</span>
                <span className="truncate text-xs text-muted">
                  {whereOf(platformName(account.platform), account)}
                </span>
                {isSick(account) && (
                  <span className="text-xs text-danger">{words.write.reconnectIt}</span>
                )}
                {isPaused(account) && (
                  <span className="text-xs text-warn">{words.write.pausedWaits}</span>
                )}
              </span>
              <input
                type="checkbox"
                checked={chosen.includes(account.id)}
                onChange={() => toggle(account.id)}
                className="size-4.5 accent-accent"
              />
            </label>
          </li>
        ))}
        {!found.length && <li className="px-2 py-3 text-sm text-muted">{words.write.noAccount}</li>}
      </ul>
      <div className="flex items-center justify-between border-t border-line pt-1.5">
        <Button
          small
          look="quiet"
          disabled={!healthy.length}
          onClick={() => {
            for (const { id } of healthy) if (chosen.includes(id) === all) toggle(id)
          }}
        >
          {all ? words.write.none : words.write.all}
        </Button>
        <LinkButton small look="quiet" to="/accounts/connect">
          {words.write.connect}
        </LinkButton>
      </div>
    </div>
  )
}
