/** A file by its address: the service takes it from there, so that nobody has to load it down first. */
import type { AttachedMedia } from '@crier/sdk'
import { useEffect, useRef, useState } from 'react'
import { useHere } from '../../shell/here.ts'
import { Dialog, FormEnd } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { Form, useForm } from '../../ui/form.tsx'
import { useSay } from '../../ui/said.tsx'
import { words } from '../../words/write.ts'
import { fileOf } from '../../writing/composition.ts'
import type { Store } from '../../writing/store.ts'

export function ByAddress({
  store,
  part,
  onClose,
}: {
  store: Store
  part: string | undefined
  onClose: () => void
}) {
  const { crier } = useHere()
  const say = useSay()
  const [host, setHost] = useState('')
  const cut = useRef<AbortController>(undefined)
  // Whoever closes it wants no file any more.
  useEffect(() => () => cut.current?.abort(), [])
  const form = useForm(
    ({ url = '' }) => {
      const address = url.trim()
      setHost(URL.canParse(address) ? new URL(address).host : address)
      cut.current = new AbortController()
      return crier.uploadMedia({ url: address }, { signal: cut.current.signal })
    },
    (answer) => {
      if (cut.current?.signal.aborted) return
      // What came from an address is answered whole.
      const file = fileOf(answer as AttachedMedia)
      const there = store.get().files.some((each) => each.id === file.id && each.part === part)
      if (!there)
        store.change(({ files }) => ({
          files: [...files, { ...file, ...(part !== undefined && { part }) }],
        }))
      say(there ? words.address.already(file.name) : words.address.there(file.name))
      onClose()
    },
  )
  return (
    <Dialog title={words.address.title} onClose={onClose}>
      <Form form={form} label={words.address.title}>
        <TextField
          name="url"
          label={words.address.url}
          hint={words.address.hint}
          type="url"
          inputMode="url"
          autoComplete="off"
          placeholder="https://"
          dir="ltr"
          readOnly={form.busy}
        />
        <p role="status" className="text-sm text-muted empty:hidden">
          {form.busy && words.address.taking(host)}
        </p>
        <FormEnd action={words.address.take} busy={form.busy} onClose={onClose} />
      </Form>
    </Dialog>
  )
}
