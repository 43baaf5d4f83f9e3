import type { ApiKey } from '@crier/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { accountsQuery, keysQuery } from '../../api/queries.ts'
import { useHere } from '../../shell/here.ts'
import { Button } from '../../ui/button.tsx'
import { Copy } from '../../ui/copy.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { useForm } from '../../ui/form.tsx'
import { KeptForm } from '../../ui/kept-form.tsx'
import { useKeptWords } from '../../ui/kept-words.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useSay } from '../../ui/said.tsx'
import { LeashFields } from '../leash/leash-fields.tsx'
import { free } from '../leash/words.ts'
import { common } from '../../words/common.ts'
import { words } from '../../words/access.ts'

export function NewKey({ onClose, reopen }: { onClose: () => void; reopen: () => void }) {
  const here = useHere()
  const queries = useQueryClient()
  const { data: accounts = [] } = useQuery(accountsQuery(here))
  const kept = useKeptWords(`${here.id}.key.new`, { onClose, reopen }, free)
  const leash = kept.choice
  const [made, setMade] = useState<{ name: string; token: string }>()
  const form = useForm(
    ({ name = '' }) => here.crier.createApiKey({ name, leash }),
    async (key) => {
      kept.sent()
      setMade(key)
      await queries.invalidateQueries({ queryKey: keysQuery(here).queryKey })
    },
  )
  if (made) return <Token {...made} onClose={onClose} />
  return (
    <Dialog title={words.keyForm.title} onClose={kept.close} wide>
      <KeptForm kept={kept} form={form} label={words.keyForm.title} again={common.typed.anew}>
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
            <LeashFields
              {...{ leash, accounts }}
              change={(part) => kept.choose({ ...leash, ...part })}
              prefix="leash."
            />
          </div>
        </details>
        <Button type="submit" look="primary" busy={form.busy}>
          {words.keyForm.submit}
        </Button>
      </KeptForm>
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

export function ChangeKey({
  apiKey,
  onClose,
  reopen,
}: {
  apiKey: ApiKey
  onClose: () => void
  reopen: () => void
}) {
  const here = useHere()
  const queries = useQueryClient()
  const say = useSay()
  const { data: accounts = [] } = useQuery(accountsQuery(here))
  const kept = useKeptWords(`${here.id}.key.${apiKey.id}`, { onClose, reopen }, apiKey.leash)
  const leash = kept.choice
  const base = JSON.stringify([apiKey.name, apiKey.leash])
  const form = useForm(
    ({ name = '' }) => here.crier.updateApiKey({ id: apiKey.id, name, leash }),
    async ({ name }) => {
      kept.sent()
      await queries.invalidateQueries({ queryKey: keysQuery(here).queryKey })
      say(words.keyForm.changed(name))
      onClose()
    },
  )
  return (
    <Dialog title={words.keyForm.change(apiKey.name)} onClose={kept.close} wide>
      <KeptForm
        kept={kept}
        base={base}
        form={form}
        label={words.keyForm.change(apiKey.name)}
        again={common.typed.asSaved}
      >
        <TextField name="name" label={common.thing.name} required defaultValue={apiKey.name} />
        <LeashFields
          {...{ leash, accounts }}
          change={(part) => kept.choose({ ...leash, ...part })}
          prefix="leash."
        />
        <Button type="submit" look="primary" busy={form.busy}>
          {common.act.save}
        </Button>
      </KeptForm>
    </Dialog>
  )
}
