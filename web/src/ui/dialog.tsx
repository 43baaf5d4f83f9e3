/** The browser's own dialog: it holds the focus, closes by Escape, and gives the focus back. */
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { sentenceOf } from '../api/ask.ts'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import { Notice } from './notice.tsx'
import { lieOnTop } from './on-top.ts'
import { common } from '../words/common.ts'

/** What somebody writes into. */
const written =
  'textarea, input:not([type=checkbox], [type=radio], [type=range], [type=file], [readonly])'

/** Given to what has to be pressed first where nothing is written: in a question, what changes nothing. */
export const first = { 'data-first': true }

/** The browser would take the button that closes it. On a phone a field would draw its keyboard over the dialog. */
export function begin(dialog: HTMLElement | null) {
  const field = matchMedia('(pointer: coarse)').matches
    ? null
    : dialog?.querySelector<HTMLElement>(written)
  ;(field ?? dialog?.querySelector<HTMLElement>('[data-first]'))?.focus()
}

export function Dialog({
  title,
  onClose,
  wide = false,
  about,
  children,
}: {
  title: string
  onClose: () => void
  wide?: boolean
  /** The id of the text that is read out behind the title. */
  about?: string
  children: ReactNode
}) {
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const dialog = ref.current
    const before = document.activeElement
    dialog?.showModal()
    begin(dialog)
    const leave = dialog && lieOnTop(dialog)
    return () => {
      leave?.()
      dialog?.close()
      if (before instanceof HTMLElement && before.isConnected) before.focus()
      // What opened it is gone: reading goes on where the room begins.
      else document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
    }
  }, [])
  return (
    <dialog
      ref={ref}
      aria-labelledby={id}
      aria-describedby={about}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      className={`rise max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] overflow-y-auto rounded-lg border border-line bg-card p-0 text-ink shadow-high ${wide ? 'max-w-2xl' : 'max-w-lg'}`}
    >
      <div className="grid gap-5 p-5 sm:p-6">
        <div className="flex items-start justify-between gap-4">
          <h2 id={id} className="text-xl">
            {title}
          </h2>
          <button
            type="button"
            onClick={onClose}
            aria-label={common.act.close}
            className="-m-1.5 rounded-md p-1.5 text-muted hover:bg-sunk"
          >
            <Icon name="cross" />
          </button>
        </div>
        {children}
      </div>
    </dialog>
  )
}

/** What a form in a dialog ends with: leaving everything as it is, or sending it. */
export function FormEnd({
  action,
  busy,
  onClose,
}: {
  action: string
  busy: boolean
  onClose: () => void
}) {
  return (
    <div className="flex flex-wrap justify-end gap-2">
      <Button onClick={onClose}>{common.dialog.keep}</Button>
      <Button type="submit" look="primary" busy={busy}>
        {action}
      </Button>
    </div>
  )
}

/** Asks before something that cannot be taken back. Stays open with the sentence when it did not work. */
export function Confirm({
  title,
  action,
  look = 'danger',
  run,
  ready = true,
  onClose,
  children,
}: {
  title: string
  action: string
  look?: 'danger' | 'primary'
  run: () => Promise<unknown>
  /** False while something has to be chosen first. */
  ready?: boolean
  onClose: () => void
  children: ReactNode
}) {
  const about = useId()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  async function go() {
    setBusy(true)
    setProblem(undefined)
    try {
      await run()
      onClose()
    } catch (error) {
      setProblem(sentenceOf(error))
      setBusy(false)
    }
  }
  return (
    <Dialog title={title} about={about} onClose={onClose}>
      {problem !== undefined && <Notice kind="danger">{problem}</Notice>}
      <div id={about} className="grid gap-3">
        {children}
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        <Button {...first} onClick={onClose}>
          {common.dialog.keep}
        </Button>
        <Button look={look} busy={busy} disabled={!ready} onClick={() => void go()}>
          {action}
        </Button>
      </div>
    </Dialog>
  )
}
