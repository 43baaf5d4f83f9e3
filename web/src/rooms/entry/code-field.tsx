import { useEffect, useRef } from 'react'
import { TextField } from '../../ui/field.tsx'
import { words } from '../../words/entry.ts'

/** The second factor, once the password was right. */
export function CodeField() {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.querySelector('input')?.focus(), [])
  return (
    <div ref={box}>
      <TextField
        name="code"
        label={words.code.label}
        hint={words.code.hint}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
    </div>
  )
}
