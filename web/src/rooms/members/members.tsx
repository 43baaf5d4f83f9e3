import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ask, sentenceOf } from '../../api/ask.ts'
import { membersQuery } from '../../api/queries.ts'
import type { Invitation, Members as Lists } from '../../api/types.ts'
import { useHere } from '../../shell/here.ts'
import { Button } from '../../ui/button.tsx'
import { Page, Rows, Section } from '../../ui/page.tsx'
import { failed, useSay } from '../../ui/said.tsx'
import { Loaded } from '../../ui/states.tsx'
import { Ago } from '../../ui/time.tsx'
import { roleLabel } from '../../shell/here.ts'
import { Invite } from './invite.tsx'
import { MemberRow } from './member-row.tsx'
import { common } from '../../words/common.ts'
import { words } from '../../words/access.ts'
import { rich } from '../../ui/rich.tsx'

export function Members() {
  const here = useHere()
  const members = useQuery(membersQuery(here.id))
  const [inviting, setInviting] = useState(false)
  return (
    <Page
      title={common.thing.members}
      lead={words.members.lead(here.workspace.name)}
      actions={
        here.owns && (
          <Button look="primary" icon="plus" onClick={() => setInviting(true)}>
            {words.invite.title}
          </Button>
        )
      }
    >
      <Loaded query={members} what={words.members.what}>
        {(lists) => <Both lists={lists} />}
      </Loaded>
      {inviting && <Invite onClose={() => setInviting(false)} reopen={() => setInviting(true)} />}
    </Page>
  )
}

function Both({ lists: { members, invitations } }: { lists: Lists }) {
  return (
    <>
      <Rows label={common.thing.members}>
        {members.map((member) => (
          <MemberRow key={member.person.id} member={member} />
        ))}
      </Rows>
      {invitations.length > 0 && (
        <Section title={words.members.invited} lead={words.members.invitedLead}>
          <Rows label={words.members.invitations}>
            {invitations.map((invitation) => (
              <InvitationRow key={invitation.id} invitation={invitation} />
            ))}
          </Rows>
        </Section>
      )}
    </>
  )
}

function InvitationRow({
  invitation: { id, email, role, expires_at },
}: {
  invitation: Invitation
}) {
  const here = useHere()
  const queries = useQueryClient()
  const say = useSay()
  async function takeBack() {
    try {
      await ask('DELETE', `/workspaces/${here.id}/invitations/${id}`)
      say(words.members.takenBack(email))
    } catch (error) {
      say(sentenceOf(error), failed)
    }
    await queries.invalidateQueries(membersQuery(here.id))
  }
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 p-4 sm:px-5">
      <div className="min-w-0">
        <p className="font-semibold break-all">{email}</p>
        <p className="text-sm text-muted">
          {rich(words.members.about, { role: roleLabel(role), time: <Ago at={expires_at} /> })}
        </p>
      </div>
      {here.owns && (
        <Button
          small
          onClick={() => void takeBack()}
          aria-label={words.members.takeBackNamed(email)}
        >
          {words.members.takeBack}
        </Button>
      )}
    </li>
  )
}
