/** Where the post goes: faces of what is chosen, and a list to choose from. */
import { lazy, Suspense, useEffect, useState } from 'react'
import type { Account } from '../../api/types.ts'
import { room } from '../../shell/version.ts'
import { calledOf } from '../../ui/called.ts'
import { Face } from '../../ui/face.tsx'
import { Icon } from '../../ui/icon.tsx'
import { platformName } from '../../ui/platform-mark.tsx'
import { PopoverLater } from '../../ui/popover-later.tsx'
import { words } from '../../words/write.ts'
import { isSick } from './sick.ts'

const loadList = () => room(() => import('./account-list.tsx'))
const AccountList = lazy(async () => ({ default: (await loadList()).AccountList }))

const SHOWN = 12

export function AccountsBar({
  accounts,
  chosen,
  toggle,
  invalid,
}: {
  accounts: readonly Account[]
  chosen: readonly number[]
  toggle: (id: number) => void
  invalid: boolean
}) {
  const [open, setOpen] = useState(false)
  // There before anybody opens it.
  useEffect(() => void loadList(), [])
  const there = chosen.flatMap((id) => accounts.find((each) => each.id === id) ?? [])
  return (
    <div
      role="group"
      aria-label={words.write.accounts}
      className="flex flex-wrap items-center gap-2"
    >
      {there.slice(0, SHOWN).map((account) => (
        <button
          key={account.id}
          type="button"
          onClick={() => toggle(account.id)}
          aria-label={words.write.takeOut(calledOf(account), platformName(account.platform))}
          title={`${calledOf(account)} · ${platformName(account.platform)}`}
          className="group relative rounded-full p-0.5 hover:bg-sunk"
        >
          <Face
            name={account.name}
            avatar_url={account.avatar_url}
            platform={account.platform}
            size="normal"
          />
          {isSick(account) && (
            <span className="absolute -top-1 -start-1 grid size-4.5 place-items-center rounded-full bg-danger text-on-danger">
              <Icon name="warning" className="size-3" />
            </span>
          )}
          <span className="absolute inset-0.5 hidden place-items-center rounded-full bg-ink/70 text-page group-hover:grid group-focus-visible:grid">
            <Icon name="cross" className="size-4" />
          </span>
        </button>
      ))}
      {there.length > SHOWN && (
        <span className="text-sm font-medium text-muted">+{there.length - SHOWN}</span>
      )}
      <PopoverLater
        title={words.write.chooseAccounts}
        open={open}
        onOpen={setOpen}
        className="w-[22rem] p-2"
        button={
          <button
            type="button"
            data-place="accounts"
            className={`inline-flex min-h-10 items-center gap-2 rounded-full border border-dashed px-3.5 text-sm font-medium hover:bg-sunk ${
              invalid ? 'border-danger text-danger' : 'border-edge text-muted'
            }`}
          >
            <Icon name="plus" className="size-4" />
            {there.length ? words.write.moreAccounts : words.write.chooseAccounts}
          </button>
        }
      >
        <Suspense>
          <AccountList accounts={accounts} chosen={chosen} toggle={toggle} searches />
        </Suspense>
      </PopoverLater>
    </div>
  )
}
