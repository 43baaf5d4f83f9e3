/** A plain text, painted from behind: links and tags in colour, and what is too much of it. */
import {
  type ClipboardEvent,
  type ComponentProps,
  type KeyboardEvent,
  type Ref,
  useDeferredValue,
  useMemo,
} from 'react'
import type { Composition } from '../../writing/composition.ts'
import { type Store, useTyped } from '../../writing/store.ts'

interface Piece {
  text: string
  look: '' | 'mark' | 'over'
}

const MARKED = /(https?:\/\/[^\s<>"]+|[#@][\p{L}\p{N}_.-]+)/gu

function TextBox({
  id,
  label,
  value,
  onValue,
  fits,
  placeholder,
  invalid = false,
  describedBy,
  onFiles,
  onKeyDown,
  small = false,
  ref,
}: {
  id?: string
  label: string
  value: string
  onValue: (value: string) => void
  /** UTF-16 units that the strictest platform takes; what follows is painted. */
  fits: number
  placeholder?: string
  invalid?: boolean
  describedBy?: string | undefined
  onFiles?: (files: readonly File[]) => void
  onKeyDown?: (event: KeyboardEvent<HTMLTextAreaElement>) => void
  small?: boolean
  ref?: Ref<HTMLTextAreaElement>
}) {
  const shown = useDeferredValue(value)
  const pieces = useMemo(() => piecesOf(shown, fits), [shown, fits])
  const shape = `col-start-1 row-start-1 w-full px-0 py-0 leading-relaxed break-words whitespace-pre-wrap ${
    small ? 'min-h-16 text-base' : 'min-h-40 text-lg'
  }`
  return (
    <div className="grid grid-cols-[minmax(0,1fr)]">
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
        ref={ref}
        id={id}
        dir="auto"
        aria-label={label}
        aria-invalid={invalid || undefined}
        aria-describedby={describedBy}
        placeholder={placeholder}
        value={value}
        spellCheck
        onChange={({ target }) => onValue(target.value)}
        onKeyDown={onKeyDown}
        onPaste={(event: ClipboardEvent<HTMLTextAreaElement>) => {
          const files = [...event.clipboardData.files]
          if (!files.length || !onFiles) return
          event.preventDefault()
          onFiles(files)
        }}
        className={`${shape} resize-none overflow-hidden border-0 bg-transparent text-ink outline-none placeholder:text-muted`}
      />
    </div>
  )
}

/** Drawn at once, whatever else follows from what is typed. */
export function Typed({
  store,
  of,
  ...rest
}: Omit<ComponentProps<typeof TextBox>, 'value'> & {
  store: Store
  of: (composition: Composition) => string
}) {
  return <TextBox {...rest} value={useTyped(store, of)} />
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
