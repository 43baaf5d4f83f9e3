import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { sentenceOf } from '../../api/ask.ts'
import { type Send, sendsQuery, type Webhook, webhooksQuery } from '../../api/webhooks.ts'
import { useHere } from '../../shell/here.ts'
import { Button } from '../../ui/button.tsx'
import { Copy } from '../../ui/copy.tsx'
import { Confirm, Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Menu, MenuItem, MenuLine } from '../../ui/menu.tsx'
import { More } from '../../ui/more.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page, Section } from '../../ui/page.tsx'
import { failed, useSay } from '../../ui/said.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { Ago } from '../../ui/time.tsx'
import { StateBadge } from '../post/state-badge.tsx'
import { faring, states } from './faring.ts'
import { common } from '../../words/common.ts'
import { words } from '../../words/settings.ts'
import { rich } from '../../ui/rich.tsx'

export function WebhookRoom() {
  const { id = '' } = useParams({ strict: false })
  const here = useHere()
  const query = useQuery({ ...webhooksQuery(here), enabled: here.owns })
  const webhook = query.data?.find((each) => each.id === id)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Link
        to="/webhooks"
        className="inline-flex min-h-9 items-center gap-1.5 justify-self-start rounded-md text-sm text-muted hover:text-ink"
      >
        <Icon name="arrow" className="size-4 rotate-180" />
        {common.thing.webhooks}
      </Link>
      {here.owns ? (
        <Loaded query={query} what={words.webhook.what} title={<h1>{words.webhook.title}</h1>}>
          {() =>
            webhook ? (
              <One webhook={webhook} />
            ) : (
              <Page title={words.webhook.title}>
                <Empty icon="send" title={words.webhook.missing}>
                  {words.webhook.missingText}
                </Empty>
              </Page>
            )
          }
        </Loaded>
      ) : (
        <Page title={words.webhook.title}>
          <Notice kind="warn">{words.webhook.owners}</Notice>
        </Page>
      )}
    </div>
  )
}

const HOUR = 3600_000

function One({ webhook }: { webhook: Webhook }) {
  const here = useHere()
  const { crier } = here
  const { id } = webhook
  const queries = useQueryClient()
  const navigate = useNavigate()
  const say = useSay()
  const [busy, setBusy] = useState(false)
  const [secret, setSecret] = useState<string>()
  const [deleting, setDeleting] = useState(false)
  const { tone, label, sentence } = faring(webhook)

  async function act(run: () => Promise<string>) {
    if (busy) return
    setBusy(true)
    try {
      say(await run())
    } catch (error) {
      say(sentenceOf(error), failed)
    }
    setBusy(false)
    await queries.invalidateQueries({ queryKey: [here.id, 'webhooks'] })
  }
  const test = () =>
    act(async () => {
      await crier.testWebhook({ id })
      return words.webhook.testSent
    })
  const turn = (enabled: boolean) =>
    act(async () => {
      await crier.updateWebhook({ id, enabled })
      return enabled ? words.webhook.isOn : words.webhook.isOff
    })
  const rotate = () =>
    act(async () => {
      const now = await crier.rotateWebhookSecret({ id })
      setSecret(now.secret)
      return words.webhook.rotated
    })
  const again = (state: 'dead' | 'missed', hours: number) =>
    act(async () => {
      const since = new Date(Date.now() - hours * HOUR).toISOString()
      const { redelivering } = await crier.redeliverWebhook({ id, since, state })
      return redelivering ? words.webhook.again(redelivering) : words.webhook.nothing
    })
  const redo = (send: Send) =>
    act(async () => {
      const { redelivering } = await crier.redeliverSend({ id, send_id: send.id })
      return redelivering ? words.webhook.sentAgain : words.webhook.underWay
    })

  return (
    <Page
      title={webhook.description || words.webhook.title}
      lead={<span className="font-mono text-sm break-all">{webhook.url}</span>}
      actions={
        <>
          <Button icon="send" busy={busy} disabled={!webhook.enabled} onClick={() => void test()}>
            {words.webhook.sendTest}
          </Button>
          <Menu button={<Button icon="more">{common.act.more}</Button>}>
            <MenuItem
              icon="retry"
              disabled={!webhook.enabled}
              run={() => void again('dead', 30 * 24)}
            >
              {words.webhook.sendDead}
            </MenuItem>
            <MenuItem icon="clock" disabled={!webhook.enabled} run={() => void again('missed', 24)}>
              {words.webhook.sendMissed}
            </MenuItem>
            <MenuItem icon="key" run={() => void rotate()}>
              {words.webhook.newSecret}
            </MenuItem>
            <MenuLine />
            <MenuItem icon="pause" run={() => void turn(!webhook.enabled)}>
              {webhook.enabled ? words.webhook.switchOff : words.webhook.switchOn}
            </MenuItem>
            <MenuItem icon="trash" danger run={() => setDeleting(true)}>
              {common.act.delete}
            </MenuItem>
          </Menu>
        </>
      }
    >
      <div className="flex flex-wrap items-center gap-3 rounded-lg border border-line bg-card p-4 shadow-card sm:px-5">
        <StateBadge tone={tone}>{label}</StateBadge>
        <p className="min-w-0 flex-1 basis-60">
          {sentence}
          <span className="text-muted">
            {webhook.enabled && webhook.failing_since !== null && (
              <>
                {' '}
                {rich(words.webhook.since, {
                  time: <Ago at={webhook.failing_since} />,
                  times: words.webhook.times(webhook.failures),
                })}
              </>
            )}
          </span>
        </p>
        {!webhook.enabled && (
          <Button small look="primary" busy={busy} onClick={() => void turn(true)}>
            {words.webhook.switchOn}
          </Button>
        )}
        {webhook.enabled && webhook.dead > 0 && (
          <Button small icon="retry" busy={busy} onClick={() => void again('dead', 30 * 24)}>
            {words.webhook.sendOneAgain(webhook.dead)}
          </Button>
        )}
      </div>
      <Sends webhook={webhook} redo={(send) => void redo(send)} />
      {secret !== undefined && (
        <Dialog title={words.webhook.theSecret} onClose={() => setSecret(undefined)}>
          <p>{words.webhook.once}</p>
          <Copy text={secret} label={words.webhook.secret} />
        </Dialog>
      )}
      {deleting && (
        <Confirm
          title={words.webhook.deleteTitle}
          action={common.act.delete}
          onClose={() => setDeleting(false)}
          run={async () => {
            await crier.deleteWebhook({ id })
            await queries.invalidateQueries({ queryKey: [here.id, 'webhooks'] })
            await navigate({ to: '/webhooks' })
            say(words.webhook.deleted)
          }}
        >
          <p>{words.webhook.deleteText(webhook.url)}</p>
        </Confirm>
      )}
    </Page>
  )
}

