/** A form of a dialog that keeps its words (`useKeptWords`): what was typed and chosen before stands in it, and says so. */
import type { ReactNode } from 'react'
import { Form, type FormState } from './form.tsx'
import { type KeptWords, TypedBefore } from './kept-words.tsx'

export function KeptForm({
  kept,
  base = '',
  again,
  children,
  ...form
}: {
  kept: Omit<KeptWords<unknown>, 'choose'>
  /** What is typed over, as it is now; empty where that is nothing. */
  base?: string
  /** What is pressed to throw away what was typed before. */
  again: string
  form: FormState
  label: string
  className?: string
  children: ReactNode
}) {
  const { name, before, chosen } = kept
  return (
    <>
      <TypedBefore words={kept} base={base} label={again} />
      {/* Another form, so that its boxes say again what they said at first. */}
      <Form key={before ? 'typed' : 'first'} keep={{ name, base, choice: chosen }} {...form}>
        {children}
      </Form>
    </>
  )
}
