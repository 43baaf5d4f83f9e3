import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ask } from '../../api/ask.ts'
import { meQuery, stateQuery } from '../../api/queries.ts'
import { leaveSession } from '../../api/session.ts'
import type { Me, SignedIn } from '../../api/types.ts'
import { Button, OutLink } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { Form, useForm } from '../../ui/form.tsx'
import { CodeField } from './code-field.tsx'
import { ByPasskey } from './passkey.tsx'
import { words } from '../../words/entry.ts'

interface Ending {
  settle: (again: boolean) => void
}

/** A session ended while somebody works here. */
export function Again({ settle }: Ending) {
  const queries = useQueryClient()
  const [person] = useState(() => queries.getQueryData(meQuery.queryKey)?.person)
  const { data: state } = useQuery(stateQuery)
  const by = state?.oidc
  const passwords = state?.passwords !== false
  return (
    <Dialog title={words.again.title} onClose={leaveSession}>
      <p className="text-muted">{words.again.lead}</p>
      <p className="font-medium">{person?.email}</p>
      {by && <ByProvider name={by.name} person_id={person?.id} settle={settle} />}
      {passwords && <ByPassword email={person?.email ?? ''} settle={settle} />}
      <ByPasskey entered={({ id }) => settle(id === person?.id)} />
      <Button look="quiet" className="justify-self-start" onClick={leaveSession}>
        {words.again.leave}
      </Button>
    </Dialog>
  )
}

function ByPassword({ email, settle }: Ending & { email: string }) {
  const [asksCode, setAsksCode] = useState(false)
  const form = useForm(
    (values) => ask<SignedIn>('POST', '/sign-in', { ...values, email }),
    ({ second_factor }) => (second_factor ? setAsksCode(true) : settle(true)),
  )
  const fields = useRef<HTMLDivElement>(null)
  useEffect(() => fields.current?.querySelector('input')?.focus(), [])
  return (
    <Form form={form} label={words.again.title} className="grid gap-5">
      <div ref={fields} hidden={asksCode}>
        <TextField
          name="password"
          label={words.again.password}
          type="password"
          autoComplete="current-password"
          required
        />
      </div>
      {asksCode && <CodeField />}
      <Button type="submit" look="primary" className="justify-self-start" busy={form.busy}>
        {words.again.submit}
      </Button>
    </Form>
  )
}

/** In a window beside this one, so that nothing is lost that stands here. */
function ByProvider({
  name,
  person_id,
  settle,
}: Ending & { name: string; person_id: number | undefined }) {
  const [missing, setMissing] = useState(false)
  async function look(asked: boolean) {
    // Not by the dashboard's own way, which waits for this dialog.
    const answer = await fetch('/console/me').catch(() => undefined)
    if (!answer?.ok) return setMissing(asked)
    const { person } = (await answer.json()) as Me
    settle(person.id === person_id)
  }
  useEffect(() => {
    const onFocus = () => void look(false)
    window.addEventListener('focus', onFocus)
    return () => window.removeEventListener('focus', onFocus)
  })
  return (
    <div className="grid justify-items-start gap-3">
      <OutLink
        look="primary"
        href="/sign-in/oidc?return_to=/sign-in"
        target="_blank"
        rel="noopener"
      >
        {words.signIn.by(name)}
      </OutLink>
      <Button onClick={() => void look(true)}>{words.again.amIn}</Button>
      <p role="status" className="text-sm text-muted">
        {missing && words.again.notYet}
      </p>
    </div>
  )
}
