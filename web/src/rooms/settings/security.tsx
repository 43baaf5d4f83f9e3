import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { ask, sentenceOf } from '../../api/ask.ts'
import { sessionsQuery } from '../../api/queries.ts'
import { forget } from '../../api/session.ts'
import type { Session } from '../../api/types.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { NewPassword, TextField } from '../../ui/field.tsx'
import { Form, useForm } from '../../ui/form.tsx'
import { Badge } from '../../ui/notice.tsx'
import { Card, Rows, Section } from '../../ui/page.tsx'
import { failed, useSay } from '../../ui/said.tsx'
import { Loaded } from '../../ui/states.tsx'
import { Ago } from '../../ui/time.tsx'
import { deviceOf } from './device.ts'
import { Settings } from './frame.tsx'

export function Security() {
  return (
    <Settings title="Password and sessions">
      <Password />
      <Sessions />
    </Settings>
  )
}

function Password() {
  const queries = useQueryClient()
  const say = useSay()
  const box = useRef<HTMLDivElement>(null)
  const form = useForm(
    (values) => ask('PUT', '/password', values),
    async () => {
      box.current?.querySelector('form')?.reset()
      await queries.invalidateQueries(sessionsQuery)
      say('Your password is changed, and you are signed out everywhere else')
    },
  )
  return (
    <Section title="Password" lead="Changing it signs you out everywhere but here.">
      <Card>
        <div ref={box}>
          <Form form={form} label="Password" className="grid max-w-lg gap-5">
            <TextField
              name="current_password"
              label="Password now"
              type="password"
              autoComplete="current-password"
              required
            />
            <NewPassword label="New password" />
            <Button type="submit" className="justify-self-start" busy={form.busy}>
              Change the password
            </Button>
          </Form>
        </div>
      </Card>
    </Section>
  )
}

function Sessions() {
  const sessions = useQuery(sessionsQuery)
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [leaving, setLeaving] = useState(false)
  return (
    <Section
      title="Where you are signed in"
      actions={
        <Button small onClick={() => setLeaving(true)}>
          Sign out everywhere
        </Button>
      }
    >
      <Loaded query={sessions} what="sessions">
        {(list) => (
          <Rows label="Sessions">
            {list.map((session) => (
              <SessionRow key={session.id} session={session} />
            ))}
          </Rows>
        )}
      </Loaded>
      {leaving && (
        <Confirm
          title="Sign out everywhere?"
          action="Sign out everywhere"
          onClose={() => setLeaving(false)}
          run={async () => {
            await ask('POST', '/sign-out-everywhere')
            forget(queries)
            await navigate({ to: '/sign-in' })
          }}
        >
          <p>Every browser is signed out, this one too. Keys and connected apps go on.</p>
        </Confirm>
      )}
    </Section>
  )
}

function SessionRow({ session }: { session: Session }) {
  const queries = useQueryClient()
  const say = useSay()
  const { id, agent, address, last_used_at, current } = session
  async function end() {
    try {
      await ask('DELETE', `/sessions/${id}`)
      say('The session is over')
    } catch (error) {
      say(sentenceOf(error), failed)
    }
    await queries.invalidateQueries(sessionsQuery)
  }
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 p-4 sm:px-5">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-semibold">{deviceOf(agent)}</span>
          {current && <Badge tone="good">This browser</Badge>}
        </p>
        <p className="text-sm text-muted">
          {address} · active <Ago at={last_used_at} />
        </p>
      </div>
      {!current && (
        <Button small onClick={() => void end()} aria-label={`End: ${deviceOf(agent)}, ${address}`}>
          End
        </Button>
      )}
    </li>
  )
}
