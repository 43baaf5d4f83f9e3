import type { ApiKey } from '@crier/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { accountsQuery, keysQuery } from '../../api/queries.ts'
import { useHere } from '../../shell/here.ts'
import { Button } from '../../ui/button.tsx'
import { Copy } from '../../ui/copy.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { Form, useForm } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useSay } from '../../ui/said.tsx'
import { LeashFields, useLeash } from '../leash/leash-fields.tsx'
import { free } from '../leash/words.ts'
import { common } from '../../words/common.ts'
import { words } from '../../words/access.ts'

export function NewKey({ onClose }: { onClose: () => void }) {
  const here = useHere()
  const queries = useQueryClient()
  const { data: accounts = [] } = useQuery(accountsQuery(here))
  const { leash, change } = useLeash(free)
  const [made, setMade] = useState<{ name: string; token: string }>()
  const form = useForm(
    ({ name = '' }) => here.crier.createApiKey({ name, leash }),
    async (key) => {
      setMade(key)
      await queries.invalidateQueries({ queryKey: keysQuery(here).queryKey })
    },
  )
  if (made) return <Token {...made} onClose={onClose} />
  return (
    <Dialog title={words.keyForm.title} onClose={onClose} wide>
      <Form form={form} label={words.keyForm.title}>
        <TextField
          name="name"
          label={common.thing.name}
          required
          autoComplete="off"
          hint={words.keyForm.nameHint}
        />
        <details className="group rounded-md border border-line px-4 py-3">
          <summary className="font-medium">{words.consent.leash}</summary>
          <div className="mt-4">
            <LeashFields {...{ leash, change, accounts }} prefix="leash." />
          </div>
        </details>
        <Button type="submit" look="primary" busy={form.busy}>
          {words.keyForm.submit}
        </Button>
      </Form>
    </Dialog>
  )
}

function Token({ name, token, onClose }: { name: string; token: string; onClose: () => void }) {
  const { origin } = window.location
  return (
    <Dialog title={words.keyForm.ready(name)} onClose={onClose} wide>
      <Notice kind="warn">{words.keyForm.once}</Notice>
      <div className="grid gap-1.5">
        <p className="text-sm font-medium">{words.keyForm.token}</p>
        <Copy text={token} label={words.keyForm.token} />
      </div>
      <div className="grid gap-1.5">
        <p className="text-sm font-medium">{words.keyForm.tryIt}</p>
        <Copy
          label={words.keyForm.command}
          text={`curl -s ${origin}/api/accounts -H 'Authorization: Bearer ${token}'`}
        />
      </div>
      <Button look="primary" onClick={onClose}>
        {words.keyForm.done}
      </Button>
    </Dialog>
  )
}

export function ChangeKey({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const here = useHere()
  const queries = useQueryClient()
  const say = useSay()
  const { data: accounts = [] } = useQuery(accountsQuery(here))
  const { leash, change } = useLeash(apiKey.leash)
  const form = useForm(
    ({ name = '' }) => here.crier.updateApiKey({ id: apiKey.id, name, leash }),
    async ({ name }) => {
      await queries.invalidateQueries({ queryKey: keysQuery(here).queryKey })
      say(words.keyForm.changed(name))
      onClose()
    },
  )
  return (
    <Dialog title={words.keyForm.change(apiKey.name)} onClose={onClose} wide>
      <Form form={form} label={words.keyForm.change(apiKey.name)}>
        <TextField name="name" label={common.thing.name} required defaultValue={apiKey.name} />
        <LeashFields {...{ leash, change, accounts }} prefix="leash." />
        <Button type="submit" look="primary" busy={form.busy}>
          {common.act.save}
        </Button>
      </Form>
    </Dialog>
  )
}
