import { useState } from 'react'
import { Button } from './button.tsx'
import { useSay } from './said.tsx'
import { common } from '../words/common.ts'

/** A text to take along. It can be selected where the clipboard is not given. */
export function Copy({ text, label }: { text: string; label: string }) {
  const [copied, setCopied] = useState(false)
  const say = useSay()
  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
      say(common.copy.copiedNamed(label))
    } catch {
      say(common.copy.select)
    }
  }
  return (
    <div className="flex items-stretch gap-2">
      <input
        readOnly
        value={text}
        aria-label={label}
        onFocus={({ currentTarget }) => currentTarget.select()}
        className="control min-w-0 flex-1 bg-sunk font-mono text-sm"
      />
      <Button icon={copied ? 'check' : 'copy'} onClick={() => void copy()}>
        {copied ? common.copy.copied : common.act.copy}
      </Button>
    </div>
  )
}
