/** A dialog whose words stay in this tab until they are sent: however it is closed, the way back to them is told. */
import { useState } from 'react'
import { common } from '../words/common.ts'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'
import { useSay } from './said.tsx'
import { forgetTyped, keepTyped, type Typed, typedBefore } from './typed.ts'

export interface KeptWords {
  name: string
  /** What was typed the last time, until the person begins anew. */
  before: Typed | undefined
  anew: () => void
  close: () => void
  /** They are where they belong. */
  sent: () => void
}

export function useKeptWords(
  name: string,
  { onClose, reopen }: { onClose: () => void; reopen: () => void },
): KeptWords {
  const say = useSay()
  const [before, setBefore] = useState(() => typedBefore(name))
  return {
    name,
    before,
    anew() {
      forgetTyped(name)
      setBefore(undefined)
    },
    close() {
      onClose()
      if (typedBefore(name))
        say(common.typed.kept, { action: { label: common.typed.goOn, run: reopen } })
    },
    sent: () => forgetTyped(name),
  }
}

/** Says that what stands here was typed before; `base` of a post is what it is typed over, as that is now. */
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
  return (
    <Notice kind={same ? 'good' : 'warn'}>
      <p>{same ? common.typed.before : common.typed.beforeChange}</p>
      <Button small className="mt-2" onClick={anew}>
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