const filters = [
  { value: 'all', label: words.webhook.all },
  { value: 'waiting', label: words.webhook.wait },
  { value: 'delivered', label: words.faring.taken },
  { value: 'dead', label: words.faring.givenUp },
] as const

function Sends({ webhook, redo }: { webhook: Webhook; redo: (send: Send) => void }) {
  const here = useHere()
  const navigate = useNavigate()
  const search = useSearch({ strict: false })
  const chosen = filters.find(({ value }) => value === search['calls'])?.value ?? 'all'
  const query = useInfiniteQuery({
    ...sendsQuery(here, webhook.id, chosen === 'all' ? undefined : chosen),
    // No event tells of a call.
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some((each) => each.data.some(isSoon)) ? 1_500 : false,
  })
  return (
    <Section
      title={words.webhook.calls}
      actions={
        <Segmented
          small
          label={words.webhook.which}
          value={chosen}
          options={filters}
          onValue={(calls) =>
            void navigate({
              to: '/webhooks/$id',
              params: { id: webhook.id },
              search: { calls },
              replace: true,
            })
          }
        />
      }
    >
      <Loaded query={query} what={words.webhook.whatCalls} rows={4}>
        {({ pages }) => {
          const sends = pages.flatMap(({ data }) => data)
          if (!sends.length)
            return (
              <Empty
                icon="send"
                title={chosen === 'all' ? words.webhook.none : words.webhook.noneOfThese}
              >
                {chosen === 'all' ? words.webhook.noneText : words.webhook.noneOfTheseText}
              </Empty>
            )
          return (
            <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
              <ul
                aria-label={words.webhook.calls}
                className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-card shadow-card"
              >
                {sends.map((send) => (
                  <SendRow key={send.id} send={send} on={webhook.enabled} redo={redo} />
                ))}
              </ul>
              <More query={query} />
            </div>
          )
        }}
      </Loaded>
    </Section>
  )
}

function SendRow({ send, on, redo }: { send: Send; on: boolean; redo: (send: Send) => void }) {
  const { tone, label } = states[send.state]
  return (
    <li className="grid gap-2 px-4 py-3 sm:px-5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-56">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="font-mono text-sm font-medium">
              {send.type ?? words.webhook.forgotten}
            </span>
            <StateBadge tone={tone}>{label}</StateBadge>
            {send.post_id !== null && (
              <Link
                to="/posts/$id"
                params={{ id: String(send.post_id) }}
                className="prose-link text-sm"
              >
                {common.thing.postNumber(send.post_id)}
              </Link>
            )}
          </p>
          <p className="text-sm break-words text-muted">
            <Ago at={send.last_at ?? send.created_at} />
            {send.last_status !== null && words.webhook.answered(send.last_status)}
            {send.ms !== null && words.webhook.inMs(send.ms)}
            {send.tries > 1 && ` · ${words.webhook.tries(send.tries)}`}
            {send.state === 'waiting' && send.tries > 0 && (
              <> {rich(words.webhook.next, { time: <Ago at={send.due_at} /> })}</>
            )}
            {send.last_error !== null && ` · ${send.last_error}`}
          </p>
        </div>
        {on && send.type !== null && send.state !== 'sending' && send.tries > 0 && (
          <Button
            small
            icon="retry"
            onClick={() => redo(send)}
            aria-label={words.webhook.againNamed(send.type, send.id)}
          >
            {words.webhook.sendAgain}
          </Button>
        )}
      </div>
      {(send.answer || send.event_id) && (
        <details className="text-sm">
          <summary className="inline-flex min-h-6 cursor-pointer items-center text-xs text-muted underline decoration-line underline-offset-4 hover:text-ink">
            {common.thing.details}
          </summary>
          <dl className="mt-1 grid gap-x-4 gap-y-1 rounded-md bg-sunk px-3 py-2.5 sm:grid-cols-[auto_minmax(0,1fr)]">
            <dt className="text-muted">webhook-id</dt>
            <dd className="font-mono text-xs leading-6 break-all">
              {send.event_id ?? words.webhook.forgotten}
            </dd>
            {send.answer && (
              <>
                <dt className="text-muted">{words.webhook.itAnswered}</dt>
                <dd className="font-mono text-xs leading-6 break-all whitespace-pre-wrap">
                  {send.answer}
                </dd>
              </>
            )}
          </dl>
        </details>
      )}
    </li>
  )
}

/** It is being sent, or will be in a moment. */
function isSoon({ state, due_at }: Send) {
  return state === 'sending' || (state === 'waiting' && Date.parse(due_at) < Date.now() + 10_000)
}
