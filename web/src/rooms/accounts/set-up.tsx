/** Setting up a platform: numbered steps with what is to be copied, the two things that come back, and a test that says what is wrong. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type ReactNode, useId, useRef, useState } from 'react'
import { ask, sentenceOf } from '../../api/ask.ts'
import { administersQuery, choicesQuery, instanceQuery } from '../../api/queries.ts'
import type { AppTrial, PlatformApp } from '../../api/types.ts'
import { useHere } from '../../shell/here.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Copy } from '../../ui/copy.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { Form, useForm } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Card, Page } from '../../ui/page.tsx'
import { rich } from '../../ui/rich.tsx'
import { useSay } from '../../ui/said.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { platformName } from '../../ui/platform-mark.tsx'
import { steps, words } from '../../words/set-up.ts'

export function SetUp() {
  const { platform } = useParams({ from: '/signed/inside/accounts/set-up/$platform' })
  const name = platformName(platform)
  const administers = useQuery(administersQuery)
  return (
    <Page
      title={words.title(name)}
      lead={words.lead(name)}
      actions={<LinkButton to="/settings/instance">{words.back}</LinkButton>}
    >
      <Loaded query={administers} what={words.what}>
        {({ administers: may }) =>
          may ? <Known platform={platform} /> : <Notice kind="warn">{words.others}</Notice>
        }
      </Loaded>
    </Page>
  )
}

function Known({ platform }: { platform: string }) {
  const instance = useQuery(instanceQuery)
  return (
    <Loaded query={instance} what={words.what}>
      {({ platforms }) => {
        const app = platforms.find((each) => each.platform === platform)
        if (app) return <SetUpApp key={platform} app={app} />
        return (
          <Empty icon="plug" title={words.none}>
            {words.noneText}
          </Empty>
        )
      }}
    </Loaded>
  )
}

function SetUpApp({ app }: { app: PlatformApp }) {
  const own = steps[app.platform]
  const path = `/instance/platforms/${app.platform}`
  const set = app.source === 'environment'
  const { id: workspace } = useHere()
  const queries = useQueryClient()
  const say = useSay()
  const box = useRef<HTMLDivElement>(null)
  const [trial, setTrial] = useState<{ busy: boolean; came?: AppTrial; problem?: string }>()
  const [removing, setRemoving] = useState(false)

  async function changed() {
    await queries.invalidateQueries(instanceQuery)
    await queries.invalidateQueries(choicesQuery(workspace))
  }
  const form = useForm(
    ({ client_id, client_secret }) => ask('PUT', path, { client_id, client_secret }),
    async () => {
      await changed()
      say(words.saved(app.name))
      await test()
    },
  )

  /** Of what stands in the fields, or else of what is set. */
  async function test() {
    const [id, secret] = ['client_id', 'client_secret'].map(
      (name) => box.current?.querySelector<HTMLInputElement>(`[name="${name}"]`)?.value ?? '',
    )
    setTrial({ busy: true })
    try {
      const given = id && !set ? { client_id: id, ...(secret && { client_secret: secret }) } : {}
      setTrial({ busy: false, came: await ask<AppTrial>('POST', `${path}/test`, given) })
    } catch (error) {
      setTrial({ busy: false, problem: sentenceOf(error) })
    }
  }

  return (
    <>
      {!app.callback.startsWith('https://') && <Notice kind="warn">{words.local}</Notice>}
      <Card>
        <ol className="grid gap-6">
          {own && <Step number={1}>{rich(words.go, { place: <b>{own.place}</b> })}</Step>}
          {own?.first.map((text, index) => (
            <Step key={text} number={index + 2}>
              {text}
            </Step>
          ))}
          <Step number={(own?.first.length ?? 0) + 2}>
            <p>{own?.paste}</p>
            <div className="mt-3 grid gap-3 md:grid-cols-[1fr_auto] md:items-center">
              <Copy text={app.callback} label={words.callback} />
              <Drawing />
            </div>
          </Step>
          <Step number={(own?.first.length ?? 0) + 3}>
            <p>{own?.there}</p>
            <div ref={box} className="mt-3 max-w-lg">
              {set ? (
                <Notice kind="warn">{words.environment(app.variables[0] ?? '')}</Notice>
              ) : (
                <Form form={form} label={words.title(app.name)}>
                  <TextField
                    name="client_id"
                    label={words.id}
                    defaultValue={app.client_id ?? ''}
                    autoComplete="off"
                    spellCheck={false}
                    required
                  />
                  <TextField
                    name="client_secret"
                    type="password"
                    label={words.secret}
                    autoComplete="new-password"
                    hint={app.has_secret ? words.secretKept : words.secretHint}
                  />
                  <Button
                    type="submit"
                    look="primary"
                    className="justify-self-start"
                    busy={form.busy}
                  >
                    {words.save}
                  </Button>
                </Form>
              )}
            </div>
          </Step>
        </ol>
      </Card>
      <div className="grid gap-4" aria-live="polite">
        {trial?.problem !== undefined && <Notice kind="danger">{trial.problem}</Notice>}
        {trial?.came && <Verdict name={app.name} {...trial.came} />}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button icon="check" busy={trial?.busy ?? false} onClick={() => void test()}>
          {words.test}
        </Button>
        {app.source !== null && (
          <LinkButton to="/accounts/connect" search={{ platform: app.platform }} icon="plus">
            {words.connect}
          </LinkButton>
        )}
        {app.source === 'stored' && (
          <Button look="quiet" onClick={() => setRemoving(true)}>
            {words.remove}
          </Button>
        )}
      </div>
      {removing && (
        <Confirm
          title={words.removeTitle(app.name)}
          action={words.remove}
          run={async () => {
            await ask('DELETE', path)
            await changed()
            setTrial(undefined)
            say(words.removed(app.name))
          }}
          onClose={() => setRemoving(false)}
        >
          <p>{words.removeText}</p>
        </Confirm>
      )}
    </>
  )
}

