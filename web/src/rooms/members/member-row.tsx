import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { ask, sentenceOf } from '../../api/ask.ts'
import { meQuery, membersQuery } from '../../api/queries.ts'
import type { Members } from '../../api/types.ts'
import { roleLabel, roles, useHere } from '../../shell/here.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { Badge } from '../../ui/notice.tsx'
import { failed, useSay } from '../../ui/said.tsx'
import { Ago } from '../../ui/time.tsx'
import { Face } from '../../ui/face.tsx'

export function MemberRow({
  member: { person, role, joined_at },
}: {
  member: Members['members'][number]
}) {
  const here = useHere()
  const queries = useQueryClient()
  const router = useRouter()
  const say = useSay()
  const [leaving, setLeaving] = useState(false)
  const me = person.id === here.person.id
  const at = `/workspaces/${here.id}/members/${person.id}`

  async function change(wanted: string) {
    try {
      await ask('PUT', at, { role: wanted })
      const label = roles.find(({ value }) => value === wanted)?.label.toLowerCase() ?? wanted
      say(`${person.name} is ${label} now`)
      if (me) await queries.invalidateQueries(meQuery)
    } catch (error) {
      say(sentenceOf(error), failed)
    }
    await queries.invalidateQueries(membersQuery(here.id))
  }

  async function remove() {
    await ask('DELETE', at)
    if (!me) {
      say(`${person.name} is removed`)
      return queries.invalidateQueries(membersQuery(here.id))
    }
    await queries.invalidateQueries(meQuery)
    router.history.push('/')
    return say(`You left ${here.workspace.name}`)
  }

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 p-4 sm:px-5">
      <Face name={person.name} avatar_url={null} />
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-semibold break-words">{person.name}</span>
          {me && <Badge>You</Badge>}
        </p>
        <p className="text-sm break-words text-muted">
          {person.email} · joined <Ago at={joined_at} />
        </p>
      </div>
      <div className="flex items-center gap-2">
        {here.owns ? (
          <select
            aria-label={`Role of ${person.name}`}
            className="control w-auto"
            value={role}
            onChange={({ target }) => void change(target.value)}
          >
            {roles.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        ) : (
          <Badge>{roleLabel(role)}</Badge>
        )}
        {(here.owns || me) && (
          <Button
            small
            look="quiet"
            onClick={() => setLeaving(true)}
            aria-label={me ? `Leave ${here.workspace.name}` : `Remove ${person.name}`}
          >
            {me ? 'Leave' : 'Remove'}
          </Button>
        )}
      </div>
      {leaving && (
        <Confirm
          title={me ? `Leave ${here.workspace.name}?` : `Remove ${person.name}?`}
          action={me ? 'Leave' : 'Remove'}
          run={remove}
          onClose={() => setLeaving(false)}
        >
          <p>
            {me ? 'You lose' : `${person.name} loses`} access at once, and so do the apps that{' '}
            {me ? 'you' : 'they'} let in and the keys that {me ? 'you' : 'they'} made. Posts stay.
          </p>
        </Confirm>
      )}
    </li>
  )
}
