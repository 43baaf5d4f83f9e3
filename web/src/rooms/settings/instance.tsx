/** How the whole instance stands, for whoever runs it: its apps with platforms, what is worth knowing, and an examination. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ask, sentenceOf } from '../../api/ask.ts'
import { administersQuery, instanceQuery } from '../../api/queries.ts'
import type { Examination, PlatformApp } from '../../api/types.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Badge, Notice } from '../../ui/notice.tsx'
import { Rows, Section } from '../../ui/page.tsx'
import { PlatformMark } from '../../ui/platform-mark.tsx'
import { Loaded } from '../../ui/states.tsx'
import { Settings } from './frame.tsx'
import { words as all } from '../../words/set-up.ts'

const words = all.instance

export function InstanceRoom() {
  const administers = useQuery(administersQuery)
  return (
    <Settings title={words.title} lead={words.lead}>
      <Loaded query={administers} what={all.what}>
        {({ administers: may }) => (may ? <Standing /> : <Notice kind="warn">{all.others}</Notice>)}
      </Loaded>
    </Settings>
  )
}

function Standing() {
  const instance = useQuery(instanceQuery)
  return (
    <Loaded query={instance} what={all.what}>
      {({ platforms, warnings }) => (
        <>
          {warnings.length > 0 && (
            <Section title={words.warnings}>
              {warnings.map((warning) => (
                <Notice key={warning} kind="warn">
                  {warning}
                </Notice>
              ))}
            </Section>
          )}
          <Examine />
          <Section title={words.platforms} lead={words.platformsLead}>
            <Rows label={words.platforms}>
              {platforms.map((app) => (
                <Platform key={app.platform} app={app} />
              ))}
            </Rows>
          </Section>
        </>
      )}
    </Loaded>
  )
}

const sources = { environment: words.fromEnvironment, stored: words.stored }

function Platform({ app: { platform, name, source } }: { app: PlatformApp }) {
  return (
    <li className="flex flex-wrap items-center gap-4 p-4 sm:px-5">
      <PlatformMark platform={platform} className="size-10" />
      <p className="min-w-28 flex-1 font-semibold">{name}</p>
      <Badge tone={source ? 'good' : 'plain'}>{source ? sources[source] : words.missing}</Badge>
      <LinkButton small to="/accounts/set-up/$platform" params={{ platform }}>
        {source ? words.change(name) : all.title(name)}
      </LinkButton>
    </li>
  )
}

function Examine() {
  const [state, setState] = useState<{ busy: boolean; came?: Examination; problem?: string }>()
  async function examine() {
    setState({ busy: true })
    try {
      setState({ busy: false, came: await ask<Examination>('POST', '/instance/examine') })
    } catch (error) {
      setState({ busy: false, problem: sentenceOf(error) })
    }
  }
  return (
    <Section
      title={words.doctor}
      lead={words.doctorLead}
      actions={
        <Button busy={state?.busy ?? false} onClick={() => void examine()}>
          {words.examine}
        </Button>
      }
    >
      <div className="grid gap-4" aria-live="polite">
        {state?.problem !== undefined && <Notice kind="danger">{state.problem}</Notice>}
        {state?.came && <Found {...state.came} />}
      </div>
    </Section>
  )
}

const results = {
  ok: { label: words.works, tone: 'good' },
  broken: { label: words.isBroken, tone: 'danger' },
  skipped: { label: words.skipped, tone: 'plain' },
} as const

function Found({ base_url, steps }: Examination) {
  const broken = steps.filter(({ result }) => result === 'broken')
  return (
    <>
      {broken.length ? (
        <Notice kind="danger">
          <p>{words.broken(base_url)}</p>
          <ul className="mt-2 grid list-disc gap-2 ps-5">
            {broken.map(({ step, found, mend }) => (
              <li key={step}>
                {found} {mend}
              </li>
            ))}
          </ul>
        </Notice>
      ) : (
        <Notice kind="good">{words.healthy(base_url)}</Notice>
      )}
      <details>
        <summary className="text-muted">{words.all}</summary>
        <Rows label={words.all}>
          {steps.map(({ step, result, found }) => (
            <li key={step} className="flex flex-wrap items-start gap-3 px-4 py-2.5 text-sm">
              <Badge tone={results[result].tone}>{results[result].label}</Badge>
              <span className="font-medium">{step}</span>
              <span className="min-w-0 text-muted wrap-anywhere">{found}</span>
            </li>
          ))}
        </Rows>
      </details>
    </>
  )
}
