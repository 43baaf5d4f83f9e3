import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { ask } from '../../api/ask.ts'
import { invitationQuery, meQuery } from '../../api/queries.ts'
import type { Workspace } from '../../api/types.ts'
import { chooseWorkspace } from '../../shell/chosen.ts'
import { roleLabel, roles } from '../../shell/here.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Form, useForm } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Loaded } from '../../ui/states.tsx'
import { useEnter } from './enter.ts'
import { Heading } from './heading.tsx'

export function Invitation() {
  const { token = '' } = useSearch({ from: '/entry/invitation' })
  const me = useQuery(meQuery)
  const invitation = useQuery(invitationQuery(token))
  const enter = useEnter()
  const form = useForm(
    () => ask<{ workspace: Workspace }>('POST', `/invitations/${encodeURIComponent(token)}/accept`),
    async ({ workspace }) => {
      chooseWorkspace(workspace.id)
      await enter('/')
    },
  )
  return (
    <Loaded
      query={invitation}
      what="the invitation"
      title={<Heading title="This invitation does not open" />}
    >
      {({ workspace, role, email, known }) => {
        const may = roles.find(({ value }) => value === role)?.may ?? ''
        const return_to = `/invitation?${new URLSearchParams({ token }).toString()}`
        return (
          <>
            <Heading
              title={`Join ${workspace.name}`}
              lead={`You are invited as ${roleLabel(role).toLowerCase()}. ${may}`}
            />
            {me.data?.person.email === email && (
              <Form form={form} label="Join">
                <Button type="submit" look="primary" busy={form.busy}>
                  Join {workspace.name}
                </Button>
              </Form>
            )}
            {me.data && me.data.person.email !== email && (
              <Notice kind="warn">
                The invitation is for {email}, and you are signed in as {me.data.person.email}. Sign
                out first.
              </Notice>
            )}
            {me.data === null && known && (
              <LinkButton look="primary" to="/sign-in" search={{ return_to, email }}>
                Sign in as {email}
              </LinkButton>
            )}
            {me.data === null && !known && (
              <LinkButton look="primary" to="/sign-up" search={{ invitation: token }}>
                Make an account as {email}
              </LinkButton>
            )}
          </>
        )
      }}
    </Loaded>
  )
}
