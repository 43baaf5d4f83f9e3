import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type Webhook, webhooksQuery } from '../../api/webhooks.ts'
import { useHere } from '../../shell/here.ts'
import { Button } from '../../ui/button.tsx'
import { Copy } from '../../ui/copy.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { Form, useForm } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page, Rows } from '../../ui/page.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { Ago } from '../../ui/time.tsx'
import { count } from '../../words/format.ts'
import { StateBadge } from '../post/state-badge.tsx'
import { faring } from './faring.ts'
import { type Group, Kinds, kindsOf } from './kinds.tsx'

export function Webhooks() {
  const here = useHere()
  const [making, setMaking] = useState(false)
  return (
    <Page
      title="Webhooks"
      lead="Addresses of yours that Crier calls when something happens, so that programs need not ask."
      actions={
        here.owns && (
          <Button look="primary" icon="plus" onClick={() => setMaking(true)}>
            New webhook
          </Button>
        )
      }
    >
      {here.owns ? (
        <List make={() => setMaking(true)} />
      ) : (
        <Notice kind="warn">Webhooks are for owners. Ask one of them for one.</Notice>
      )}
      {making && <New onClose={() => setMaking(false)} />}
    </Page>
  )
}

function List({ make }: { make: () => void }) {
  const here = useHere()
  const query = useQuery(webhooksQuery(here))
  return (
    <Loaded query={query} what="webhooks">
      {(list) =>
        list.length ? (
          <Rows label="Webhooks">
            {list.map((webhook) => (
              <Row key={webhook.id} webhook={webhook} />
            ))}
          </Rows>
        ) : (
          <Empty
            icon="send"
            title="No webhooks yet"
            action={<Button onClick={make}>Make one</Button>}
          >
            Each call is signed, is made again for three days when nobody answers, and can be looked
            at and sent again here.
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
          {webhook.types ? count(webhook.types.length, 'kind') : 'Everything'} · since{' '}
          <Ago at={webhook.created_at} />
          {webhook.dead > 0 && ` · ${count(webhook.dead, 'call')} given up`}
        </p>
      </div>
      <StateBadge tone={tone}>{label}</StateBadge>
    </li>
  )
}

function New({ onClose }: { onClose: () => void }) {
  const here = useHere()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [made, setMade] = useState<{ id: string; secret: string }>()
  const [kinds, setKinds] = useState<readonly Group[]>([])
  const form = useForm(
    ({ url = '', description = '' }) =>
      here.crier.createWebhook({ url, description, types: kindsOf(kinds) }),
    async (webhook) => {
      setMade(webhook)
      await queries.invalidateQueries({ queryKey: [here.id, 'webhooks'] })
    },
  )
  if (made) {
    return (
      <Dialog title="The webhook is ready" onClose={onClose}>
        <p>This is the secret that its calls are signed with. It is shown this once only.</p>
        <Copy text={made.secret} label="Secret" />
        <Button
          look="primary"
          onClick={() => {
            onClose()
            void navigate({ to: '/webhooks/$id', params: { id: made.id } })
          }}
        >
          I have kept it
        </Button>
      </Dialog>
    )
  }
  return (
    <Dialog title="New webhook" onClose={onClose}>
      <Form form={form} label="New webhook">
        <TextField
          name="url"
          label="Address"
          type="url"
          inputMode="url"
          placeholder="https://"
          required
          hint="It answers with a 2xx within fifteen seconds."
        />
        <TextField name="description" label="What it is for (optional)" />
        <Kinds chosen={kinds} onChange={setKinds} />
        <Button type="submit" look="primary" busy={form.busy}>
          Make it
        </Button>
      </Form>
    </Dialog>
  )
}
