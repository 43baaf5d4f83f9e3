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
import { common } from '../words/common.ts'

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
    <Dialog title={common.signInAgain.title} onClose={leaveSession}>
      <p className="text-muted">{common.signInAgain.lead}</p>
      <Form form={form} label={common.signInAgain.title} className="grid gap-5">
        <p className="font-medium">{person?.email}</p>
        <div ref={fields}>
          <TextField
            name="password"
            label={common.signInAgain.password}
            type="password"
            autoComplete="current-password"
            required
          />
        </div>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" look="primary" busy={form.busy}>
            {common.signInAgain.submit}
          </Button>
          <Button look="quiet" onClick={leaveSession}>
            {common.signInAgain.leave}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
