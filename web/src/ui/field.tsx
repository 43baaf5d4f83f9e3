import {
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from 'react'
import { langOf } from '../api/refusals.ts'
import { useErrors } from './form.tsx'
import { Icon } from './icon.tsx'
import { common } from '../words/common.ts'

interface About {
  name: string
  label: string
  hint?: ReactNode
}

/** A label, the control, what helps, and what is wrong with it, tied together for every reader. */
function Frame({
  name,
  label,
  hint,
  children,
}: About & { children: (wiring: Wiring) => ReactNode }) {
  const id = useId()
  const texts = useErrors(name)
  const described = [hint && `${id}-hint`, texts.length && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className="grid min-w-0 gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      {children({
        id,
        name,
        'aria-invalid': texts.length > 0 || undefined,
        'aria-describedby': described || undefined,
      })}
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
      {texts.length > 0 && (
        <p id={`${id}-error`} className="flex gap-1.5 text-sm text-danger">
          <Icon name="warning" className="size-4.5 mt-0.5" />
          <span lang={langOf(texts.join(' '))}>{texts.join(' ')}</span>
        </p>
      )}
    </div>
  )
}

/** For what is no single control: a group of radios. */
export function useFieldErrors(name: string) {
  const id = useId()
  const texts = useErrors(name)
  return {
    wiring: { 'aria-describedby': texts.length ? id : undefined },
    texts: texts.length > 0 && (
      <p id={id} role="alert" className="flex gap-1.5 text-sm text-danger">
        <Icon name="warning" className="size-4.5 mt-0.5" />
        <span lang={langOf(texts.join(' '))}>{texts.join(' ')}</span>
      </p>
    ),
  }
}

interface Wiring {
  id: string
  name: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

export function TextField({
  name,
  label,
  hint,
  ...rest
}: About & InputHTMLAttributes<HTMLInputElement>) {
  return (
    <Frame {...{ name, label, hint }}>
      {(wiring) => (
        <input
          dir={writes(rest.type) ? 'auto' : undefined}
          {...rest}
          {...wiring}
          className="control"
        />
      )}
    </Frame>
  )
}

/** Words may run either way; an address or a number does not. */
function writes(type = 'text') {
  return type === 'text' || type === 'search'
}

export function TextArea({
  name,
  label,
  hint,
  ...rest
}: About & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  return (
    <Frame {...{ name, label, hint }}>
      {(wiring) => <textarea dir="auto" {...rest} {...wiring} className="control" />}
    </Frame>
  )
}

export function SelectField({
  name,
  label,
  hint,
  options,
  ...rest
}: About &
  SelectHTMLAttributes<HTMLSelectElement> & {
    options: readonly { value: string; label: string }[]
  }) {
  return (
    <Frame {...{ name, label, hint }}>
      {(wiring) => (
        <select {...rest} {...wiring} className="control">
          {options.map(({ value, label: text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Frame>
  )
}

/** One of several that may be chosen together. The whole row is the target. */
export function Check({
  label,
  hint,
  ...rest
}: { label: ReactNode; hint?: ReactNode } & InputHTMLAttributes<HTMLInputElement>) {
  return (
    <label className="flex cursor-pointer items-start gap-3 rounded-md py-1.5">
      <input type="checkbox" {...rest} className="mt-0.5 size-5 shrink-0 accent-accent" />
      <span className="grid min-w-0">
        <span className="break-words">{label}</span>
        {hint && <span className="text-sm text-muted">{hint}</span>}
      </span>
    </label>
  )
}

/** Where a password is chosen, not told: what it must be is said at once, and browsers offer to make one. */
export function NewPassword({ label }: { label: string }) {
  // What is wrong with it says it as well.
  const wrong = useErrors('password').length > 0
  return (
    <TextField
      name="password"
      label={label}
      type="password"
      autoComplete="new-password"
      required
      hint={!wrong && common.field.newPassword}
    />
  )
}
