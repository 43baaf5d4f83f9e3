import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { ask } from '../../api/ask.ts'
import { meQuery, stateQuery } from '../../api/queries.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Form, useForm } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useEnter } from './enter.ts'
import { Heading } from './heading.tsx'

const news: Record<string, string> = {
  reset: 'Your password is changed. Sign in with the new one.',
  confirmed: 'Your address is confirmed. Sign in to go on.',
}

export function SignIn() {
  const search = useSearch({ from: '/entry/sign-in' })
  const { data: state } = useQuery(stateQuery)
  const { data: me } = useQuery(meQuery)
  const enter = useEnter()
  const form = useForm(
    (values) => ask('POST', '/sign-in', values),
    () => enter(search['return_to']),
  )
  if (me) {
    const { name, email } = me.person
    return (
      <>
        <Heading title="You are signed in" lead={`As ${name} (${email}).`} />
        <Button look="primary" onClick={() => void enter(search['return_to'])}>
          Go on
        </Button>
      </>
    )
  }
  const said = news[search['after'] ?? '']
  const asked = search['return_to']?.startsWith('/consent/')
  return (
    <>
      <Heading
        title="Sign in"
        {...(asked && { lead: 'An app asks for access. Sign in to decide about it.' })}
      />
      {said !== undefined && <Notice kind="good">{said}</Notice>}
      {state?.sign_up === 'first' && (
        <Notice kind="good">
          Nobody has signed up here yet.{' '}
          <Link to="/sign-up" search={search} className="underline">
            Become the owner
          </Link>
          .
        </Notice>
      )}
      <Form form={form} label="Sign in">
        <TextField
          name="email"
          label="E-mail"
          type="email"
          autoComplete="username"
          required
          defaultValue={search['email']}
        />
        <TextField
          name="password"
          label="Password"
          type="password"
          autoComplete="current-password"
          required
        />
        <Button type="submit" look="primary" busy={form.busy}>
          Sign in
        </Button>
      </Form>
      <div className="flex flex-wrap justify-between gap-3 text-sm">
        <Link to="/forgot" className="prose-link">
          I forgot my password
        </Link>
        {state?.sign_up === 'open' && (
          <Link to="/sign-up" search={search} className="prose-link">
            Make an account
          </Link>
        )}
      </div>
    </>
  )
}
