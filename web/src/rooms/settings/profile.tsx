import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { ask, sentenceOf } from '../../api/ask.ts'
import { preferencesQuery } from '../../api/notices.ts'
import { anew } from '../../api/person.ts'
import { meQuery, stateQuery } from '../../api/queries.ts'
import { useHere } from '../../shell/here.ts'
import { lettersOn, setLetters } from '../../shell/letters.ts'
import { applyTheme, chosenTheme, themes } from '../../shell/theme.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Form, useForm } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Card, Section } from '../../ui/page.tsx'
import { failed, useSay } from '../../ui/said.tsx'
import { Switch } from '../../ui/switch.tsx'
import { MailNote } from '../entry/mail-note.tsx'
import { Settings } from './frame.tsx'
import { common } from '../../words/common.ts'
import { languages, remember } from '../../words/language.ts'
import { browserZone } from '../../words/format.ts'
import { words } from '../../words/settings.ts'
import { zones } from './zones.ts'

const DeletePerson = lazy(() =>
  import('./delete-person.tsx').then((module) => ({ default: module.DeletePerson })),
)

export function Profile() {
  const { data: state } = useQuery(stateQuery)
  return (
    <Settings title={common.thing.settings} lead={words.profile.lead}>
      <Name />
      {state?.passwords !== false && <Email />}
      <Language />
      <OwnZone />
      <Appearance />
      <Letters />
      <Suspense>
        <DeletePerson />
      </Suspense>
    </Settings>
  )
}

function Name() {
  const { person } = useHere()
  const queries = useQueryClient()
  const say = useSay()
  const form = useForm(
    ({ name }) => ask('PUT', '/me', { name }),
    async () => {
      await queries.invalidateQueries(meQuery)
      say(words.profile.nameSaved)
    },
  )
  return (
    <Section title={common.thing.name}>
      <Card>
        <Form form={form} label={common.thing.name} className="grid max-w-lg gap-5">
          <TextField
            name="name"
            label={words.profile.yourName}
            autoComplete="name"
            required
            defaultValue={person.name}
          />
          <Button type="submit" className="justify-self-start" busy={form.busy}>
            {common.act.save}
          </Button>
        </Form>
      </Card>
    </Section>
  )
}

function Email() {
  const { person } = useHere()
  const [sent, setSent] = useState<string>()
  const form = useForm(
    async ({ email = '', password = '' }) => {
      await ask('POST', '/email', { email, password })
      return email
    },
    (email) => setSent(email),
  )
  return (
    <Section title={common.thing.email} lead={words.profile.signInAs(person.email)}>
      <Card>
        {sent !== undefined ? (
          <div className="grid gap-3">
            <Notice kind="good">{words.profile.linkSent(sent)}</Notice>
            <MailNote />
          </div>
        ) : (
          <Form form={form} label={common.thing.email} className="grid max-w-lg gap-5">
            <TextField
              name="email"
              label={words.profile.newAddress}
              type="email"
              autoComplete="off"
              required
            />
            <TextField
              name="password"
              label={words.profile.yourPassword}
              type="password"
              autoComplete="current-password"
              required
            />
            <Button type="submit" className="justify-self-start" busy={form.busy}>
              {words.profile.changeAddress}
            </Button>
          </Form>
        )}
      </Card>
    </Section>
  )
}

function Language() {
  const { person } = useHere()
  const queries = useQueryClient()
  const say = useSay('language')
  const [busy, setBusy] = useState(false)
  async function choose(locale: string | null) {
    setBusy(true)
    try {
      await ask('PUT', '/me', { locale })
      if (remember(locale)) await anew()
      await queries.invalidateQueries(meQuery)
      say(words.profile.languageSaved)
    } catch (error) {
      say(sentenceOf(error), failed)
    }
    setBusy(false)
  }
  return (
    <Section title={words.profile.language} lead={words.profile.languageLead}>
      <Card>
        <select
          aria-label={words.profile.language}
          value={person.locale ?? ''}
          disabled={busy}
          onChange={({ target: { value } }) => void choose(value || null)}
          className="control max-w-lg"
        >
          <option value="">{words.profile.asBrowser}</option>
          {languages.map(({ value, label }) => (
            <option key={value} value={value} lang={value}>
              {label}
            </option>
          ))}
        </select>
      </Card>
    </Section>
  )
}

function OwnZone() {
  const { person, workspace } = useHere()
  const queries = useQueryClient()
  const say = useSay('zone')
  const change = useMutation({
    mutationFn: (timezone: string | null) => ask('PUT', '/me', { timezone }),
    onSuccess: async () => {
      await Promise.all([
        queries.invalidateQueries(meQuery),
        queries.invalidateQueries({ queryKey: preferencesQuery(workspace.id).queryKey }),
      ])
      say(words.profile.zoneSaved)
    },
    onError: (error) => say(sentenceOf(error), failed),
  })
  return (
    <Section title={words.profile.zone} lead={words.profile.zoneLead(workspace.timezone)}>
      <Card>
        <select
          aria-label={words.profile.zone}
          value={person.timezone ?? ''}
          disabled={change.isPending}
          onChange={({ target: { value } }) => change.mutate(value || null)}
          className="control max-w-lg"
        >
          <option value="">{words.profile.noZone(browserZone)}</option>
          {zones(person.timezone ?? browserZone).map((zone) => (
            <option key={zone} value={zone}>
              {zone}
            </option>
          ))}
        </select>
      </Card>
    </Section>
  )
}

function Letters() {
  const [on, setOn] = useState(lettersOn)
  return (
    <Section title={words.profile.letters} lead={words.profile.inBrowser}>
      <Card>
        <Switch
          label={words.profile.lettersOn}
          hint={words.profile.lettersHint}
          checked={on}
          onChecked={(next) => {
            setLetters(next)
            setOn(next)
          }}
        />
      </Card>
    </Section>
  )
}

function Appearance() {
  const [theme, setTheme] = useState(chosenTheme)
  return (
    <Section title={words.profile.appearance} lead={words.profile.inBrowser}>
      <Card>
        <fieldset className="flex flex-wrap gap-x-6 gap-y-2">
          <legend className="sr-only">{words.profile.appearance}</legend>
          {themes.map(({ value, label }) => (
            <label key={value} className="flex min-h-11 items-center gap-2.5">
              <input
                type="radio"
                name="theme"
                className="size-5 accent-accent"
                checked={theme === value}
                onChange={() => {
                  applyTheme(value)
                  setTheme(value)
                }}
              />
              {label}
            </label>
          ))}
        </fieldset>
      </Card>
    </Section>
  )
}
