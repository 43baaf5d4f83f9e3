import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ask } from '../api/ask.ts'
import { meQuery } from '../api/queries.ts'
import { leaveSession, useSessionEnd } from '../api/session.ts'
import type { Person } from '../api/types.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { Form, useForm } from '../ui/form.tsx'
import { words } from '../words/en.ts'

export function SignInAgain() {
  const end = useSessionEnd()
  return end ? <Again settle={end.settle} /> : null
}

function Again({ settle }: { settle: (again: boolean) => void }) {
  const queries = useQueryClient()
  const [person] = useState(() => queries.getQueryData(meQuery.queryKey)?.person)
  const form = useForm(
    ({ password = '' }) =>
      ask<{ person: Person }>('POST', '/sign-in', { email: person?.email ?? '', password }),
    () => settle(true),
  )
  const fields = useRef<HTMLDivElement>(null)
  useEffect(() => fields.current?.querySelector('input')?.focus(), [])
  return (
    <Dialog title={words.signIn.title} onClose={leaveSession}>
      <p className="text-muted">{words.signIn.lead}</p>
      <Form form={form} label={words.signIn.title} className="grid gap-5">
        <p className="font-medium">{person?.email}</p>
        <div ref={fields}>
          <TextField
            name="password"
            label={words.signIn.password}
            type="password"
            autoComplete="current-password"
            required
          />
        </div>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" look="primary" busy={form.busy}>
            {words.signIn.submit}
          </Button>
          <Button look="quiet" onClick={leaveSession}>
            {words.signIn.leave}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
