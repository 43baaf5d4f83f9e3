/** A dialog whose words stay in this tab until they are sent: however it is closed, the way back to them is told. */
import { type MouseEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { common } from '../words/common.ts'
import { Button } from './button.tsx'
import { begin } from './dialog.tsx'
import { Notice } from './notice.tsx'
import { useSay } from './said.tsx'
import { forgetTyped, keepTyped, type Typed, typedBefore } from './typed.ts'

export interface KeptWords<Choice = undefined> {
  name: string
  /** What was typed the last time, until the person begins anew. */
  before: Typed | undefined
  anew: () => void
  /** What is chosen beside the boxes; `chosen` is for the form that keeps it. */
  choice: Choice
  chosen: Choice | undefined
  choose: (choice: Choice) => void
  close: () => void
  /** They are where they belong. */
  sent: () => void
}

interface Ways {
  onClose: () => void
  /** Undefined where another dialog stands over what is said, which leads back by itself. */
  reopen?: (() => void) | undefined
}

export function useKeptWords(name: string, ways: Ways): KeptWords
export function useKeptWords<Choice>(name: string, ways: Ways, first: Choice): KeptWords<Choice>
export function useKeptWords<Choice>(
  name: string,
  { onClose, reopen }: Ways,
  first?: Choice,
): KeptWords<Choice | undefined> {
  const say = useSay()
  const [before, setBefore] = useState(() => typedBefore(name))
  // Kept by this hook under this name, or by the page before it.
  const [choice, choose] = useState(() => (before?.choice as Choice | undefined) ?? first)
  return {
    name,
    before,
    choice,
    chosen: JSON.stringify(choice) === JSON.stringify(first) ? undefined : choice,
    choose,
    anew() {
      forgetTyped(name)
      setBefore(undefined)
      choose(first)
    },
    close() {
      onClose()
      if (!typedBefore(name)) return
      const action = reopen && { label: common.typed.goOn, run: reopen }
      say(common.typed.kept, action && { action })
    },
    sent: () => forgetTyped(name),
  }
}

/** Says that what stands here was typed before; `base` is what it is typed over, as that is now. */
export function TypedBefore({
  words: { before, anew },
  base,
  label,
}: {
  words: Pick<KeptWords, 'before' | 'anew'>
  base?: string
  label: string
}) {
  if (!before) return null
  const same = base === undefined || before.base === base
  // This button goes with what it throws away: whoever pressed it goes on in the first box.
  function again({ currentTarget }: MouseEvent<HTMLElement>) {
    const around = currentTarget.closest<HTMLElement>('dialog, main')
    flushSync(anew)
    begin(around)
  }
  return (
    <Notice kind={same ? 'good' : 'warn'}>
      <p>{same ? common.typed.before : common.typed.beforeChange}</p>
      <Button small className="mt-2" onClick={again}>
        {label}
      </Button>
    </Notice>
  )
}

/** For a single box: what stands in it, kept under this name while it is another text than `is`. */
export function keepText(name: string, is: string, text: string) {
  if (text === is) forgetTyped(name)
  else keepTyped(name, { values: { text }, base: is })
}

export function textBefore(name: string) {
  return typedBefore(name)?.values['text']
}
