import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { ask, sentenceOf } from '../../api/ask.ts'
import { sessionsQuery, stateQuery } from '../../api/queries.ts'
import { endSession } from '../../api/session.ts'
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
import { SignInByProvider } from './by-provider.tsx'
import { deviceOf } from './device.ts'
import { Settings } from './frame.tsx'
import { Passkeys } from './passkeys.tsx'
import { SecondFactor } from './second-factor.tsx'
import { common } from '../../words/common.ts'
import { words } from '../../words/settings.ts'
import { rich } from '../../ui/rich.tsx'

export function Security() {
  const { data: state } = useQuery(stateQuery)
  return (
    <Settings title={words.frame.security}>
      {state?.passwords !== false && <Password />}
      <SignInByProvider />
      {state?.passwords !== false && <SecondFactor />}
      {state?.passwords !== false && <Passkeys />}
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
      say(words.security.changed)
    },
  )
  return (
    <Section title={common.thing.password} lead={words.security.passwordLead}>
      <Card>
        <div ref={box}>
          <Form form={form} label={common.thing.password} className="grid max-w-lg gap-5">
            <TextField
              name="current_password"
              label={words.security.now}
              type="password"
              autoComplete="current-password"
              required
            />
            <NewPassword label={words.security.new} />
            <Button type="submit" className="justify-self-start" busy={form.busy}>
              {words.security.change}
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
      title={words.security.where}
      actions={
        <Button small onClick={() => setLeaving(true)}>
          {words.security.everywhere}
        </Button>
      }
    >
      <Loaded query={sessions} what={words.security.what}>
        {(list) => (
          <Rows label={words.security.sessions}>
            {list.map((session) => (
              <SessionRow key={session.id} session={session} />
            ))}
          </Rows>
        )}
      </Loaded>
      {leaving && (
        <Confirm
          title={words.security.everywhereTitle}
          action={words.security.everywhere}
          onClose={() => setLeaving(false)}
          run={async () => {
            await endSession(queries, () => ask('POST', '/sign-out-everywhere'))
            await navigate({ to: '/sign-in' })
          }}
        >
          <p>{words.security.everywhereText}</p>
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
      say(words.security.over)
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
          {current && <Badge tone="good">{words.security.thisBrowser}</Badge>}
        </p>
        <p className="text-sm text-muted">
          {rich(words.security.about, { address, time: <Ago at={last_used_at} /> })}
        </p>
      </div>
      {!current && (
        <Button
          small
          onClick={() => void end()}
          aria-label={words.security.endNamed(deviceOf(agent), address)}
        >
          {words.security.end}
        </Button>
      )}
    </li>
  )
}
