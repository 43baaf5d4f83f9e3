/** Results, said once: shown for a while at the edge, and read out. */
import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react'
import { Icon } from './icon.tsx'

const Context = createContext<(text: string) => void>(() => {})

export function useSay() {
  return useContext(Context)
}

const SHOWN_MS = 6000

export function Saying({ children }: { children: ReactNode }) {
  const [said, setSaid] = useState<{ text: string }>()
  const say = useCallback((text: string) => setSaid({ text }), [])
  useEffect(() => {
    if (!said) return
    const timer = setTimeout(() => setSaid(undefined), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [said])
  return (
    <Context value={say}>
      {children}
      <div
        role="status"
        className="pointer-events-none fixed inset-x-4 bottom-4 z-50 grid justify-items-center"
      >
        {said && (
          <p className="rise flex items-center gap-2.5 rounded-md bg-ink px-4 py-3 text-page shadow-high">
            <Icon name="check" />
            {said.text}
          </p>
        )}
      </div>
    </Context>
  )
}
