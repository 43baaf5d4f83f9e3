/** A form that sends, waits, and shows what is wrong where it is wrong. */
import { CrierError } from '@crier/sdk'
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { sentenceOf } from '../api/ask.ts'
import { refusedIn } from '../api/refusals.ts'
import { Notice } from './notice.tsx'

type Errors = Readonly<Record<string, readonly string[]>>

export interface FormState {
  busy: boolean
  errors: Errors
  problem: string | undefined
  send(form: HTMLFormElement): void
}

/** `values` are the form's fields, each as its text; what is not in the form, `send` adds by itself. */
export function useForm<Answer>(
  send: (values: Record<string, string>) => Promise<Answer>,
  done: (answer: Answer) => void | Promise<void> = () => {},
): FormState {
  const [busy, setBusy] = useState(false)
  const [errors, setErrors] = useState<Errors>({})
  const [problem, setProblem] = useState<string>()

  async function run(form: HTMLFormElement) {
    if (busy) return
    setBusy(true)
    setErrors({})
    setProblem(undefined)
    try {
      await done(await send(valuesOf(form)))
    } catch (error) {
      if (error instanceof CrierError && error.code === 'invalid') {
        const shown = namesIn(form)
        const { code, message, errors: wrong, data } = error
        const rest = Object.entries(wrong).filter(([field]) => !shown.has(field))
        const said = (of: [string, readonly string[]][]) =>
          refusedIn({ ...data, code, message, errors: Object.fromEntries(of) })
        setErrors(
          Object.fromEntries(
            Object.entries(wrong).map(([field, texts]) => [field, [said([[field, texts]])]]),
          ),
        )
        // What belongs to no field here must not be lost.
        setProblem(rest.length ? said(rest) : undefined)
      } else setProblem(sentenceOf(error))
    } finally {
      setBusy(false)
    }
  }
  return { busy, errors, problem, send: (form) => void run(form) }
}

const Context = createContext<Errors>({})

/** What the service said about this field. */
export function useErrors(name: string): readonly string[] {
  return useContext(Context)[name] ?? []
}

export function Form({
  form,
  label,
  className = 'grid gap-5',
  children,
}: {
  form: FormState
  /** Where the heading above does not say it. */
  label?: string
  className?: string
  children: ReactNode
}) {
  const ref = useRef<HTMLFormElement>(null)
  const { errors, problem } = form
  useEffect(() => {
    // Whoever cannot see the form is taken to what has to be mended.
    ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [errors])
  return (
    <form
      ref={ref}
      noValidate
      aria-label={label}
      className={className}
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        form.send(event.currentTarget)
      }}
    >
      {problem !== undefined && <Notice kind="danger">{problem}</Notice>}
      <Context value={errors}>{children}</Context>
    </form>
  )
}

function valuesOf(form: HTMLFormElement) {
  const texts = [...new FormData(form)].flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as const] : [],
  )
  return Object.fromEntries(texts)
}

function namesIn(form: HTMLFormElement) {
  return new Set([...form.querySelectorAll('[name]')].map((each) => each.getAttribute('name')))
}
