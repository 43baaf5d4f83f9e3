import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ask } from '../../api/ask.ts'
import {
  addPasskey,
  hasPasskeys,
  type Passkey,
  type Passkeys as Found,
  passkeysQuery,
} from '../../api/passkeys.ts'
import { sessionsQuery } from '../../api/queries.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, FormEnd } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { Form, useForm } from '../../ui/form.tsx'
import { Badge, Notice } from '../../ui/notice.tsx'
import { Card, Rows, Section } from '../../ui/page.tsx'
import { rich } from '../../ui/rich.tsx'
import { useSay } from '../../ui/said.tsx'
import { Loaded } from '../../ui/states.tsx'
import { Ago } from '../../ui/time.tsx'
import { words } from '../../words/settings.ts'
import { deviceOf } from './device.ts'

/** Keys of one's devices, which sign in without the password. */
export function Passkeys() {
  const query = useQuery(passkeysQuery)
  const [adding, setAdding] = useState(false)
  const here = hasPasskeys(query.data?.origin)
  const full = query.data !== undefined && query.data.passkeys.length >= query.data.most
  return (
    <Section
      title={words.passkeys.title}
      lead={words.passkeys.lead}
      actions={
        here &&
        !full && (
          <Button small onClick={() => setAdding(true)}>
            {words.passkeys.add}
          </Button>
        )
      }
    >
      <Loaded query={query} what={words.passkeys.title}>
        {(found) => (
          <>
            {!here && (
              <Card>
                <p className="text-muted">{whyNot(found)}</p>
              </Card>
            )}
            {here && !found.passkeys.length && (
              <Card>
                <p className="text-muted">{words.passkeys.none}</p>
              </Card>
            )}
            {here && full && <p className="text-muted">{words.passkeys.full(found.most)}</p>}
            {found.passkeys.length > 0 && (
              <Rows label={words.passkeys.title}>
                {found.passkeys.map((passkey) => (
                  <Row key={passkey.id} passkey={passkey} found={found} />
                ))}
              </Rows>
            )}
            {adding && <Add found={found} onClose={() => setAdding(false)} />}
          </>
        )}
      </Loaded>
    </Section>
  )
}

function whyNot({ origin, why }: Found) {
  if (why === 'address') return words.passkeys.needName
  if (why === 'http') return words.passkeys.needHttps
  if (origin === null) return words.passkeys.byProvider
  if (origin === window.location.origin) return words.passkeys.unknown
  return rich(words.passkeys.elsewhere, {
    link: (
      <a className="prose-link" href={`${origin}/settings/security`}>
        {origin}
      </a>
    ),
  })
}

function Row({ passkey, found }: { passkey: Passkey; found: Found }) {
  const [open, setOpen] = useState<'rename' | 'remove'>()
  const close = () => setOpen(undefined)
  const { name, backed_up, created_at, last_used_at } = passkey
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 p-4 sm:px-5">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-semibold break-words" dir="auto">
            {name}
          </span>
          {backed_up && <Badge>{words.passkeys.synced}</Badge>}
        </p>
        <p className="text-sm text-muted">
          {rich(words.passkeys.since, { time: <Ago at={created_at} /> })}{' '}
          {last_used_at === null
            ? words.passkeys.unused
            : rich(words.passkeys.used, { time: <Ago at={last_used_at} /> })}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          small
          onClick={() => setOpen('rename')}
          aria-label={words.passkeys.renameNamed(name)}
        >
          {words.passkeys.rename}
        </Button>
        <Button
          small
          onClick={() => setOpen('remove')}
          aria-label={words.passkeys.removeNamed(name)}
        >
          {words.passkeys.remove}
        </Button>
      </div>
      {open === 'rename' && <Rename passkey={passkey} onClose={close} />}
      {open === 'remove' && <Remove passkey={passkey} found={found} onClose={close} />}
    </li>
  )
}

interface Asking {
  onClose: () => void
}

function Add({ found, onClose }: Asking & { found: Found }) {
  const queries = useQueryClient()
  const say = useSay()
  const [nothing, setNothing] = useState(false)
  const form = useForm(
    ({ name = '', ...proof }) => {
      setNothing(false)
      return addPasskey(name, proof)
    },
    async (added) => {
      if (!added) return setNothing(true)
      await queries.invalidateQueries(passkeysQuery)
      say(words.passkeys.added(added.passkey.name))
      onClose()
    },
  )
  return (
    <Dialog title={words.passkeys.add} onClose={onClose}>
      <Form form={form} label={words.passkeys.add}>
        {nothing && <Notice kind="danger">{words.passkeys.nothing}</Notice>}
        <p>{words.passkeys.addText}</p>
        <Name value={deviceOf(navigator.userAgent)} />
        {found.needs_password && <Password />}
        {found.needs_code && (
          <TextField
            name="code"
            label={words.factor.code}
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            required
          />
        )}
        <FormEnd action={words.passkeys.add} busy={form.busy} onClose={onClose} />
      </Form>
    </Dialog>
  )
}

function Rename({ passkey, onClose }: Asking & { passkey: Passkey }) {
  const queries = useQueryClient()
  const form = useForm(
    (values) => ask('PUT', `/passkeys/${passkey.id}`, values),
    async () => {
      await queries.invalidateQueries(passkeysQuery)
      onClose()
    },
  )
  return (
    <Dialog title={words.passkeys.renameNamed(passkey.name)} onClose={onClose}>
      <Form form={form} label={words.passkeys.rename}>
        <Name value={passkey.name} />
        <FormEnd action={words.passkeys.rename} busy={form.busy} onClose={onClose} />
      </Form>
    </Dialog>
  )
}

function Remove({ passkey, found, onClose }: Asking & { passkey: Passkey; found: Found }) {
  const queries = useQueryClient()
  const say = useSay()
  const form = useForm(
    (values) => ask('POST', `/passkeys/${passkey.id}/remove`, values),
    async () => {
      await queries.invalidateQueries(passkeysQuery)
      await queries.invalidateQueries(sessionsQuery)
      say(words.passkeys.removed(passkey.name))
      onClose()
    },
  )
  return (
    <Dialog title={words.passkeys.removeNamed(passkey.name)} onClose={onClose}>
      <Form form={form} label={words.passkeys.remove}>
        <p>{words.passkeys.removeText}</p>
        {found.needs_password && <Password />}
        <FormEnd action={words.passkeys.remove} busy={form.busy} onClose={onClose} />
      </Form>
    </Dialog>
  )
}

function Name({ value }: { value: string }) {
  return (
    <TextField
      name="name"
      label={words.passkeys.name}
      hint={words.passkeys.nameHint}
      defaultValue={value}
      autoComplete="off"
      required
    />
  )
}

function Password() {
  return (
    <TextField
      name="password"
      label={words.factor.password}
      type="password"
      autoComplete="current-password"
      required
    />
  )
}
