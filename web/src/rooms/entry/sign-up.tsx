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

export function SignUp() {
  const { invitation } = useSearch({ from: '/entry/sign-up' })
  const state = useQuery(stateQuery)
  return (
    <Loaded query={state} what="the form">
      {({ sign_up }) => {
        if (invitation === undefined && (sign_up === 'closed' || sign_up === 'invitation')) {
          return <Uninvited closed={sign_up === 'closed'} />
        }
        return <Open first={sign_up === 'first' && invitation === undefined} />
      }}
    </Loaded>
  )
}

function Open({ first }: { first: boolean }) {
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
        timezone: ownZone,
        ...(invitation !== undefined && { invitation }),
      })
      return { email: values['email'] ?? '', waits: answer.person === undefined }
    },
    ({ email, waits }) => (waits ? setMailed(email) : enter(return_to)),
  )
  if (mailed !== undefined) {
    return (
      <>
        <Heading
          title="Look into your mail"
          lead={`If ${mailed} can be used here, a link to confirm it is on its way.`}
        />
        <MailNote />
      </>
    )
  }
  const lead = invited.data
    ? `You are invited to ${invited.data.workspace.name}.`
    : first
      ? 'You are the first here: this instance will be yours.'
      : 'Publish everywhere from one place, or let your assistant do it.'
  return (
    <>
      <Heading title="Make your account" lead={lead} />
      <Form form={form} label="Make your account">
        <TextField name="name" label="Your name" autoComplete="name" required />
        <TextField
          key={invited.data?.email}
          name="email"
          label="E-mail"
          type="email"
          autoComplete="username"
          required
          defaultValue={invited.data?.email}
          readOnly={invited.data !== undefined}
        />
        <NewPassword label="Password" />
        {invitation === undefined && (
          <TextField
            name="workspace"
            label="Name of your workspace (optional)"
            autoComplete="organization"
            hint="Accounts, posts and colleagues belong to a workspace."
          />
        )}
        <Button type="submit" look="primary" busy={form.busy}>
          Make my account
        </Button>
      </Form>
      {!first && (
        <p className="text-sm text-muted">
          You have one?{' '}
          <Link to="/sign-in" search={{ return_to }} className="prose-link">
            Sign in
          </Link>
        </p>
      )}
    </>
  )
}

function Uninvited({ closed }: { closed: boolean }) {
  return (
    <>
      <Heading
        title={closed ? 'No new accounts here' : 'By invitation'}
        lead={
          closed
            ? 'Ask whoever runs this instance: it takes nobody new.'
            : 'Ask a member to invite you: the link in the invitation leads to the form.'
        }
      />
      <LinkButton to="/sign-in">Sign in instead</LinkButton>
    </>
  )
}
