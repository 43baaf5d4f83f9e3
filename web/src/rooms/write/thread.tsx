/** The parts that follow the post, one below the other: each with its text, its files and its room. */
import type { KeyboardEvent, ReactNode } from 'react'
import type { Account } from '../../api/types.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { words } from '../../words/write.ts'
import type { Problem } from '../../writing/patch.ts'
import type { File as Written } from '../../writing/composition.ts'
import type { Store } from '../../writing/store.ts'
import { add } from '../../writing/uploads.ts'
import { Counters } from './counters.tsx'
import { MediaTray, PickFiles } from './media-tray.tsx'
import { Typed } from './text-box.tsx'
import type { Limited } from './use-limits.ts'
import type { Key, Thread } from './use-thread.ts'

export function Parts({
  store,
  chain,
  thread,
  problems,
  saveAlt,
  onText,
  people,
  moves,
}: {
  store: Store
  chain: readonly Limited[]
  thread: Thread
  problems: readonly Problem[]
  saveAlt: (file: Written, alt_text: string) => void
  onText: (key: string, value: string) => void
  /** Where the parts go. */
  people: readonly Account[]
  moves: boolean
}) {
  return (
    <>
      <p role="status" className="sr-only">
        {thread.told}
      </p>
      {chain.slice(1).map(({ key = '', text, files, measures, fits }, index) => {
        const field = `thread.${index}`
        const number = index + 2
        return (
          <PartFrame
            key={key}
            id={key}
            number={number}
            of={chain.length}
            moves={moves}
            thread={thread}
          >
            <Typed
              onKeyDown={keysOf(thread, key, {
                moves,
                onText: (value) => onText(key, value),
              })}
              ref={thread.box(key)}
              store={store}
              of={(now) => now.parts.find((each) => each.key === key)?.text ?? ''}
              shown={text}
              label={words.thread.textOf(number)}
              onValue={(value) => onText(key, value)}
              fits={fits}
              placeholder={words.thread.placeholder}
              invalid={problems.some((each) => each.field === `${field}.content`)}
              onFiles={(list) => void add(store, list, key)}
              people={people}
              plain
              small
            />
            <MediaTray
              store={store}
              files={files}
              field={`${field}.media_ids`}
              problems={problems}
              saveAlt={saveAlt}
            />
            <div data-tools className="flex flex-wrap items-center justify-between gap-3">
              <div className="-ms-2 flex flex-wrap gap-1">
                <PickFiles store={store} part={key} field={`${field}.media_ids`} />
              </div>
              <Counters measures={measures} />
            </div>
          </PartFrame>
        )
      })}
    </>
  )
}

/** Alt+Enter breaks a part at the cursor, Alt+Shift and the arrows move it, Backspace takes an empty one out. */
export function keysOf(
  thread: Thread,
  id: Key,
  {
    onText,
    moves,
    opens = true,
  }: { onText: (value: string) => void; moves: boolean; opens?: boolean },
) {
  return (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const box = event.currentTarget
    const keys: Readonly<Record<string, () => void>> = {
      ...(opens && { Enter: () => thread.breakAt(id, box, onText) }),
      ...(moves && {
        'Shift ArrowUp': () => thread.move(id, -1),
        'Shift ArrowDown': () => thread.move(id, 1),
      }),
    }
    const act = event.altKey ? keys[`${event.shiftKey ? 'Shift ' : ''}${event.key}`] : undefined
    const empty = event.key === 'Backspace' && box.value === '' && id !== undefined
    if (!act && !empty) return
    event.preventDefault()
    if (act) act()
    else if (id !== undefined) thread.remove(id)
  }
}

/** A part with its number, and what moves it. The post itself is part 1, and framed when others follow. */
export function PartFrame({
  id,
  number,
  of,
  moves,
  thread,
  children,
}: {
  id: Key
  number: number
  of: number
  moves: boolean
  thread: Thread
  children: ReactNode
}) {
  const last = number === of
  // One element whether others follow or not: the box keeps the focus when the second part comes.
  return (
    <section
      aria-label={of > 1 ? words.thread.part(number) : undefined}
      className={of > 1 ? 'grid grid-cols-[1.75rem_minmax(0,1fr)] gap-x-3' : ''}
    >
      <div
        aria-hidden="true"
        className={of > 1 ? 'grid grid-rows-[auto_1fr] justify-items-center gap-1.5' : 'hidden'}
      >
        <span className="grid size-7 place-items-center rounded-full bg-accent-soft text-xs font-semibold text-accent-strong tabular-nums">
          {number}
        </span>
        {!last && <span className="-mb-4 w-0.5 rounded-full bg-line" />}
      </div>
      <div className={of > 1 ? 'grid grid-cols-[minmax(0,1fr)_auto] gap-x-2' : ''}>
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-4">{children}</div>
        <div className={of > 1 ? '-me-2 grid content-start' : 'hidden'}>
          <IconButton
            label={words.thread.up(number)}
            icon="up"
            disabled={!moves || number === 1}
            onClick={() => thread.move(id, -1)}
          />
          <IconButton
            label={words.thread.down(number)}
            icon="down"
            disabled={!moves || last}
            onClick={() => thread.move(id, 1)}
          />
          {id !== undefined && (
            <IconButton
              label={words.thread.remove(number)}
              icon="trash"
              onClick={() => thread.remove(id)}
            />
          )}
        </div>
      </div>
    </section>
  )
}
