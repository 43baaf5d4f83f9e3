/** A person's own end. Whoever alone owns a workspace hands it over first, or deletes it. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ask } from '../../api/ask.ts'
import { type Owned, ownEndQuery, type PersonOutlook } from '../../api/deletion.ts'
import { endSession } from '../../api/session.ts'
import { chooseWorkspace } from '../../shell/chosen.ts'
import { useHere } from '../../shell/here.ts'
import { Button, OutLink } from '../../ui/button.tsx'
import { Dialog, FormEnd } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { Form, useForm } from '../../ui/form.tsx'
import { Card, Section } from '../../ui/page.tsx'
import { Loaded } from '../../ui/states.tsx'
import { words } from '../../words/deletion.ts'
import { Proof } from './proof.tsx'

export function DeletePerson() {
  const query = useQuery(ownEndQuery)
  const [open, setOpen] = useState(false)
  return (
    <>
      <Section title={words.take.title} lead={words.take.lead}>
        <Card>
          <OutLink href="/console/me/export" download>
            {words.take.act}
          </OutLink>
        </Card>
      </Section>
      <Section title={words.person.title} lead={words.person.lead}>
        <Card>
          <Loaded query={query} what={words.what}>
            {(outlook) =>
              outlook.owned.length ? (
                <Standing owned={outlook.owned} />
              ) : (
                <>
                  <Button look="danger" onClick={() => setOpen(true)}>
                    {words.person.open}
                  </Button>
                  {open && <Ask outlook={outlook} onClose={() => setOpen(false)} />}
                </>
              )
            }
          </Loaded>
        </Card>
      </Section>
    </>
  )
}

function Standing({ owned }: { owned: readonly Owned[] }) {
  const navigate = useNavigate()
  const go = (id: number, to: '/members' | '/settings/workspace') => {
    chooseWorkspace(id)
    void navigate({ to })
  }
  return (
    <div className="grid gap-4">
      <p>{words.person.owned}</p>
      <ul className="grid gap-3">
        {owned.map((each) => (
          <li key={each.id} className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <span>
              <strong className="font-semibold">{each.name}</strong> ({whyOf(each)})
            </span>
            <Button small onClick={() => go(each.id, '/members')}>
              {words.person.look}
            </Button>
            {!each.is_first && each.erase_at === null && (
              <Button small onClick={() => go(each.id, '/settings/workspace')}>
                {words.person.settings}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

function whyOf({ is_first, erase_at, has_members }: Owned) {
  if (erase_at !== null) return words.person.ending
  if (is_first) return words.person.first
  return has_members ? words.person.members : words.person.alone
}

function Ask({ outlook, onClose }: { outlook: PersonOutlook; onClose: () => void }) {
  const { person } = useHere()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const form = useForm(
    (values) => endSession(queries, () => ask('POST', '/me/deletion', values)),
    () => navigate({ to: '/sign-in' }),
  )
  return (
    <Dialog title={words.person.title} onClose={onClose}>
      <Form form={form} label={words.person.title} className="grid gap-5">
        <p>{words.person.goes}</p>
        <TextField
          name="email"
          label={words.person.email(person.email)}
          type="email"
          autoComplete="off"
          required
        />
        <Proof needs={outlook} />
        <FormEnd action={words.person.act} busy={form.busy} onClose={onClose} />
      </Form>
    </Dialog>
  )
}
