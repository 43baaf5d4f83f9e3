/** What can be done with all that are chosen, at the foot of the calendar. */
import { useState } from 'react'
import type { Chosen } from '../../calendar/many.ts'
import type { Entry } from '../../calendar/entries.ts'
import { useHere } from '../../shell/here.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { words as ofCalendar } from '../../words/calendar.ts'
import { words } from '../../words/sheet.ts'
import type { Shown } from './board.ts'
import { Move } from './peek.tsx'
import { Spread } from './spread.tsx'
import { type Doing, moveTogether, sorted } from './together.ts'

export function ChosenBar({
  chosen,
  slots,
  doing,
  close,
}: {
  chosen: Chosen
  slots: ReadonlyMap<string, Shown>
  doing: Doing
  close: () => void
}) {
  const { publishes } = useHere()
  const [open, setOpen] = useState<'spread' | 'move'>()
  const entries: readonly Entry[] = [...chosen.values()]
  const [first] = sorted(entries, doing.refusalOf).movable
  const shut = () => setOpen(undefined)
  return (
    <section
      aria-label={words.bar}
      data-foot
      className="rise sticky bottom-[calc(1rem+var(--foot))] z-30 mx-auto flex max-w-full flex-wrap items-center gap-2 rounded-lg border border-line bg-card p-2 ps-4 whitespace-nowrap shadow-high max-sm:w-full"
    >
      <div className="flex items-center gap-1 max-sm:w-full max-sm:justify-between">
        <p role="status" className="text-sm font-medium">
          {entries.length ? ofCalendar.many.chosen(entries.length) : words.hint}
        </p>
        <IconButton icon="cross" label={words.clear} onClick={close} />
      </div>
      {publishes && (
        <Button
          small
          look="primary"
          icon="calendar"
          disabled={!entries.length}
          className="max-sm:flex-1"
          onClick={() => setOpen('spread')}
        >
          {words.spread}
        </Button>
      )}
      <Button
        small
        icon="clock"
        disabled={!first}
        className="max-sm:flex-1"
        onClick={() => setOpen('move')}
      >
        {words.move}
      </Button>
      {open === 'spread' && (
        <Spread
          entries={entries}
          doing={doing}
          onClose={shut}
          onDone={() => {
            shut()
            close()
          }}
        />
      )}
      {open === 'move' && first && (
        <Dialog title={words.together.title(entries.length)} onClose={shut}>
          <p className="text-sm text-muted">{words.together.hint}</p>
          <Move
            entry={first}
            slots={slots}
            move={async (to) => {
              shut()
              await moveTogether(doing, entries, { from: Date.parse(first.at), to })
            }}
            onClose={shut}
          />
        </Dialog>
      )}
    </section>
  )
}
