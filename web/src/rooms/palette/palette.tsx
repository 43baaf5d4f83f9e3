/** Over every room: where to go and what to do, by a few letters. Rooms and commands at once, posts and files as they are found. */
import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog } from '@base-ui/react/dialog'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useHere } from '../../shell/here.ts'
import { Icon } from '../../ui/icon.tsx'
import { PlatformMark } from '../../ui/platform-mark.tsx'
import { common } from '../../words/common.ts'
import { words } from '../../words/palette.ts'
import { Pause, Resume } from '../accounts/pausing.tsx'
import type { Asked, Entry, Group } from './entries.ts'
import { Shortcuts } from './shortcuts.tsx'
import { useEntries } from './use-entries.ts'

export function Palette({ asks, onClose }: { asks?: Asked | undefined; onClose: () => void }) {
  const here = useHere()
  const router = useRouter()
  const [typed, setTyped] = useState('')
  const [asking, setAsking] = useState(asks)
  const { groups, searching, lost } = useEntries(here, typed)
  const count = groups.reduce((sum, { items }) => sum + items.length, 0)

  function take({ leads }: Entry) {
    if ('asks' in leads) return setAsking(leads.asks)
    onClose()
    return router.history.push(leads.href)
  }

  if (asking === 'pause') return <Pause onClose={onClose} />
  if (asking === 'resume') return <Resume onClose={onClose} />
  if (asking === 'shortcuts') return <Shortcuts onClose={onClose} />
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-[rgb(15_18_14/0.55)]" />
        <Dialog.Popup className="fixed inset-x-4 top-[max(1rem,10dvh)] z-50 mx-auto flex max-h-[min(36rem,80dvh)] max-w-xl flex-col overflow-hidden rounded-lg border border-line bg-card text-ink shadow-high outline-none">
          <Dialog.Title className="sr-only">{words.title}</Dialog.Title>
          <Autocomplete.Root
            open
            inline
            items={groups}
            filter={null}
            value={typed}
            onValueChange={(now, { reason }) => {
              // Choosing writes nothing into the field.
              if (reason !== 'item-press') setTyped(now)
            }}
            itemToStringValue={({ label }: Entry) => label}
            autoHighlight="always"
            keepHighlight
          >
            <div className="flex items-center gap-3 border-b border-line px-4">
              <Icon name="search" className="size-5 text-muted" />
              <Autocomplete.Input
                aria-label={words.field}
                placeholder={words.field}
                maxLength={100}
                className="min-h-13 min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-muted"
              />
              <Dialog.Close
                aria-label={common.act.close}
                className="-me-2 grid size-9 place-items-center rounded-md text-muted hover:bg-sunk pointer-coarse:size-11"
              >
                <Icon name="cross" />
              </Dialog.Close>
            </div>
            <Autocomplete.Status
              className={`px-4 text-sm text-muted ${count > 0 && !lost ? 'sr-only' : 'py-4'}`}
            >
              {said(count, searching, lost)}
            </Autocomplete.Status>
            <Autocomplete.List className="min-h-0 overflow-y-auto overscroll-contain p-1.5 outline-none data-empty:hidden">
              {(group: Group) => (
                <Autocomplete.Group key={group.value} items={group.items} className="pb-1.5">
                  <Autocomplete.GroupLabel className="px-2.5 pt-2 pb-1 text-xs font-medium text-muted">
                    {words.groups[group.value]}
                  </Autocomplete.GroupLabel>
                  <Autocomplete.Collection>
                    {(entry: Entry) => (
                      <Autocomplete.Item
                        key={entry.key}
                        value={entry}
                        className="row-over"
                        onClick={() => take(entry)}
                      >
                        {entry.platform === undefined ? (
                          <Icon name={entry.icon} className="size-5 text-muted" />
                        ) : (
                          <PlatformMark platform={entry.platform} className="size-5 shrink-0" />
                        )}
                        <span dir="auto" className="min-w-0 flex-1 truncate">
                          {entry.label}
                        </span>
                        {entry.hint !== undefined && (
                          <span className="max-w-[45%] shrink-0 truncate text-xs text-muted">
                            {entry.hint}
                          </span>
                        )}
                      </Autocomplete.Item>
                    )}
                  </Autocomplete.Collection>
                </Autocomplete.Group>
              )}
            </Autocomplete.List>
          </Autocomplete.Root>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function said(count: number, searching: boolean, lost: boolean) {
  if (lost) return words.lost
  if (count > 0) return words.found(count)
  return searching ? words.searching : words.none
}
