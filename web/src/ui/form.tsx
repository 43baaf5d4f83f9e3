/** A form that sends, waits, and shows what is wrong where it is wrong. */
import { CrierError } from '@crier/sdk'
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { sentenceOf } from '../api/ask.ts'
import { refusedIn } from '../api/refusals.ts'
import { Notice } from './notice.tsx'
import { forgetTyped, keepTyped, typedBefore } from './typed.ts'

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
  keep,
  children,
}: {
  form: FormState
  /** Where the heading above does not say it. */
  label?: string
  className?: string
  /**
   * Under which name, and of what, what is typed stays until it is sent; `forgetTyped` ends it. `choice`: what is chosen
   * beside the boxes, where it is another than at first.
   */
  keep?: { name: string; base: string; choice?: unknown }
  children: ReactNode
}) {
  const ref = useRef<HTMLFormElement>(null)
  const { errors, problem } = form
  const name = keep?.name
  const begun = useRef('')
  useLayoutEffect(() => {
    if (!ref.current || name === undefined) return
    begun.current = JSON.stringify(typedIn(ref.current))
    fill(ref.current, typedBefore(name)?.values ?? {})
  }, [name])
  function keepNow() {
    if (!keep || !ref.current) return
    const values = typedIn(ref.current)
    if (keep.choice === undefined && JSON.stringify(values) === begun.current)
      forgetTyped(keep.name)
    else keepTyped(keep.name, { values, base: keep.base, choice: keep.choice })
  }
  const choice = JSON.stringify(keep?.choice)
  const kept = useRef(choice)
  useEffect(() => {
    if (kept.current === choice) return
    kept.current = choice
    keepNow()
  })
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
      onInput={keepNow}
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

/** Nothing that is ticked, which is a choice, and no password: a secret is never kept. */
const boxes =
  'textarea, select, input:not([type=checkbox], [type=radio], [type=hidden], [type=file], [type=password])'

type Box = HTMLTextAreaElement | HTMLSelectElement | HTMLInputElement

function boxesOf(form: HTMLFormElement) {
  return [...form.querySelectorAll<Box>(boxes)].filter(({ name }) => name !== '')
}

function typedIn(form: HTMLFormElement) {
  return Object.fromEntries(boxesOf(form).map(({ name, value }) => [name, value]))
}

function fill(form: HTMLFormElement, values: Readonly<Record<string, string>>) {
  for (const box of boxesOf(form)) box.value = values[box.name] ?? box.value
}

function namesIn(form: HTMLFormElement) {
  return new Set([...form.querySelectorAll('[name]')].map((each) => each.getAttribute('name')))
}
