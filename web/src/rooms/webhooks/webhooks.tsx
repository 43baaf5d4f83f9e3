import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type Webhook, webhooksQuery } from '../../api/webhooks.ts'
import { useHere } from '../../shell/here.ts'
import { Button } from '../../ui/button.tsx'
import { Copy } from '../../ui/copy.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { useForm } from '../../ui/form.tsx'
import { KeptForm } from '../../ui/kept-form.tsx'
import { useKeptWords } from '../../ui/kept-words.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page, Rows } from '../../ui/page.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { Ago } from '../../ui/time.tsx'
import { StateBadge } from '../post/state-badge.tsx'
import { faring } from './faring.ts'
import { type Group, Kinds, kindsOf } from './kinds.tsx'
import { common } from '../../words/common.ts'
import { words } from '../../words/settings.ts'
import { rich } from '../../ui/rich.tsx'

export function Webhooks() {
  const here = useHere()
  const [making, setMaking] = useState(false)
  return (
    <Page
      title={common.thing.webhooks}
      lead={words.webhooks.lead}
      actions={
        here.owns && (
          <Button look="primary" icon="plus" onClick={() => setMaking(true)}>
            {words.webhooks.add}
          </Button>
        )
      }
    >
      {here.owns ? (
        <List make={() => setMaking(true)} />
      ) : (
        <Notice kind="warn">{words.webhooks.owners}</Notice>
      )}
      {making && <New onClose={() => setMaking(false)} reopen={() => setMaking(true)} />}
    </Page>
  )
}

function List({ make }: { make: () => void }) {
  const here = useHere()
  const query = useQuery(webhooksQuery(here))
  return (
    <Loaded query={query} what={words.webhooks.what}>
      {(list) =>
        list.length ? (
          <Rows label={common.thing.webhooks}>
            {list.map((webhook) => (
              <Row key={webhook.id} webhook={webhook} />
            ))}
          </Rows>
        ) : (
          <Empty
            icon="send"
            title={words.webhooks.none}
            action={<Button onClick={make}>{words.webhooks.makeOne}</Button>}
          >
            {words.webhooks.noneText}
          </Empty>
        )
      }
    </Loaded>
  )
}

function Row({ webhook }: { webhook: Webhook }) {
  const { tone, label } = faring(webhook)
  return (
    <li className="relative flex flex-wrap items-center gap-x-4 gap-y-2 p-4 hover:bg-sunk/50 sm:px-5">
      <div className="min-w-0 flex-1 basis-60">
        <Link
          to="/webhooks/$id"
          params={{ id: webhook.id }}
          className="font-semibold break-all after:absolute after:inset-0"
        >
          {webhook.description || webhook.url}
        </Link>
        <p className="text-sm break-all text-muted">
          {webhook.description && `${webhook.url} · `}
          {webhook.types
            ? words.webhooks.kinds(webhook.types.length)
            : words.webhooks.everything}{' '}
          {rich(words.webhooks.since, { time: <Ago at={webhook.created_at} /> })}
          {webhook.dead > 0 && words.webhooks.dead(webhook.dead)}
        </p>
      </div>
      <StateBadge tone={tone}>{label}</StateBadge>
    </li>
  )
}

function New({ onClose, reopen }: { onClose: () => void; reopen: () => void }) {
  const here = useHere()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [made, setMade] = useState<{ id: string; secret: string }>()
  const first: readonly Group[] = []
  const kept = useKeptWords(`${here.id}.webhook.new`, { onClose, reopen }, first)
  const kinds = kept.choice
  const form = useForm(
    ({ url = '', description = '' }) =>
      here.crier.createWebhook({ url, description, types: kindsOf(kinds) }),
    async (webhook) => {
      kept.sent()
      setMade(webhook)
      await queries.invalidateQueries({ queryKey: [here.id, 'webhooks'] })
    },
  )
  if (made) {
    return (
      <Dialog title={words.webhooks.ready} onClose={onClose}>
        <p>{words.webhooks.secretOnce}</p>
        <Copy text={made.secret} label={words.webhook.secret} />
        <Button
          look="primary"
          onClick={() => {
            onClose()
            void navigate({ to: '/webhooks/$id', params: { id: made.id } })
          }}
        >
          {words.webhooks.keptIt}
        </Button>
      </Dialog>
    )
  }
  return (
    <Dialog title={words.webhooks.title} onClose={kept.close}>
      <KeptForm kept={kept} form={form} label={words.webhooks.title} again={common.typed.anew}>
        <TextField
          name="url"
          label={words.webhooks.address}
          type="url"
          inputMode="url"
          placeholder="https://"
          required
          hint={words.webhooks.addressHint}
        />
        <TextField name="description" label={words.webhooks.about} />
        <Kinds chosen={kinds} onChange={kept.choose} />
        <Button type="submit" look="primary" busy={form.busy}>
          {words.webhooks.submit}
        </Button>
      </KeptForm>
    </Dialog>
  )
}
