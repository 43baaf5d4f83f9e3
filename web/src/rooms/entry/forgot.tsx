import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ask } from '../../api/ask.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Form, useForm } from '../../ui/form.tsx'
import { Heading } from './heading.tsx'
import { MailNote } from './mail-note.tsx'
import { common } from '../../words/common.ts'
import { words } from '../../words/entry.ts'

export function Forgot() {
  const [sent, setSent] = useState<string>()
  const form = useForm(
    async ({ email = '' }) => {
      await ask('POST', '/password/forgot', { email })
      return email
    },
    (email) => setSent(email),
  )
  return (
    <>
      {sent === undefined ? (
        <>
          <Heading title={words.forgot.title} lead={words.forgot.lead} />
          <Form form={form} label={words.forgot.form}>
            <TextField
              name="email"
              label={common.thing.email}
              type="email"
              autoComplete="username"
              required
            />
            <Button type="submit" look="primary" busy={form.busy}>
              {words.forgot.send}
            </Button>
          </Form>
        </>
      ) : (
        <>
          <Heading title={words.forgot.look} lead={words.forgot.sent(sent)} />
          <MailNote />
        </>
      )}
      <Link to="/sign-in" className="prose-link text-sm">
        {words.forgot.back}
      </Link>
    </>
  )
}
