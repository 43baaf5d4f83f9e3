import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { ask } from '../../api/ask.ts'
import { invitationQuery, stateQuery } from '../../api/queries.ts'
import type { Person } from '../../api/types.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { NewPassword, TextField } from '../../ui/field.tsx'
import { Form, useForm } from '../../ui/form.tsx'
import { Loaded } from '../../ui/states.tsx'
import { ownZone } from '../../ui/time.tsx'
import { useEnter } from './enter.ts'
import { Heading } from './heading.tsx'
import { MailNote } from './mail-note.tsx'
import { ByProvider } from './provider.tsx'
import { common } from '../../words/common.ts'
import { words } from '../../words/entry.ts'
import { rich } from '../../ui/rich.tsx'

export function SignUp() {
  const { invitation } = useSearch({ from: '/entry/sign-up' })
  const state = useQuery(stateQuery)
  return (
    <Loaded query={state} what={words.signUp.what}>
      {({ sign_up, passwords }) => {
        if (invitation === undefined && (sign_up === 'closed' || sign_up === 'invitation')) {
          return <Uninvited closed={sign_up === 'closed'} />
        }
        const first = sign_up === 'first' && invitation === undefined
        return <Open first={first} passwords={passwords} />
      }}
    </Loaded>
  )
}

function Open({ first, passwords }: { first: boolean; passwords: boolean }) {
  const { invitation, return_to } = useSearch({ from: '/entry/sign-up' })
  const invited = useQuery({ ...invitationQuery(invitation ?? ''), enabled: !!invitation })
  const enter = useEnter()
  const [mailed, setMailed] = useState<string>()
  const form = useForm(
    async (values) => {
      const { workspace, ...rest } = values
      const answer = await ask<{ person?: Person }>('POST', '/sign-up', {
        ...rest,
        ...(workspace && { workspace }),
        timezone: ownZone(),
        ...(invitation !== undefined && { invitation }),
      })
      return { email: values['email'] ?? '', waits: answer.person === undefined }
    },
    ({ email, waits }) => (waits ? setMailed(email) : enter(return_to)),
  )
  if (mailed !== undefined) {
    return (
      <>
        <Heading title={words.forgot.look} lead={words.signUp.mailed(mailed)} />
        <MailNote />
      </>
    )
  }
  const lead = invited.data
    ? words.signUp.invitedTo(invited.data.workspace.name)
    : first
      ? words.signUp.first
      : words.signUp.lead
  return (
    <>
      <Heading title={words.signUp.title} lead={lead} />
      <ByProvider return_to={return_to} invitation={invitation} or={passwords} />
      {passwords && (
        <Form form={form} label={words.signUp.title}>
          <TextField name="name" label={words.signUp.name} autoComplete="name" required />
          <TextField
            key={invited.data?.email}
            name="email"
            label={common.thing.email}
            type="email"
            autoComplete="username"
            required
            defaultValue={invited.data?.email}
            readOnly={invited.data !== undefined}
          />
          <NewPassword label={common.thing.password} />
          {invitation === undefined && (
            <TextField
              name="workspace"
              label={words.signUp.workspace}
              autoComplete="organization"
              hint={words.signUp.workspaceHint}
            />
          )}
          <Button type="submit" look="primary" busy={form.busy}>
            {words.signUp.submit}
          </Button>
        </Form>
      )}
      {!first && (
        <p className="text-sm text-muted">
          {rich(words.signUp.have, {
            link: (
              <Link to="/sign-in" search={{ return_to }} className="prose-link">
                {common.act.signIn}
              </Link>
            ),
          })}
        </p>
      )}
    </>
  )
}

function Uninvited({ closed }: { closed: boolean }) {
  return (
    <>
      <Heading
        title={closed ? words.signUp.closed : words.signUp.invitedOnly}
        lead={closed ? words.signUp.closedText : words.signUp.invitedText}
      />
      <LinkButton to="/sign-in">{words.signUp.instead}</LinkButton>
    </>
  )
}
