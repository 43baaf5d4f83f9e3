/** Somebody decides whether an app may come in. What decides it is said first: who asks, what for, and where it goes. */
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { ask } from '../../api/ask.ts'
import { accountsQuery, consentQuery } from '../../api/queries.ts'
import type { Account, Consent as Request } from '../../api/types.ts'
import { Brand } from '../../shell/brand.tsx'
import { chooseWorkspace } from '../../shell/chosen.ts'
import { roleInside, useHere } from '../../shell/here.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { SelectField } from '../../ui/field.tsx'
import { Form, useForm } from '../../ui/form.tsx'
import { Badge, Notice } from '../../ui/notice.tsx'
import { useHeading } from '../../ui/page.tsx'
import { Loaded } from '../../ui/states.tsx'
import { Heading } from '../entry/heading.tsx'
import { LeashFields, useLeash } from '../leash/leash-fields.tsx'
import { free } from '../leash/words.ts'
import { ToolsetFields } from './toolset-fields.tsx'
import { common } from '../../words/common.ts'
import { words } from '../../words/access.ts'

export function Consent() {
  const { uid } = useParams({ from: '/signed/consent/$uid' })
  const request = useQuery({ ...consentQuery(uid), staleTime: Infinity })
  return (
    <div className="min-h-dvh">
      <header className="flex justify-center px-6 pt-8">
        <Brand />
      </header>
      <main className="mx-auto grid max-w-xl gap-6 px-4 py-8">
        <Loaded
          query={request}
          what={words.consent.what}
          title={<Heading title={words.consent.over} />}
        >
          {(found) =>
            found.workspaces.length ? <Decide uid={uid} request={found} /> : <Nowhere />
          }
        </Loaded>
        {request.isError && <LinkButton to="/">{common.act.toOverview}</LinkButton>}
      </main>
    </div>
  )
}

function Decide({ uid, request }: { uid: string; request: Request }) {
  const { client, redirect, workspaces } = request
  const here = useHere()
  const heading = useHeading(words.consent.title(client.name))
  const { data: accounts = [] } = useQuery(accountsQuery(here))
  const [refusing, setRefusing] = useState(false)
  const { leash, change } = useLeash(free)
  const [toolsets, setToolsets] = useState(['default'])
  const answer = (body: Record<string, unknown>) =>
    ask<{ redirect_to: string }>('POST', `/consents/${encodeURIComponent(uid)}`, body)
  const form = useForm(
    () => {
      const { paused: _, ...limits } = leash
      return answer({ allow: true, workspace_id: here.id, leash: limits, toolsets })
    },
    ({ redirect_to }) => window.location.assign(redirect_to),
  )
  const no = useForm(
    () => answer({ allow: false }),
    ({ redirect_to }) => window.location.assign(redirect_to),
  )
  return (
    <div className="grid gap-6 rounded-lg border border-line bg-card p-5 shadow-high sm:p-8">
      <div className="grid gap-2">
        <h1 ref={heading} tabIndex={-1} className="break-words">
          {words.consent.title(client.name)}
        </h1>
        <p className="flex flex-wrap items-center gap-2 text-muted">
          {client.verified ? (
            <Badge tone="good">{words.consent.checked(hostOf(client.id))}</Badge>
          ) : (
            <Badge tone="warn">{words.consent.unchecked}</Badge>
          )}
        </p>
      </div>
      <div className="grid gap-1.5">
        <h2 className="text-base">{words.consent.sentTo}</h2>
        <p className="font-mono text-sm break-all">{redirect.host}</p>
        {redirect.loopback && <Notice kind="warn">{words.consent.local(client.name)}</Notice>}
      </div>
      <Form form={form} label={words.consent.allow}>
        <ToolsetFields offered={request.toolsets} chosen={toolsets} choose={setToolsets} />
        <SelectField
          name="workspace_id"
          label={common.thing.workspace}
          value={here.id}
          onChange={({ target }) => {
            chooseWorkspace(Number(target.value))
            change({ account_ids: null })
          }}
          options={workspaces.map(({ id, name, role }) => ({
            value: String(id),
            label: words.consent.workspaceAs(name, roleInside(role)),
          }))}
        />
        <Leash {...{ leash, change, accounts }} />
        {no.problem !== undefined && <Notice kind="danger">{no.problem}</Notice>}
        <div className="grid gap-2 sm:grid-cols-2">
          <Button
            busy={no.busy}
            className="order-last sm:order-first"
            onClick={({ currentTarget }) => {
              setRefusing(true)
              if (currentTarget.form) no.send(currentTarget.form)
            }}
          >
            {words.consent.refuse}
          </Button>
          <Button type="submit" look="primary" busy={form.busy} disabled={refusing && no.busy}>
            {words.consent.allow}
          </Button>
        </div>
      </Form>
      <p className="text-sm text-muted">{words.consent.you(here.person.name, here.person.email)}</p>
    </div>
  )
}

/** For whoever left their last workspace. */
function Nowhere() {
  return (
    <>
      <Notice kind="warn">{words.consent.noWorkspace}</Notice>
      <LinkButton to="/">{common.act.makeWorkspace}</LinkButton>
    </>
  )
}

function Leash(fields: {
  leash: ReturnType<typeof useLeash>['leash']
  change: ReturnType<typeof useLeash>['change']
  accounts: readonly Account[]
}) {
  return (
    <details className="rounded-md border border-line px-4 py-3">
      <summary className="font-medium">{words.consent.leash}</summary>
      <div className="mt-4">
        <LeashFields {...fields} prefix="leash." />
      </div>
    </details>
  )
}

function hostOf(id: string) {
  return URL.parse(id)?.host ?? id
}
