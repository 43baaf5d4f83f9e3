import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { ask } from '../../api/ask.ts'
import { invitationQuery, meQuery } from '../../api/queries.ts'
import type { Workspace } from '../../api/types.ts'
import { chooseWorkspace } from '../../shell/chosen.ts'
import { roleInside, roles } from '../../shell/here.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Form, useForm } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Loaded } from '../../ui/states.tsx'
import { useEnter } from './enter.ts'
import { Heading } from './heading.tsx'
import { words } from '../../words/entry.ts'

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
      what={words.invitation.what}
      title={<Heading title={words.invitation.over} />}
    >
      {({ workspace, role, email, known }) => {
        const may = roles.find(({ value }) => value === role)?.may ?? ''
        const return_to = `/invitation?${new URLSearchParams({ token }).toString()}`
        return (
          <>
            <Heading
              title={words.invitation.title(workspace.name)}
              lead={words.invitation.lead(roleInside(role), may)}
            />
            {me.data?.person.email === email && (
              <Form form={form} label={words.invitation.join}>
                <Button type="submit" look="primary" busy={form.busy}>
                  {words.invitation.title(workspace.name)}
                </Button>
              </Form>
            )}
            {me.data && me.data.person.email !== email && (
              <Notice kind="warn">{words.invitation.another(email, me.data.person.email)}</Notice>
            )}
            {me.data === null && known && (
              <LinkButton look="primary" to="/sign-in" search={{ return_to, email }}>
                {words.invitation.signInAs(email)}
              </LinkButton>
            )}
            {me.data === null && !known && (
              <LinkButton look="primary" to="/sign-up" search={{ invitation: token }}>
                {words.invitation.signUpAs(email)}
              </LinkButton>
            )}
          </>
        )
      }}
    </Loaded>
  )
}