function Verdict({ name, verdict, words: said }: AppTrial & { name: string }) {
  const kind = verdict === 'good' ? 'good' : verdict === 'unclear' ? 'warn' : 'danger'
  return (
    <Notice kind={kind}>
      <p>{words.verdicts[verdict](name)}</p>
      {verdict !== 'good' && said !== null && (
        <p className="mt-1 text-sm">{rich(words.theirWords, { words: <q>{said}</q> })}</p>
      )}
    </Notice>
  )
}

function Step({ number, children }: { number: number; children: ReactNode }) {
  return (
    <li className="flex gap-4">
      <span
        aria-hidden="true"
        className="grid size-8 shrink-0 place-items-center rounded-full bg-accent-soft font-semibold text-accent-strong"
      >
        {number}
      </span>
      <div className="min-w-0 flex-1 pt-1">{children}</div>
    </li>
  )
}

/** A form of any platform's, with the field that the address goes into. */
function Drawing() {
  const title = useId()
  return (
    <svg viewBox="0 0 200 90" className="hidden w-48 md:block" role="img" aria-labelledby={title}>
      <title id={title}>{words.drawing}</title>
      <rect x="1" y="1" width="198" height="88" rx="8" className="fill-sunk stroke-line" />
      <rect x="14" y="14" width="70" height="7" rx="3.5" className="fill-line" />
      <rect x="14" y="32" width="44" height="6" rx="3" className="fill-line" />
      <rect
        x="14"
        y="43"
        width="132"
        height="20"
        rx="4"
        strokeWidth="2"
        className="fill-card stroke-accent"
      />
      <rect x="20" y="50" width="96" height="6" rx="3" className="fill-accent" />
      <rect x="154" y="43" width="32" height="20" rx="4" className="fill-accent-soft" />
      <path d="M164 53h12m-6-6v12" strokeWidth="2" className="stroke-accent-strong" />
      <rect x="14" y="72" width="90" height="6" rx="3" className="fill-line" />
    </svg>
  )
}
