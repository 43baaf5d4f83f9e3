import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ask } from '../../api/ask.ts'
import { meQuery } from '../../api/queries.ts'
import { useHere } from '../../shell/here.ts'
import { applyTheme, chosenTheme, themes } from '../../shell/theme.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Form, useForm } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Card, Section } from '../../ui/page.tsx'
import { useSay } from '../../ui/said.tsx'
import { MailNote } from '../entry/mail-note.tsx'
import { Settings } from './frame.tsx'

export function Profile() {
  return (
    <Settings title="Settings" lead="Your name, your address, and how it looks.">
      <Name />
      <Email />
      <Appearance />
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
      say('Your name is saved')
    },
  )
  return (
    <Section title="Name">
      <Card>
        <Form form={form} label="Name" className="grid max-w-lg gap-5">
          <TextField
            name="name"
            label="Your name"
            autoComplete="name"
            required
            defaultValue={person.name}
          />
          <Button type="submit" className="justify-self-start" busy={form.busy}>
            Save
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
    <Section title="E-mail" lead={`You sign in as ${person.email}.`}>
      <Card>
        {sent !== undefined ? (
          <div className="grid gap-3">
            <Notice kind="good">
              A link is on its way to {sent}. Your address changes when you open it.
            </Notice>
            <MailNote />
          </div>
        ) : (
          <Form form={form} label="E-mail" className="grid max-w-lg gap-5">
            <TextField name="email" label="New address" type="email" autoComplete="off" required />
            <TextField
              name="password"
              label="Your password"
              type="password"
              autoComplete="current-password"
              required
            />
            <Button type="submit" className="justify-self-start" busy={form.busy}>
              Change the address
            </Button>
          </Form>
        )}
      </Card>
    </Section>
  )
}

function Appearance() {
  const [theme, setTheme] = useState(chosenTheme)
  return (
    <Section title="Appearance" lead="In this browser.">
      <Card>
        <fieldset className="flex flex-wrap gap-x-6 gap-y-2">
          <legend className="sr-only">Appearance</legend>
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
