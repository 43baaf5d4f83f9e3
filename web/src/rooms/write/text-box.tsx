/** A plain text, painted from behind: links and tags in colour, and what is too much of it. */
import {
  type ClipboardEvent,
  type KeyboardEvent,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { Account } from '../../api/types.ts'
import type { Composition } from '../../writing/composition.ts'
import { type Sought, soughtAt } from '../../writing/mentions.ts'
import type { Store } from '../../writing/store.ts'
import type { Found, Mentions } from './mentions.tsx'

interface Piece {
  text: string
  look: '' | 'mark' | 'over'
}

const MARKED = /(https?:\/\/[^\s<>"]+|[#@][\p{L}\p{N}_.-]+)/gu

/**
 * What stands in the box is the box's own: a key is shown by the browser, and nothing is drawn for it here. Only what comes
 * from elsewhere is put into it.
 */
export function Typed({
  store,
  of,
  label,
  shown,
  onValue,
  fits,
  placeholder,
  invalid = false,
  onFiles,
  onKeyDown,
  people = nobody,
  plain = false,
  small = false,
  ref,
}: {
  store: Store
  of: (composition: Composition) => string
  label: string
  /** What is painted of it: a moment behind. */
  shown: string
  onValue: (value: string) => void
  /** UTF-16 units that the strictest platform takes; what follows is painted. */
  fits: number
  placeholder: string
  invalid?: boolean
  onFiles?: (files: readonly File[]) => void
  onKeyDown?: (event: KeyboardEvent<HTMLTextAreaElement>) => void
  /** To whom the text goes: there it is looked who may be mentioned. */
  people?: readonly Account[]
  /** Only who is mentioned by the text alone is offered. */
  plain?: boolean
  small?: boolean
  ref?: (node: HTMLTextAreaElement | null) => void
}) {
  const box = useRef<HTMLTextAreaElement>(null)
  useLayoutEffect(() => {
    const show = () => {
      const text = of(store.get())
      if (box.current && box.current.value !== text) box.current.value = text
    }
    show()
    return store.subscribe(show)
  })
  const { sought, List, hears, onKeys, close, see } = useSought()
  function take({ platform, mention, option }: Found) {
    if (!box.current || !sought) return
    const { value } = box.current
    const behind = sought.from + 1 + sought.words.length
    const room = /^\s/.test(value.slice(behind)) ? '' : ' '
    close()
    if (option !== null)
      store.change(({ mentions }) => ({
        mentions: [...mentions, { platform, text: mention, option }],
      }))
    box.current.setRangeText(mention + room, sought.from, behind, 'end')
    onValue(box.current.value)
  }
  const pieces = useMemo(() => piecesOf(shown, fits), [shown, fits])
  const shape = `col-start-1 row-start-1 w-full px-0 py-0 leading-relaxed break-words whitespace-pre-wrap ${
    small ? 'min-h-16 text-base' : 'min-h-40 text-lg'
  }`
  return (
    <div className="relative grid grid-cols-[minmax(0,1fr)]">
      <div
        aria-hidden="true"
        dir="auto"
        className={`${shape} pointer-events-none text-transparent`}
      >
        {pieces.map(({ text, look }, index) => (
          <span key={index} className={looks[look]}>
            {text}
          </span>
        ))}
        {'\n '}
      </div>
      <textarea
        ref={(node) => {
          box.current = node
          ref?.(node)
        }}
        dir="auto"
        aria-label={label}
        aria-invalid={invalid || undefined}
        placeholder={placeholder}
        spellCheck
        onChange={({ target }) => {
          onValue(target.value)
          if (people.length) see(target, true)
          // A tab that only reads takes nothing.
          if (!store.owned()) target.value = of(store.get())
        }}
        onKeyDown={(event) => {
          if (!hears(event)) onKeyDown?.(event)
        }}
        onSelect={({ currentTarget }) => see(currentTarget, false)}
        onBlur={close}
        onPaste={(event: ClipboardEvent<HTMLTextAreaElement>) => {
          const files = [...event.clipboardData.files]
          if (!files.length || !onFiles) return
          event.preventDefault()
          onFiles(files)
        }}
        className={`${shape} field-sizing-content resize-none overflow-hidden border-0 bg-transparent text-ink outline-none placeholder:text-muted`}
      />
      {sought && List && (
        <List
          box={box}
          sought={sought}
          accounts={people}
          plain={plain}
          onKeys={onKeys}
          onTake={take}
          onClose={close}
        />
      )}
    </div>
  )
}

const nobody: readonly Account[] = []

/** Whom somebody looks for by what they type: from an @ with letters on, until they go on elsewhere. */
function useSought() {
  const [sought, setSought] = useState<Sought>()
  const [List, setList] = useState<{ it: typeof Mentions }>()
  const keys = useRef<(event: KeyboardEvent) => boolean>(undefined)
  /** Where somebody wanted no list. */
  const closed = useRef<number>(undefined)
  const looks = sought !== undefined
  useEffect(() => {
    if (!looks || List) return
    // Without it, as without a connection, an @ is a character like others.
    import('./mentions.tsx').then(
      ({ Mentions: it }) => setList({ it }),
      () => undefined,
    )
  }, [looks, List])
  return {
    sought,
    List: List?.it,
    hears: (event: KeyboardEvent) => keys.current?.(event) ?? false,
    onKeys: (hears: typeof keys.current) => {
      keys.current = hears
    },
    close: () => {
      closed.current = sought?.from ?? closed.current
      setSought(undefined)
    },
    /** `typed`: a list opens behind what is typed, not where the cursor comes by. */
    see: ({ value, selectionStart, selectionEnd }: HTMLTextAreaElement, typed: boolean) => {
      const now = selectionStart === selectionEnd ? soughtAt(value, selectionStart) : undefined
      if (now?.from !== closed.current) closed.current = undefined
      const next = now && closed.current === undefined ? now : undefined
      setSought((before) => {
        if (before?.from === next?.from && before?.words === next?.words) return before
        return typed || before?.from === next?.from ? next : undefined
      })
    },
  }
}

const looks = {
  '': '',
  mark: 'rounded-[3px] bg-accent-soft/70 ring-1 ring-accent-soft/70',
  over: 'rounded-[3px] bg-danger-soft',
} as const

function piecesOf(text: string, fits: number): Piece[] {
  const within = text.slice(0, fits)
  const pieces: Piece[] = []
  let behind = 0
  for (const match of within.matchAll(MARKED)) {
    if (match.index > behind) pieces.push({ text: within.slice(behind, match.index), look: '' })
    pieces.push({ text: match[0], look: 'mark' })
    behind = match.index + match[0].length
  }
  pieces.push({ text: within.slice(behind), look: '' })
  if (fits < text.length) pieces.push({ text: text.slice(fits), look: 'over' })
  return pieces
}
