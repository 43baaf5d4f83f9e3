/** Results, said once: shown at the edge for a while, and read out. What went wrong stays until it is closed. */
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
} from 'react'
import { common } from '../words/common.ts'
import { Icon } from './icon.tsx'

export interface Manner {
  kind?: 'done' | 'failed'
  /** One way on, such as undoing it. The toast closes behind it. */
  action?: { label: string; run: () => void }
  /** Until it goes by itself. */
  ms?: number
}

type Say = (text: string, manner?: Manner) => void

interface Toast extends Manner {
  id: number
  text: string
}

const Context = createContext<Say>(() => {})

/** `say('Saved')`, `say(sentenceOf(error), failed)`, `say('Moved', { action: { label: 'Undo', run } })`. */
export function useSay() {
  return useContext(Context)
}

export const failed: Manner = { kind: 'failed' }

const SHOWN_MS = 6000
const WITH_ACTION_MS = 10_000
const MOST = 3
let last = 0

export function Saying({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly Toast[]>([])
  const say = useCallback<Say>(
    (text, manner = {}) =>
      setToasts((before) => [
        // What is said again is said once.
        ...before.filter((each) => each.text !== text).slice(1 - MOST),
        { ...manner, text, id: ++last },
      ]),
    [],
  )
  const close = useCallback(
    (id: number) => setToasts((before) => before.filter((each) => each.id !== id)),
    [],
  )
  const good = useMemo(() => toasts.filter(({ kind }) => kind !== 'failed'), [toasts])
  const bad = useMemo(() => toasts.filter(({ kind }) => kind === 'failed'), [toasts])
  return (
    <Context value={say}>
      {children}
      <div className="pointer-events-none fixed inset-x-4 bottom-4 z-50 grid justify-items-center gap-2 max-sm:bottom-20">
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
    </Context>
  )
}

function Card({ toast, close }: { toast: Toast; close: (id: number) => void }) {
  const { id, text, kind, action, ms = action ? WITH_ACTION_MS : SHOWN_MS } = toast
  useEffect(() => {
    if (kind === 'failed') return
    const timer = setTimeout(() => close(id), ms)
    return () => clearTimeout(timer)
  }, [id, kind, ms, close])
  return (
    <div className="rise pointer-events-auto flex max-w-lg items-center gap-2.5 rounded-lg bg-ink py-2.5 pe-2.5 ps-4 text-sm text-page shadow-high">
      <Icon
        name={kind === 'failed' ? 'warning' : 'check'}
        className={`size-4.5 ${kind === 'failed' ? 'text-on-ink-danger' : 'text-on-ink-accent'}`}
      />
      <span className="min-w-0 break-words">{text}</span>
      {action && (
        <button
          type="button"
          onClick={() => {
            close(id)
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
        onClick={() => close(id)}
        className="grid size-8 shrink-0 place-items-center rounded-md opacity-70 hover:bg-white/10 hover:opacity-100"
      >
        <Icon name="cross" className="size-4" />
      </button>
    </div>
  )
}
