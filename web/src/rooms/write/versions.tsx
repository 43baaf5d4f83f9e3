/** The common text and where it differs: a tab for each version. */
import { useRef } from 'react'
import type { Account } from '../../api/types.ts'
import { Icon } from '../../ui/icon.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { PlatformMark } from '../../ui/platform-mark.tsx'
import { words } from '../../words/write.ts'
import type { Target } from '../../writing/composition.ts'
import { nameOfTarget, platformOfTarget, possibleTargets } from './targets.ts'

export function Versions({
  accounts,
  variants,
  current,
  choose,
  begin,
  box,
}: {
  /** The chosen ones. */
  accounts: readonly Account[]
  variants: Readonly<Record<string, string>>
  /** Undefined: the common text. */
  current: Target | undefined
  choose: (target: Target | undefined) => void
  begin: (target: Target) => void
  /** Where it is written: whoever begins one goes on there. */
  box: () => HTMLElement | undefined
}) {
  const began = useRef(false)
  const possible = possibleTargets(accounts)
  const there = possible.filter((target) => variants[target] !== undefined)
  const open = possible.filter((target) => variants[target] === undefined)
  if (accounts.length < 2 && !there.length) return null
  return (
    <div
      className="flex flex-wrap items-center gap-1"
      role="group"
      aria-label={words.write.versions}
    >
      <Pill chosen={current === undefined} onClick={() => choose(undefined)}>
        {words.write.common}
      </Pill>
      {there.map((target) => (
        <Pill key={target} chosen={current === target} onClick={() => choose(target)}>
          <PlatformMark platform={platformOfTarget(target, accounts)} className="size-4" />
          {nameOfTarget(target, accounts)}
        </Pill>
      ))}
      {open.length > 0 && (
        <Menu
          align="start"
          after={() => {
            const writes = began.current
            began.current = false
            return writes ? box() : undefined
          }}
          button={
            <button
              type="button"
              data-place="versions"
              className="inline-flex min-h-8 items-center gap-1.5 rounded-full px-2.5 text-sm text-muted hover:bg-sunk hover:text-ink pointer-coarse:min-h-11"
            >
              <Icon name="plus" className="size-4" />
              {words.write.changeFor}
            </button>
          }
        >
          {open.map((target) => (
            <MenuItem
              key={target}
              run={() => {
                began.current = true
                begin(target)
              }}
            >
              <span className="flex items-center gap-2">
                <PlatformMark platform={platformOfTarget(target, accounts)} className="size-4.5" />
                {nameOfTarget(target, accounts)}
              </span>
            </MenuItem>
          ))}
        </Menu>
      )}
    </div>
  )
}

function Pill({
  chosen,
  onClick,
  children,
}: {
  chosen: boolean
  onClick: () => void
  children: React.ReactNode
}) {
  return (
    <button
      type="button"
      aria-pressed={chosen}
      onClick={onClick}
      className={`inline-flex min-h-8 items-center gap-1.5 rounded-full px-3 text-sm font-medium transition-colors pointer-coarse:min-h-11 ${
        chosen ? 'bg-accent-soft text-accent-strong' : 'text-muted hover:bg-sunk hover:text-ink'
      }`}
    >
      {children}
    </button>
  )
}
