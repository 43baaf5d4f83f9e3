/** The end of a workspace: asked for by an owner, told to everybody, taken back until its time. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ask, sentenceOf } from '../../api/ask.ts'
import { deletionQuery, type WorkspaceOutlook } from '../../api/deletion.ts'
import { meQuery } from '../../api/queries.ts'
import { useHere } from '../../shell/here.ts'
import { Button, OutLink } from '../../ui/button.tsx'
import { Dialog, FormEnd } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { Form, useForm } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Card, Section } from '../../ui/page.tsx'
import { rich } from '../../ui/rich.tsx'
import { failed, useSay } from '../../ui/said.tsx'
import { Loaded } from '../../ui/states.tsx'
import { At } from '../../ui/time.tsx'
import { words } from '../../words/deletion.ts'
import { Proof } from './proof.tsx'

export function DeleteWorkspace() {
  const { id, workspace, owns } = useHere()
  const query = useQuery({ ...deletionQuery(id), enabled: owns })
  const [open, setOpen] = useState(false)
  const changed = useChanged()
  const { erase_at } = workspace
  const end = erase_at !== null && <Ends erase_at={erase_at} changed={changed} />
  if (!owns) return end
  return (
    <>
      <Section title={words.take.all} lead={words.take.allLead}>
        <Card>
          <OutLink href={`/console/workspaces/${id}/export`} download>
            {words.take.allAct}
          </OutLink>
        </Card>
      </Section>
      {end || (
        <Section title={words.workspace.title} lead={words.workspace.lead}>
          <Card>
            <Loaded query={query} what={words.what}>
              {(outlook) =>
                outlook.is_first ? (
                  <p>{words.workspace.first}</p>
                ) : (
                  <>
                    <Button look="danger" onClick={() => setOpen(true)}>
                      {words.workspace.open}
                    </Button>
                    {open && (
                      <Ask outlook={outlook} changed={changed} onClose={() => setOpen(false)} />
                    )}
                  </>
                )
              }
            </Loaded>
          </Card>
        </Section>
      )}
    </>
  )
}

function useChanged() {
  const { id } = useHere()
  const queries = useQueryClient()
  return async () => {
    await queries.invalidateQueries(meQuery)
    await queries.invalidateQueries({ queryKey: [id] })
  }
}

function Ends({ erase_at, changed }: { erase_at: string; changed: () => Promise<void> }) {
  const { id, owns } = useHere()
  const say = useSay()
  const [busy, setBusy] = useState(false)
  async function keep() {
    setBusy(true)
    try {
      await ask('DELETE', `/workspaces/${id}/deletion`)
      await changed()
      say(words.workspace.kept)
    } catch (error) {
      say(sentenceOf(error), failed)
    }
    setBusy(false)
  }
  return (
    <Section title={words.workspace.title}>
      <Card>
        <div className="grid justify-items-start gap-4">
          <Notice kind="danger">
            {rich(words.workspace.ends, { time: <At at={erase_at} /> })}
          </Notice>
          {owns && (
            <Button busy={busy} onClick={() => void keep()}>
              {words.workspace.back}
            </Button>
          )}
        </div>
      </Card>
    </Section>
  )
}

function Ask({
  outlook,
  changed,
  onClose,
}: {
  outlook: WorkspaceOutlook
  changed: () => Promise<void>
  onClose: () => void
}) {
  const { id, workspace } = useHere()
  const say = useSay()
  const form = useForm(
    (values) => ask('POST', `/workspaces/${id}/deletion`, values),
    async () => {
      await changed()
      say(words.workspace.asked)
      onClose()
    },
  )
  const { days, not_out, under_way, out, unknown, accounts } = outlook
  const counted = [
    not_out > 0 && words.workspace.not_out(not_out),
    under_way > 0 && words.workspace.under_way(under_way),
    out > 0 && words.workspace.out(out),
    unknown > 0 && words.workspace.unknown(unknown),
    accounts > 0 && words.workspace.accounts(accounts),
  ].filter((each) => each !== false)
  return (
    <Dialog title={words.workspace.title} onClose={onClose}>
      <Form form={form} label={words.workspace.title} className="grid gap-5">
        <ul className="grid list-disc gap-1.5 ps-5">
          {[words.workspace.at_once, words.workspace.after(days), ...counted].map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
        <TextField
          name="name"
          label={words.workspace.name(workspace.name)}
          autoComplete="off"
          required
        />
        <Proof needs={outlook} />
        <FormEnd action={words.workspace.act} busy={form.busy} onClose={onClose} />
      </Form>
    </Dialog>
  )
}
