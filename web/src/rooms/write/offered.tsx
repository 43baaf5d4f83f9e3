/** What is offered for what somebody types: a list at that place, which the keys of the text move through and take from. */
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useState,
} from 'react'
import type { Account } from '../../api/types.ts'
import { Suggestions } from '../../ui/suggestions.tsx'
import type { Mention } from '../../writing/mentions.ts'
import type { Sought } from '../../writing/sought.ts'

/** After the last letter, before the service is asked. */
export const REST = 200
export const MOST = 8

/** What takes the place of the sign and its letters. */
export interface Taken {
  text: string
  /** Whether a word ends with it. */
  ends: boolean
  /** Who is named by it in the options of a platform. */
  mention?: Mention
}

/** Of each kind of list. */
export interface Offering {
  box: RefObject<HTMLTextAreaElement | null>
  sought: Sought
  /** To which the text goes. */
  accounts: readonly Account[]
  /** Of people only who is mentioned by the text alone. */
  plain: boolean
  /** What hears the keys of the text, as long as there is a list; true: that key was meant for it. */
  onKeys: (hears: ((event: KeyboardEvent) => boolean) | undefined) => void
  onTake: (taken: Taken) => void
  onClose: () => void
}

export interface Offer {
  key: string
  body: ReactNode
  taken: Taken
}

export function Offered({
  title,
  found,
  offers,
  offering: { box, sought, onKeys, onTake, onClose },
}: {
  /** What the list is of. */
  title: string
  /** Read out: how many there are, and how they are taken. */
  found: (n: number) => string
  offers: readonly Offer[]
  offering: Offering
}) {
  const [at, setAt] = useState(0)
  const { length } = offers
  const active = Math.min(at, length - 1)
  const take = (index: number) => {
    const offer = offers[index]
    if (offer) onTake(offer.taken)
  }
  useLayoutEffect(() => {
    if (!length) return
    const steps: Readonly<Record<string, () => void>> = {
      ArrowDown: () => setAt((active + 1) % length),
      ArrowUp: () => setAt((active + length - 1) % length),
      Enter: () => take(active),
      Tab: () => take(active),
      Escape: onClose,
    }
    onKeys((event) => {
      const { altKey, ctrlKey, metaKey, shiftKey, nativeEvent } = event
      const step = steps[event.key]
      if (!step || altKey || ctrlKey || metaKey || shiftKey || nativeEvent.isComposing) return false
      event.preventDefault()
      step()
      return true
    })
    return () => onKeys(undefined)
  })
  return (
    <>
      <p role="status" className="sr-only">
        {length > 0 && found(length)}
      </p>
      {length > 0 && (
        <Suggestions
          label={title}
          box={box}
          at={sought.from}
          active={active}
          onActive={setAt}
          onTake={take}
          rows={offers}
        />
      )}
    </>
  )
}

/** What `ask` answers a moment after the last letter; what came of fewer letters stays until then. */
export function useAsked<Answer>(
  letters: string,
  ask: ((letters: string, signal: AbortSignal) => Promise<Answer>) | undefined,
): { letters: string; answer: Answer } | undefined {
  const [asked, setAsked] = useState<{ letters: string; answer: Answer }>()
  useEffect(() => {
    const cut = new AbortController()
    const timer = setTimeout(() => {
      if (!ask || !navigator.onLine) return
      ask(letters, cut.signal).then(
        (answer) => {
          if (!cut.signal.aborted) setAsked({ letters, answer })
        },
        // Nobody who writes is told of it: what they type is taken as it stands.
        () => undefined,
      )
    }, REST)
    return () => {
      clearTimeout(timer)
      cut.abort()
    }
  }, [letters, ask])
  return asked
}
