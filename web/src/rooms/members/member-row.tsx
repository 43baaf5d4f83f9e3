import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { ask, sentenceOf } from '../../api/ask.ts'
import { meQuery, membersQuery } from '../../api/queries.ts'
import type { Members, Role } from '../../api/types.ts'
import { roleInside, roleLabel, roleOf, roles, useHere } from '../../shell/here.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { Badge } from '../../ui/notice.tsx'
import { failed, useSay } from '../../ui/said.tsx'
import { Ago } from '../../ui/time.tsx'
import { Face } from '../../ui/face.tsx'
import { common } from '../../words/common.ts'
import { words } from '../../words/access.ts'
import { rich } from '../../ui/rich.tsx'

export function MemberRow({
  member: { person, role, joined_at },
}: {
  member: Members['members'][number]
}) {
  const here = useHere()
  const queries = useQueryClient()
  const router = useRouter()
  const say = useSay(`member ${person.id}`)
  const [leaving, setLeaving] = useState(false)
  const me = person.id === here.person.id
  const at = `/workspaces/${here.id}/members/${person.id}`

  async function change(wanted: Role) {
    try {
      await ask('PUT', at, { role: wanted })
      const label = roleInside(wanted)
      say(words.member.changed(person.name, label))
      if (me) await queries.invalidateQueries(meQuery)
    } catch (error) {
      say(sentenceOf(error), failed)
    }
    await queries.invalidateQueries(membersQuery(here.id))
  }

  async function remove() {
    await ask('DELETE', at)
    if (!me) {
      say(words.member.removed(person.name))
      return queries.invalidateQueries(membersQuery(here.id))
    }
    await queries.invalidateQueries(meQuery)
    router.history.push('/')
    return say(words.member.left(here.workspace.name))
  }

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 p-4 sm:px-5">
      <Face name={person.name} avatar_url={null} />
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-semibold break-words">{person.name}</span>
          {me && <Badge>{common.thing.you}</Badge>}
        </p>
        <p className="text-sm break-words text-muted">
          {rich(words.member.about, { email: person.email, time: <Ago at={joined_at} /> })}
        </p>
      </div>
      <div className="flex items-center gap-2">
        {here.owns ? (
          <select
            aria-label={words.member.roleOf(person.name)}
            className="control w-auto"
            value={role}
            onChange={({ target }) => void change(roleOf(target.value))}
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
            aria-label={
              me
                ? words.member.leaveNamed(here.workspace.name)
                : words.member.removeNamed(person.name)
            }
          >
            {me ? words.member.leave : words.member.remove}
          </Button>
        )}
      </div>
      {leaving && (
        <Confirm
          title={
            me
              ? words.member.leaveTitle(here.workspace.name)
              : words.member.removeTitle(person.name)
          }
          action={me ? words.member.leave : words.member.remove}
          run={remove}
          onClose={() => setLeaving(false)}
        >
          <p>{me ? words.member.leaveText : words.member.removeText(person.name)}</p>
        </Confirm>
      )}
    </li>
  )
}
