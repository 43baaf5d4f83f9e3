/**
 * Results, said once: shown at the edge for a while, and read out. What went wrong stays until it is closed, or until it is
 * wrong no longer.
 */
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import { langOf } from '../api/refusals.ts'
import { onAnswer } from '../api/session.ts'
import { common } from '../words/common.ts'
import { Icon } from './icon.tsx'
import { useOnTop } from './on-top.ts'

export interface Manner {
  kind?: 'done' | 'failed'
  /** One way on, such as undoing it. The toast closes behind it. */
  action?: { label: string; run: () => void }
  /** Until it goes by itself. */
  ms?: number
}

/** What it answers takes back what was said. */
type Say = (text: string, manner?: Manner, about?: string) => () => void

interface Toast extends Manner {
  id: number
  text: string
  about: string | undefined
  /** What went wrong is mended: it goes as what was done does. */
  mended?: boolean
}

const Context = createContext<Say>(() => () => {})

/**
 * `say('Saved')`, `say(sentenceOf(error), failed)`, `say('Moved', { action: { label: 'Undo', run } })`. `about`: where one
 * thing is done, and tried again, such as `post 12`; what is said of it next takes the place of a failure.
 */
export function useSay(about?: string) {
  const say = useContext(Context)
  return useCallback((text: string, manner?: Manner) => say(text, manner, about), [say, about])
}

export const failed: Manner = { kind: 'failed' }

const SHOWN_MS = 6000
const WITH_ACTION_MS = 10_000
const MOST = 3
let last = 0

export function Saying({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly Toast[]>([])
  const close = useCallback(
    (id: number) => setToasts((before) => before.filter((each) => each.id !== id)),
    [],
  )
  const say = useCallback<Say>(
    (text, manner = {}, about) => {
      const id = ++last
      setToasts((before) => [
        // What is said again is said once.
        ...before
          .filter((each) => each.text !== text)
          .filter((each) => about === undefined || each.about !== about || each.kind !== 'failed')
          .slice(1 - MOST),
        { ...manner, text, id, about },
      ])
      return () => close(id)
    },
    [close],
  )
  // That there was no answer is over with the next one; whoever was told has a moment to read it.
  const lost = toasts.some(({ text, mended }) => text === common.service.noAnswer && !mended)
  useEffect(() => {
    if (!lost) return
    return onAnswer(() =>
      setToasts((before) =>
        before.map((each) =>
          each.text === common.service.noAnswer ? { ...each, mended: true } : each,
        ),
      ),
    )
  }, [lost])
  const top = useOnTop()
  const stack = useRef<HTMLDivElement>(null)
  const some = toasts.length > 0
  useLayoutEffect(() => {
    const it = stack.current
    if (!some || !it) return
    let end: (() => void) | undefined
    let over = false
    // Without it, as without a connection, it stands where the style sheet has it.
    import('./stand-clear.ts').then(
      ({ standClear }) => {
        if (!over) end = standClear(it)
      },
      () => undefined,
    )
    return () => {
      over = true
      end?.()
    }
  }, [some, top])
  const good = useMemo(() => toasts.filter(({ kind }) => kind !== 'failed'), [toasts])
  const bad = useMemo(() => toasts.filter(({ kind }) => kind === 'failed'), [toasts])
  const said = (
    <div
      ref={stack}
      className="pointer-events-none fixed inset-x-4 bottom-4 z-50 grid justify-items-center gap-2 max-sm:bottom-20"
    >
      {bad.map((toast) => (
        <div key={toast.id} role="alert">
          <Card toast={toast} close={close} />
        </div>
      ))}
      <div role="status" className="grid justify-items-center gap-2">
        {good.map((toast) => (
          <Card key={toast.id} toast={toast} close={close} />
        ))}
      </div>
    </div>
  )
  return (
    <Context value={say}>
      {children}
      {top ? createPortal(said, top) : said}
    </Context>
  )
}

function Card({ toast, close }: { toast: Toast; close: (id: number) => void }) {
  const { id, text, kind, action, mended, ms = action ? WITH_ACTION_MS : SHOWN_MS } = toast
  const [held, setHeld] = useState(false)
  const card = useRef<HTMLDivElement>(null)
  const came = useRef<Element | null>(null)
  useEffect(() => {
    // Nothing goes from under whoever is at it.
    if (held || (kind === 'failed' && !mended)) return
    const timer = setTimeout(() => close(id), ms)
    return () => clearTimeout(timer)
  }, [id, kind, mended, ms, close, held])
  /** Whoever pressed something here is back where they came from. */
  function leave() {
    if (card.current?.contains(document.activeElement)) {
      const before = came.current
      const there =
        before instanceof HTMLElement && before.isConnected && before !== document.body
          ? before
          : document.querySelector<HTMLElement>('main h1')
      there?.focus({ preventScroll: true })
    }
    close(id)
  }
  return (
    <div
      ref={card}
      onFocus={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) came.current = relatedTarget
        setHeld(true)
      }}
      onBlur={({ currentTarget, relatedTarget }) => setHeld(currentTarget.contains(relatedTarget))}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={({ currentTarget }) =>
        setHeld(currentTarget.contains(document.activeElement))
      }
      className="rise pointer-events-auto flex max-w-lg items-center gap-2.5 rounded-lg bg-ink py-2.5 pe-2.5 ps-4 text-sm text-page shadow-high"
    >
      <Icon
        name={kind === 'failed' ? 'warning' : 'check'}
        className={`size-4.5 ${kind === 'failed' ? 'text-on-ink-danger' : 'text-on-ink-accent'}`}
      />
      <span className="min-w-0 break-words" lang={langOf(text)}>
        {text}
      </span>
      {action && (
        <button
          type="button"
          onClick={() => {
            leave()
            action.run()
          }}
          className="min-h-8 shrink-0 rounded-md px-2.5 font-semibold underline underline-offset-4 hover:bg-white/10"
        >
          {action.label}
        </button>
      )}
      <button
        type="button"
        aria-label={common.toast.close}
        onClick={leave}
        className="grid size-8 shrink-0 place-items-center rounded-md opacity-70 hover:bg-white/10 hover:opacity-100"
      >
        <Icon name="cross" className="size-4" />
      </button>
    </div>
  )
}
