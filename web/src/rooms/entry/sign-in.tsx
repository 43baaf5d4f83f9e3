import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { ask } from '../../api/ask.ts'
import { meQuery, stateQuery } from '../../api/queries.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Form, useForm } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { SignedIn } from '../../api/types.ts'
import { CodeField } from './code-field.tsx'
import { useEnter } from './enter.ts'
import { Heading } from './heading.tsx'
import { ByPasskey } from './passkey.tsx'
import { ByProvider, ProviderProblem } from './provider.tsx'
import { common } from '../../words/common.ts'
import { words } from '../../words/entry.ts'
import { rich } from '../../ui/rich.tsx'

const news: Record<string, string> = {
  reset: words.signIn.changed,
  confirmed: words.signIn.confirmed,
  mailed: words.signIn.mailed,
}

export function SignIn() {
  const search = useSearch({ from: '/entry/sign-in' })
  const { data: state, isFetching } = useQuery(stateQuery)
  const { data: me } = useQuery(meQuery)
  const enter = useEnter()
  const [asksCode, setAsksCode] = useState(false)
  const form = useForm(
    (values) => ask<SignedIn>('POST', '/sign-in', values),
    ({ second_factor }) => (second_factor ? setAsksCode(true) : enter(search['return_to'])),
  )
  const { token } = search
  if (token !== undefined) return <ByLink token={token} />
  if (me) {
    const { name, email } = me.person
    return (
      <>
        <Heading title={words.signIn.alreadyTitle} lead={words.signIn.already(name, email)} />
        <ProviderProblem />
        <Button look="primary" onClick={() => void enter(search['return_to'])}>
          {words.signIn.goOn}
        </Button>
      </>
    )
  }
  const first = state?.sign_up === 'first' && state.passwords
  // Nobody could sign in yet. What a provider refused is told here first.
  if (first && !isFetching && search['problem'] === undefined)
    return <Navigate to="/sign-up" search={search} replace />
  const said = news[search['after'] ?? '']
  const passwords = state?.passwords !== false
  const asked = search['return_to']?.startsWith('/consent/')
  return (
    <>
      <Heading title={common.act.signIn} {...(asked && { lead: words.signIn.forApp })} />
      {said !== undefined && <Notice kind="good">{said}</Notice>}
      <ProviderProblem />
      {first && (
        <Notice kind="good">
          {rich(words.signIn.nobody, {
            link: (
              <Link to="/sign-up" search={search} className="underline">
                {words.signIn.becomeOwner}
              </Link>
            ),
          })}
        </Notice>
      )}
      <ByProvider return_to={search['return_to']} or={passwords} />
      {passwords && (
        <>
          <Form form={form} label={common.act.signIn}>
            <div hidden={asksCode} className="grid gap-5">
              <TextField
                name="email"
                label={common.thing.email}
                type="email"
                autoComplete="username webauthn"
                required
                defaultValue={search['email']}
              />
              <TextField
                name="password"
                label={common.thing.password}
                type="password"
                autoComplete="current-password"
                required
              />
            </div>
            {asksCode && <CodeField />}
            <Button type="submit" look="primary" busy={form.busy}>
              {common.act.signIn}
            </Button>
          </Form>
          <ByPasskey field entered={() => enter(search['return_to'])} />
          <div className="flex flex-wrap justify-between gap-3 text-sm">
            <Link to="/forgot" className="prose-link">
              {words.signIn.forgot}
            </Link>
            {state?.sign_up === 'open' && (
              <Link to="/sign-up" search={search} className="prose-link">
                {words.signIn.signUp}
              </Link>
            )}
          </div>
        </>
      )}
    </>
  )
}

/** The link of the command line, by a click: it is good once, and programs look behind links by themselves. */
function ByLink({ token }: { token: string }) {
  const search = useSearch({ from: '/entry/sign-in' })
  const enter = useEnter()
  const form = useForm(
    () => ask('POST', '/sign-in/link', { token }),
    () => enter(search['return_to']),
  )
  return (
    <>
      <Heading title={common.act.signIn} lead={words.signIn.byLink} />
      <Form form={form} label={common.act.signIn}>
        <Button type="submit" look="primary" busy={form.busy}>
          {common.act.signIn}
        </Button>
      </Form>
    </>
  )
}
