import { useState } from 'react'
import { Button } from './button.tsx'
import { useSay } from './said.tsx'

/** A text to take along. It can be selected where the clipboard is not given. */
export function Copy({ text, label }: { text: string; label: string }) {
  const [copied, setCopied] = useState(false)
  const say = useSay()
  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
      say(`${label} copied`)
    } catch {
      say('Select the text and copy it: this browser does not let the page do it')
    }
  }
  return (
    <div className="flex items-stretch gap-2">
      <code
        tabIndex={0}
        role="textbox"
        aria-readonly="true"
        aria-label={label}
        className="min-w-0 flex-1 overflow-x-auto rounded-md border border-line bg-sunk px-3 py-2.5 font-mono text-sm whitespace-nowrap select-all"
      >
        {text}
      </code>
      <Button icon={copied ? 'check' : 'copy'} onClick={() => void copy()}>
        {copied ? 'Copied' : 'Copy'}
      </Button>
    </div>
  )
}
