import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { ask } from '../../api/ask.ts'
import { sessionsQuery } from '../../api/queries.ts'
import { type SecondFactor as Found, secondFactorQuery } from '../../api/second-factor.ts'
import { Button } from '../../ui/button.tsx'
import { Copy } from '../../ui/copy.tsx'
import { Dialog, FormEnd } from '../../ui/dialog.tsx'
import { download } from '../../ui/download.ts'
import { TextField } from '../../ui/field.tsx'
import { Form, useForm } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Card, Section } from '../../ui/page.tsx'
import { rich } from '../../ui/rich.tsx'
import { useSay } from '../../ui/said.tsx'
import { Loaded } from '../../ui/states.tsx'
import { Ago } from '../../ui/time.tsx'
import { words } from '../../words/settings.ts'

const Qr = lazy(() => import('./qr.tsx').then((module) => ({ default: module.Qr })))

interface Codes {
  recovery_codes: string[]
}

/** Codes of an app beside the password. */
export function SecondFactor() {
  const query = useQuery(secondFactorQuery)
  const queries = useQueryClient()
  const [codes, setCodes] = useState<string[]>()
  async function changed(fresh?: Codes) {
    setCodes(fresh?.recovery_codes)
    await queries.invalidateQueries(secondFactorQuery)
    await queries.invalidateQueries(sessionsQuery)
  }
  return (
    <Section title={words.factor.title} lead={words.factor.lead}>
      <Card>
        {codes && <Shown codes={codes} done={() => setCodes(undefined)} />}
        <Loaded query={query} what={words.factor.title}>
          {(found) =>
            found.since === null ? (
              <SetUp changed={changed} />
            ) : (
              <InForce {...found} changed={changed} />
            )
          }
        </Loaded>
      </Card>
    </Section>
  )
}

type Changed = (fresh?: Codes) => Promise<void>

function SetUp({ changed }: { changed: Changed }) {
  const [offer, setOffer] = useState<{ secret: string; url: string }>()
  const form = useForm(
    (values) => ask<{ secret: string; url: string }>('POST', '/second-factor', values),
    setOffer,
  )
  if (offer) return <Scan {...offer} changed={changed} />
  return (
    <Form form={form} label={words.factor.setUp} className="grid max-w-lg gap-5">
      <Password />
      <Button type="submit" className="justify-self-start" busy={form.busy}>
        {words.factor.setUp}
      </Button>
    </Form>
  )
}

function Scan({ secret, url, changed }: { secret: string; url: string; changed: Changed }) {
  const form = useForm(
    (values) => ask<Codes>('POST', '/second-factor/confirm', values),
    (codes) => changed(codes),
  )
  return (
    <Form form={form} label={words.factor.setUp} className="grid max-w-lg gap-5">
      <p>{words.factor.scan}</p>
      <Suspense fallback={<div className="size-56" />}>
        <Qr text={url} label={words.factor.qr} />
      </Suspense>
      <p className="text-sm text-muted">{words.factor.typed}</p>
      <Copy text={secret} label={words.factor.secret} />
      <Code label={words.factor.shows} />
      <Button type="submit" look="primary" className="justify-self-start" busy={form.busy}>
        {words.factor.confirm}
      </Button>
    </Form>
  )
}

function InForce({ since, recovery_codes, changed }: Found & { changed: Changed }) {
  const [open, setOpen] = useState<'renew' | 'end'>()
  const close = () => setOpen(undefined)
  return (
    <div className="grid gap-4">
      <p>
        {rich(words.factor.since, { time: <Ago at={since ?? ''} /> })}{' '}
        {words.factor.left(recovery_codes)}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => setOpen('renew')}>{words.factor.renew}</Button>
        <Button onClick={() => setOpen('end')}>{words.factor.end}</Button>
      </div>
      {open === 'renew' && <Renew onClose={close} changed={changed} />}
      {open === 'end' && <End onClose={close} changed={changed} />}
    </div>
  )
}

function Renew({ onClose, changed }: { onClose: () => void; changed: Changed }) {
  const form = useForm(
    (values) => ask<Codes>('POST', '/second-factor/codes', values),
    async (codes) => {
      await changed(codes)
      onClose()
    },
  )
  return (
    <Dialog title={words.factor.renew} onClose={onClose}>
      <Form form={form} label={words.factor.renew}>
        <p>{words.factor.renewText}</p>
        <Code label={words.factor.code} />
        <FormEnd action={words.factor.renew} busy={form.busy} onClose={onClose} />
      </Form>
    </Dialog>
  )
}

function End({ onClose, changed }: { onClose: () => void; changed: Changed }) {
  const say = useSay()
  const form = useForm(
    (values) => ask('POST', '/second-factor/end', values),
    async () => {
      await changed()
      say(words.factor.ended)
      onClose()
    },
  )
  return (
    <Dialog title={words.factor.end} onClose={onClose}>
      <Form form={form} label={words.factor.end}>
        <p>{words.factor.endText}</p>
        <Password />
        <Code label={words.factor.code} />
        <FormEnd action={words.factor.end} busy={form.busy} onClose={onClose} />
      </Form>
    </Dialog>
  )
}

/** Told once, and never again. */
function Shown({ codes, done }: { codes: string[]; done: () => void }) {
  return (
    <div className="mb-5 grid max-w-lg gap-4">
      <Notice kind="good">{words.factor.codesLead}</Notice>
      <ul aria-label={words.factor.codes} className="grid grid-cols-2 gap-2 font-mono text-sm">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => download('crier-recovery-codes.txt', 'text/plain', text(codes))}>
          {words.factor.download}
        </Button>
        <Button look="primary" onClick={done}>
          {words.factor.kept}
        </Button>
      </div>
    </div>
  )
}

const text = (codes: readonly string[]) => `${window.location.origin}\n\n${codes.join('\n')}\n`

function Code({ label }: { label: string }) {
  return (
    <TextField
      name="code"
      label={label}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
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
