import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ask } from '../../api/ask.ts'
import { accountsQuery, grantsQuery } from '../../api/queries.ts'
import type { Grant, Toolset } from '../../api/types.ts'
import { useHere } from '../../shell/here.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Form, useForm } from '../../ui/form.tsx'
import { useSay } from '../../ui/said.tsx'
import { LeashFields, useLeash } from '../leash/leash-fields.tsx'
import { ToolsetFields } from './toolset-fields.tsx'
import { common } from '../../words/common.ts'
import { words } from '../../words/access.ts'

export function ChangeGrant({
  grant,
  offered,
  onClose,
}: {
  grant: Grant
  offered: readonly Toolset[]
  onClose: () => void
}) {
  const here = useHere()
  const queries = useQueryClient()
  const say = useSay()
  const { data: accounts = [] } = useQuery(accountsQuery(here))
  const { leash, change } = useLeash(grant.leash)
  const [toolsets, setToolsets] = useState(grant.toolsets)
  const form = useForm(
    () =>
      ask('PUT', `/workspaces/${here.id}/grants/${grant.id}`, {
        ...leash,
        ...(toolsets && { toolsets }),
      }),
    async () => {
      await queries.invalidateQueries({ queryKey: grantsQuery(here.id).queryKey })
      say(words.grant.changed(grant.client.name))
      onClose()
    },
  )
  return (
    <Dialog title={words.grant.title(grant.client.name)} onClose={onClose} wide>
      <Form form={form} label={words.grant.title(grant.client.name)}>
        <ToolsetFields
          offered={offered}
          chosen={toolsets ?? offered.map(({ name }) => name)}
          choose={setToolsets}
        />
        <LeashFields {...{ leash, change, accounts }} />
        <Button type="submit" look="primary" busy={form.busy}>
          {common.act.save}
        </Button>
      </Form>
    </Dialog>
  )
}
