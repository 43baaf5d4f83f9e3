/** Every key, by the room in which it does something. */
import { Fragment } from 'react'
import { lettersOn, MAC } from '../../shell/letters.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { words } from '../../words/palette.ts'

const { does, keys } = words.shortcuts
const mod = MAC ? '⌘' : keys.control
const alt = MAC ? '⌥' : 'Alt'
const shift = MAC ? '⇧' : keys.shift

/** Keys of a row are pressed together; a list of two is one behind the other. */
type Row = readonly [does: string, ...pressed: readonly (readonly string[])[]]

const rooms: readonly { name: string; rows: readonly Row[] }[] = [
  {
    name: words.shortcuts.everywhere,
    rows: [
      [does.find, [mod, 'K']],
      [does.search, ['/']],
      [does.write, ['C']],
      [does.overview, ['G'], ['H']],
      [does.calendar, ['G'], ['C']],
      [does.posts, ['G'], ['P']],
      [does.library, ['G'], ['L']],
      [does.analytics, ['G'], ['A']],
      [does.shortcuts, ['?']],
      [does.close, ['Esc']],
    ],
  },
  {
    name: words.shortcuts.writing,
    rows: [
      [does.send, [mod, keys.enter]],
      [does.now, [mod, shift, keys.enter]],
      [does.draft, [mod, 'S']],
      [does.version, [mod, shift, 'V']],
      [does.upload, [mod, shift, 'U']],
      [does.account, [alt, '1 – 9']],
      [does.problem, ['F8']],
      [does.part, [alt, keys.enter]],
      [does.order, [alt, '↑ ↓']],
    ],
  },
  {
    name: words.shortcuts.approving,
    rows: [
      [does.approve, ['A']],
      [does.edit, ['E']],
      [does.decline, ['D']],
      [does.turn, ['J']],
      [does.turnBack, ['K']],
    ],
  },
  {
    name: words.shortcuts.planning,
    rows: [
      [does.day, ['← ↑ → ↓']],
      [does.move, ['M']],
      [does.choose, ['X']],
      [does.undo, [mod, 'Z']],
    ],
  },
]

export function Shortcuts({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={words.shortcuts.title} onClose={onClose} wide>
      {!lettersOn() && <Notice kind="warn">{words.shortcuts.off}</Notice>}
      <div className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
        {rooms.map(({ name, rows }) => (
          <section key={name} className="grid content-start gap-2">
            <h3 className="text-base">{name}</h3>
            <dl className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1.5 text-sm">
              {rows.map(([what, ...pressed]) => (
                <Fragment key={what}>
                  <dt>{what}</dt>
                  <dd className="flex items-center justify-end gap-1.5" dir="ltr">
                    {pressed.map((together) => (
                      <span key={together.join()} className="flex gap-1">
                        {together.map((key) => (
                          <kbd
                            key={key}
                            className="min-w-6 rounded border border-line bg-sunk px-1.5 text-center font-sans text-xs leading-6"
                          >
                            {key}
                          </kbd>
                        ))}
                      </span>
                    ))}
                  </dd>
                </Fragment>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
