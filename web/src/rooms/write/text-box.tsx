/** A plain text, painted from behind: links and tags in colour, and what is too much of it. */
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { Account } from '../../api/types.ts'
import type { Composition } from '../../writing/composition.ts'
import { type Sign, type Sought, soughtAt } from '../../writing/sought.ts'
import type { Store } from '../../writing/store.ts'
import type { Offering, Taken } from './offered.tsx'

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
  const { sought, List, hears, onKeys, close, see } = useSought(people.length > 0)
  function take({ text, ends, mention }: Taken) {
    if (!box.current || !sought) return
    const { value } = box.current
    const behind = sought.from + 1 + sought.words.length
    const room = ends && !/^\s/.test(value.slice(behind)) ? ' ' : ''
    close()
    if (mention) store.change(({ mentions }) => ({ mentions: [...mentions, mention] }))
    box.current.setRangeText(text + room, sought.from, behind, 'end')
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
          see(target, true)
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

type List = (offering: Offering) => ReactNode

// Each comes with the first that is looked for.
const lists: Readonly<Record<Sign, () => Promise<List>>> = {
  '@': async () => (await import('./mentions.tsx')).Mentions,
  '#': async () => (await import('./tags.tsx')).Tags,
  ':': async () => (await import('./emoji.tsx')).Emoji,
}

/** What somebody looks for by what they type: from a sign with letters on, until they go on elsewhere. */
function useSought(goesSomewhere: boolean) {
  const [sought, setSought] = useState<Sought>()
  const [loaded, setLoaded] = useState<Partial<Record<Sign, List>>>({})
  const keys = useRef<(event: KeyboardEvent) => boolean>(undefined)
  /** Where somebody wanted no list. */
  const closed = useRef<number>(undefined)
  const sign = sought?.sign
  const List = sign && loaded[sign]
  useEffect(() => {
    if (!sign || List) return
    // Without it, as without a connection, the sign is a character like others.
    lists[sign]().then(
      (it) => setLoaded((before) => ({ ...before, [sign]: it })),
      () => undefined,
    )
  }, [sign, List])
  return {
    sought,
    List,
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
      const here = selectionStart === selectionEnd ? soughtAt(value, selectionStart) : undefined
      // Of nobody it is known who may be mentioned there.
      const now = here?.sign === '@' && !goesSomewhere ? undefined : here
      if (now?.from !== closed.current) closed.current = undefined
      const next = now && closed.current === undefined ? now : undefined
      setSought((before) => {
        const same = before?.from === next?.from && before?.sign === next?.sign
        if (same && before?.words === next?.words) return before
        return typed || same ? next : undefined
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
