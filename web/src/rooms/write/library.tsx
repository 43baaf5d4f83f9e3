/** Files that the workspace has already, to be put into the post. */
import type { ListMediaAnswer } from '@crier/sdk'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { mediaQuery } from '../../api/queries.ts'
import { useHere } from '../../shell/here.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Loaded } from '../../ui/states.tsx'
import { Thumb } from '../../ui/thumb.tsx'
import { words } from '../../words/write.ts'

export type MediaItem = ListMediaAnswer['data'][number]

export function Library({
  has,
  onTake,
  onClose,
}: {
  /** Ids of what the post has already. */
  has: ReadonlySet<number | undefined>
  onTake: (items: readonly MediaItem[]) => void
  onClose: () => void
}) {
  const here = useHere()
  const [search, setSearch] = useState('')
  const wanted = useDeferredValue(search.trim())
  const [chosen, setChosen] = useState<readonly number[]>([])
  const media = useQuery(mediaQuery(here, wanted))
  const items = media.data?.data.filter((each) => !each.mime_type.startsWith('audio/')) ?? []

  function take() {
    onTake(chosen.flatMap((id) => items.find((each) => each.id === id) ?? []))
    onClose()
  }

  return (
    <Dialog title={words.library.title} onClose={onClose} wide>
      <input
        type="search"
        value={search}
        onChange={({ target }) => setSearch(target.value)}
        aria-label={words.library.search}
        placeholder={words.library.search}
        className="control"
      />
      <Loaded query={media} what={words.library.what}>
        {() =>
          items.length === 0 ? (
            <p className="py-8 text-center text-muted">
              {wanted ? words.library.none : words.library.empty}
            </p>
          ) : (
            <ul
              aria-label={words.library.title}
              className="grid max-h-[55dvh] grid-cols-[repeat(auto-fill,minmax(7rem,1fr))] gap-2 overflow-y-auto p-1"
            >
              {items.map((item) => (
                <li key={item.id}>
                  <label
                    title={item.original_name}
                    className="relative block aspect-square cursor-pointer overflow-hidden rounded-lg border border-line bg-sunk has-checked:ring-3 has-checked:ring-accent has-disabled:cursor-default has-disabled:opacity-50 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
                  >
                    <input
                      type="checkbox"
                      aria-label={item.original_name}
                      checked={chosen.includes(item.id)}
                      disabled={has.has(item.id)}
                      onChange={({ target }) =>
                        setChosen(
                          target.checked
                            ? [...chosen, item.id]
                            : chosen.filter((id) => id !== item.id),
                        )
                      }
                      className="peer absolute inset-0 z-10 cursor-pointer opacity-0"
                    />
                    <Thumb
                      type={item.thumbnail_url === null ? item.mime_type : 'image/webp'}
                      src={item.thumbnail_url ?? item.cdn_url}
                      alt=""
                      name={item.original_name}
                    />
                    <span className="absolute top-1.5 end-1.5 hidden size-6 place-items-center rounded-full bg-accent text-on-accent peer-checked:grid">
                      <Icon name="check" className="size-4" />
                    </span>
                  </label>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{words.write.cancel}</Button>
        <Button look="primary" disabled={!chosen.length} onClick={take}>
          {words.library.take(chosen.length)}
        </Button>
      </div>
    </Dialog>
  )
}
